//! What came of asking whether a call may go on (rule PIPE-3).

use serde::{Deserialize, Serialize};

/// What came of asking. Serialises as `allowed-once`, `rejected`, `cancelled` or `unavailable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Approval {
    /// This call may go on.
    AllowedOnce,
    /// It may not.
    Rejected,
    /// The question was withdrawn.
    Cancelled,
    /// There was nobody to ask.
    Unavailable,
}
