//! What one run may cost (rule CODE-10).

use std::time::Duration;

use crate::program::SourceLimits;

/// The budgets of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Time that the engine may compute; waiting costs nothing.
    pub(crate) compute: Duration,
    /// Bytes of the logs as a JSON array and of the value or message.
    pub(crate) output_bytes: usize,
    /// Frames of calls within calls.
    pub(crate) recursion: usize,
    pub(crate) source: SourceLimits,
    /// How deep a value may nest that leaves the program.
    pub(crate) value_depth: usize,
    /// How many values a value may hold that leaves the program.
    pub(crate) value_nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            compute: Duration::from_mins(1),
            output_bytes: 64 << 20,
            recursion: 10_000,
            source: SourceLimits::default(),
            value_depth: 100_000,
            value_nodes: 20_000_000,
        }
    }
}
