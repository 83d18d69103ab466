//! Walks the tree once: types become blanks, loops and functions get a meter, what is no erasable
//! TypeScript is refused. The source's own tokens stay where they are.

mod each;
mod grow;
mod rest;
mod tokens;
mod visit;
mod whole;
mod wrap;

use std::collections::HashSet;
use std::ops::Range;

use oxc_ast::ast::{Decorator, Program};
use oxc_ast_visit::Visit;
use oxc_span::Span;

use super::error::ProgramError;
use super::grown::{self, Grown};
use super::members::MemberTable;
use super::shape::Shape;
use super::text::Edits;

/// How the names begin that only prepared programs use.
pub(super) const METER: &str = "$meter";

/// How deep expressions and statements may nest in the tree: the engine's own parser and compiler
/// recurse over them with large frames.
pub(super) const DEEPEST: usize = 1_500;

/// What ends a line in JavaScript.
const LINE_ENDS: [char; 4] = ['\n', '\r', '\u{2028}', '\u{2029}'];

/// How deep functions may nest in one another: the engine's analysis of scopes takes time that grows
/// faster than the square of it.
const DEEPEST_FUNCTION: usize = 200;

/// What a walk over the tree gives.
pub(super) struct Erased {
    pub(super) edits: Edits,
    pub(super) members: MemberTable,
    /// Whether a template stands directly behind an empty one: a Markdown fence read as code.
    pub(super) fence_like: bool,
}

/// Erases, meters and wraps; `base` is where the parsed part starts in the source.
pub(super) fn erase(
    source: &str,
    base: usize,
    program: &Program<'_>,
    shape: &Shape,
) -> Result<Erased, ProgramError> {
    let text = program.source_text;
    let mut eraser = Eraser {
        source,
        text,
        base,
        edits: Edits::default(),
        members: MemberTable::default(),
        depth: 0,
        functions: 0,
        refusal: None,
        fence_like: false,
        names: Vec::new(),
        meter: wrap::meter_name(text),
        value_end: None,
        grown: grown::find(program),
        unused: HashSet::new(),
        ignored: HashSet::new(),
        raw: None,
        labelled: None,
        breaks: Vec::new(),
        loops: 0,
        rests: 0,
        frames: vec![Frame::default()],
    };
    eraser.open_value(&shape.value);
    if let Some(hashbang) = &program.hashbang {
        eraser.blank(hashbang.span);
    }
    eraser.visit_program(program);
    if let Some(refusal) = eraser.refusal {
        return Err(refusal);
    }
    eraser.close_value(&shape.value);
    // An identifier may be spelled with escapes, so the tree has the last word.
    let meter = eraser.meter;
    if eraser.names.iter().any(|name| name.starts_with(METER)) {
        return Err(ProgramError::refusal(
            source,
            base,
            &format!("the name `{meter}` is taken by the engine"),
            "Use another name.",
        ));
    }
    Ok(Erased { edits: eraser.edits, members: eraser.members, fence_like: eraser.fence_like })
}

struct Eraser<'s> {
    source: &'s str,
    text: &'s str,
    base: usize,
    edits: Edits,
    members: MemberTable,
    depth: usize,
    functions: usize,
    refusal: Option<ProgramError>,
    fence_like: bool,
    /// Names with escapes in them.
    names: Vec<String>,
    meter: String,
    /// Where the expression that gives the value ends, and what to put there.
    value_end: Option<(usize, &'static str)>,
    /// The variables that hold growing texts.
    grown: Grown,
    /// Where assignments start whose value nobody uses.
    unused: HashSet<u32>,
    /// Where functions start whose value nobody uses.
    ignored: HashSet<u32>,
    /// The name that is read as it is, though it stands for a growing text.
    raw: Option<Span>,
    /// Where the statement starts that has a label of the program.
    labelled: Option<u32>,
    /// The label that `break` has to name, for each loop and `switch` around.
    breaks: Vec<Option<String>>,
    /// How many labels were made.
    loops: usize,
    /// How many names were made for what `...rest` is to leave out.
    rests: usize,
    /// The functions around, the program first; nothing where code runs that has no place for variables of its own.
    frames: Vec<Frame>,
}

/// What a function has to declare at its start.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// Whether it has no place for declarations.
    is_closed: bool,
    has_loops: bool,
    has_sums: bool,
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

impl Eraser<'_> {
    pub(super) fn refuse(&mut self, at: u32, message: &str, hint: &str) {
        if self.refusal.is_none() {
            let offset = self.base + at as usize;
            self.refusal = Some(ProgramError::refusal(self.source, offset, message, hint));
        }
    }

    pub(super) fn blank(&mut self, span: Span) {
        self.edits.blank(range(span));
    }

    /// Blanks a whole statement or class member. A semicolon keeps its neighbours apart.
    pub(super) fn blank_whole(&mut self, span: Span) {
        self.edits.open(span.start as usize, ";");
        self.blank(span);
    }

    /// Ends a statement or field whose last token was blanked: the line end alone may not do it.
    pub(super) fn end_explicitly(&mut self, span: Span) {
        let end = span.end as usize;
        if end > span.start as usize && self.edits.is_blank(end - 1) {
            self.edits.close(end, ";");
        }
    }

    pub(super) fn refuse_decorators(&mut self, decorators: &[Decorator<'_>]) {
        if let Some(decorator) = decorators.first() {
            self.refuse(
                decorator.span.start,
                "decorators are not available",
                "Call a function on the class or the method instead.",
            );
        }
    }

    pub(super) fn note_name(&mut self, span: Span, name: &str) {
        if self.text[range(span)].contains('\\') {
            self.names.push(name.to_owned());
        }
    }

    /// Moves a bracket that a blanked line end would part from its arrow or its `async`.
    pub(super) fn bridge_lines(
        &mut self,
        blanked: Range<usize>,
        bracket: usize,
        text: &str,
        opens: bool,
    ) {
        if self.text[blanked.clone()].contains(LINE_ENDS) {
            self.edits.blank(bracket..bracket + 1);
            if opens {
                self.edits.open(blanked.start, text);
            } else {
                self.edits.close(blanked.end, text);
            }
        }
    }

    pub(super) fn refuse_depth(&mut self, at: u32) {
        self.refuse(
            at,
            "the program nests too deep",
            "Split long chains and deep expressions into several statements.",
        );
    }
}
