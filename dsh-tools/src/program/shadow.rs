//! Which parts of a program a global name does not reach, because something inside declares the same name.
//! Told only when the whole program has been seen: a declaration holds for its scope from the start.

use oxc_span::Span;

/// A scope that is being walked.
#[derive(Clone, Copy)]
struct Scope {
    span: Span,
    is_function: bool,
}

/// Scopes and what they declare.
pub(super) struct Shadows {
    scopes: Vec<Scope>,
    /// Whether names are being declared for the whole function, by `var`.
    pub(super) hoisting: bool,
    /// Of each global name, the scopes that declare it too.
    declared: Vec<Vec<Span>>,
    /// Of each global name, where something assigns to it.
    assigned: Vec<Vec<u32>>,
}

impl Shadows {
    /// Nothing is known yet of a program and that many global names.
    pub(super) fn new(program: Span, names: usize) -> Self {
        Self {
            scopes: vec![Scope { span: program, is_function: true }],
            hoisting: false,
            declared: vec![Vec::new(); names],
            assigned: vec![Vec::new(); names],
        }
    }

    /// Enters a scope; answers what [`Self::leave`] wants back.
    pub(super) fn enter(&mut self, span: Span, is_function: bool) -> bool {
        self.scopes.push(Scope { span, is_function });
        std::mem::replace(&mut self.hoisting, false)
    }

    pub(super) fn leave(&mut self, hoisting: bool) {
        self.scopes.pop();
        self.hoisting = hoisting;
    }

    /// The scope at hand declares that name.
    pub(super) fn declare(&mut self, name: usize) {
        let mut around = self.scopes.iter().rev();
        let scope = around.find(|scope| scope.is_function || !self.hoisting);
        self.declared[name].extend(scope.map(|scope| scope.span));
    }

    /// Something assigns to that name.
    pub(super) fn assign(&mut self, name: usize, at: u32) {
        self.assigned[name].push(at);
    }

    /// For each name, where it is the global one.
    pub(super) fn reach(self) -> Vec<Reach> {
        let mut reaches: Vec<Reach> = self.declared.into_iter().map(Reach::without).collect();
        for (reach, assigned) in reaches.iter_mut().zip(self.assigned) {
            reach.replaced = assigned.into_iter().any(|at| reach.covers(at));
        }
        reaches
    }
}

/// Where a name is the global one.
pub(super) struct Reach {
    /// Where it is not: apart from each other, ascending.
    hidden: Vec<Span>,
    /// Whether the program gives the global name another value.
    replaced: bool,
}

impl Reach {
    fn without(mut declared: Vec<Span>) -> Self {
        declared.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        let mut hidden: Vec<Span> = Vec::new();
        for span in declared {
            // Scopes nest, so one that starts inside another one also ends there.
            if hidden.last().is_none_or(|last| last.end <= span.start) {
                hidden.push(span);
            }
        }
        Self { hidden, replaced: false }
    }

    /// Whether the name at that place means the global one.
    pub(super) fn covers(&self, at: u32) -> bool {
        let next = self.hidden.partition_point(|span| span.start <= at);
        let before = next.checked_sub(1).map(|index| self.hidden[index]);
        !self.replaced && before.is_none_or(|span| span.end <= at)
    }
}
