//! Where a walk puts violations: all of them, only their number, or the first few of the innermost ones.
//! Explanations of branches want few, and stop early.

use std::collections::HashSet;

use super::node::NodeId;
use super::violation::Violation;

/// Where violations go, and how many are wanted.
pub(super) struct Sink {
    pub(super) violations: Vec<Violation>,
    /// How many were found, also where none is kept.
    pub(super) count: usize,
    pub(super) want: Want,
    /// Schemas that several others lead to, with the values that were held against them: once is enough.
    pub(super) walked: HashSet<(NodeId, usize)>,
}

/// How many violations are wanted, and which.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Want {
    Everything,
    /// Only how many there are, up to that many.
    Count(usize),
    /// That many of the innermost ones: a failed set of branches gives those of its closest branch.
    Innermost(usize),
}

impl Sink {
    fn new(want: Want) -> Self {
        Self { violations: Vec::new(), count: 0, want, walked: HashSet::new() }
    }

    pub(super) fn everything() -> Self {
        Self::new(Want::Everything)
    }

    pub(super) fn count(most: usize) -> Self {
        Self::new(Want::Count(most))
    }

    pub(super) fn innermost(most: usize) -> Self {
        Self::new(Want::Innermost(most))
    }

    /// Whether no more are wanted.
    pub(super) fn is_full(&self) -> bool {
        match self.want {
            Want::Everything => false,
            Want::Count(most) | Want::Innermost(most) => self.count >= most,
        }
    }
}
