//! The budgets of one run, validated when they are made (rule CODE-10).
//! Wall time and memory are not among them: those belong to whoever runs the engine's thread.

use std::time::Duration;

use crate::program::SourceLimits;

/// What a run may cost.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Limits {
    /// Time in which the engine computes, waiting excluded.
    pub(crate) compute: Duration,
    /// JSON bytes of the logs, plus those of the value or the message.
    pub(crate) output_bytes: usize,
    /// Function calls inside one another.
    pub(crate) recursion: usize,
    /// Bytes of the source.
    pub(crate) source_bytes: usize,
    /// Brackets inside one another in the source.
    pub(crate) bracket_depth: usize,
    /// Levels of a value that crosses between program and host.
    pub(crate) value_depth: usize,
    /// Scalars and containers of a value that crosses.
    pub(crate) value_nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            compute: Duration::from_mins(1),
            output_bytes: 64 * 1024 * 1024,
            recursion: 10_000,
            source_bytes: 256 * 1024,
            bracket_depth: 500,
            value_depth: 100_000,
            value_nodes: 4_000_000,
        }
    }
}

/// Limits that no run could keep, or that the engine's stack does not bear.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the limit `{limit}` must be {requirement}")]
pub(crate) struct InvalidLimits {
    /// The field's name.
    pub(crate) limit: &'static str,
    /// What it must be.
    pub(crate) requirement: &'static str,
}

impl Limits {
    /// Checks every limit.
    ///
    /// # Errors
    ///
    /// Names the first limit that is out of range.
    pub(crate) fn validate(&self) -> Result<(), InvalidLimits> {
        let rules = [
            (!self.compute.is_zero(), "compute", "more than zero"),
            (self.output_bytes >= 4, "output_bytes", "at least 4"),
            ((1..=10_000).contains(&self.recursion), "recursion", "from 1 to 10,000"),
            ((1..=1 << 20).contains(&self.source_bytes), "source_bytes", "from 1 to 1 MiB"),
            ((1..=500).contains(&self.bracket_depth), "bracket_depth", "from 1 to 500"),
            (self.value_depth >= 1, "value_depth", "at least 1"),
            (self.value_nodes >= 1, "value_nodes", "at least 1"),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, limit, requirement)) => Err(InvalidLimits { limit, requirement }),
            None => Ok(()),
        }
    }

    pub(super) fn source(&self) -> SourceLimits {
        SourceLimits { bytes: self.source_bytes, brackets: self.bracket_depth }
    }
}

/// The stack, in bytes, that a thread needs to call [`super::run`]: parser and engine recurse.
pub(crate) const fn stack_size() -> usize {
    if cfg!(debug_assertions) { 256 * 1024 * 1024 } else { 64 * 1024 * 1024 }
}
