//! What the model reads of a run that failed (rules CODE-6 and CODE-9): what went wrong, what had
//! happened by then, and what had been logged.

use std::fmt::Write as _;

use super::runtime::CodeFailure;
use crate::call::{ErrorCode, ToolError};

/// How many finished calls are named.
pub(super) const MOST_NAMED: usize = 20;

/// A nested call that was over when the run ended.
pub(super) struct Finished {
    pub(super) name: String,
    /// The message of its failure.
    pub(super) error: Option<String>,
}

/// The failure of `run_code`.
pub(super) fn error(
    failure: &CodeFailure,
    finished: &[Finished],
    notes: &[String],
    logs: &[String],
) -> ToolError {
    let mut message = failure.to_string();
    if !finished.is_empty() {
        message.push_str("\nFinished before that, and not undone:");
        for call in finished.iter().take(MOST_NAMED) {
            // Writing to a string cannot fail.
            let _ = match &call.error {
                None => write!(message, "\n- {}: done", call.name),
                Some(error) => write!(message, "\n- {}: failed: {}", call.name, first_line(error)),
            };
        }
        if finished.len() > MOST_NAMED {
            let _ = write!(message, "\n- and {} more", finished.len() - MOST_NAMED);
        }
    }
    for note in notes {
        let _ = write!(message, "\n{note}");
    }
    if !logs.is_empty() {
        let _ = write!(message, "\nCaptured output:\n{}", logs.join("\n"));
    }
    ToolError::new(message).with_code(ErrorCode::CODE_RUN_FAILED)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
