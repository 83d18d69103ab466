//! Member accesses, calls and loops over items of a program, kept so that an engine's terse message can be explained.
//! The engine says where; the tree says which expression and which property.

use oxc_span::Span;

/// One member access, one call, or the head of one loop over items.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The object of an access, the callee of a call, what a loop goes through; bytes of the source.
    pub(super) subject: (usize, usize),
    /// The property, if it is written as a name.
    pub(super) property: Option<String>,
    /// The whole expression, bytes of the source.
    pub(super) whole: (usize, usize),
    pub(super) kind: SiteKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SiteKind {
    Access,
    Call,
    New,
    Items,
}

/// All sites of a program.
#[derive(Debug, Default)]
pub(super) struct MemberTable {
    pub(super) sites: Vec<Site>,
    /// Names that the program reads, each with its byte of the source.
    pub(super) names: Vec<(String, usize)>,
}

impl MemberTable {
    /// The first place from `from` on that reads a name; the first of all if none follows.
    pub(super) fn mention(&self, name: &str, from: usize) -> Option<usize> {
        let mut places = self.names.iter().filter(|(known, _)| known == name).map(|(_, at)| *at);
        let first = places.next()?;
        if first >= from { Some(first) } else { places.find(|at| *at >= from).or(Some(first)) }
    }

    pub(super) fn add(
        &mut self,
        kind: SiteKind,
        base: usize,
        whole: Span,
        subject: Span,
        property: Option<&str>,
    ) {
        let bytes = |span: Span| (base + span.start as usize, base + span.end as usize);
        self.sites.push(Site {
            subject: bytes(subject),
            property: property.map(str::to_owned),
            whole: bytes(whole),
            kind,
        });
    }
}
