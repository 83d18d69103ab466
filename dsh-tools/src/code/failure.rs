//! What the model reads of a run that failed (rules CODE-6, CODE-9 and CODE-13): what went wrong, what is wrong with
//! the program's text, what had happened by then, and what had been logged.

use std::fmt::Write as _;

use super::finding::Finding;
use super::runtime::CodeFailure;
use crate::call::{ErrorCode, ToolError};

/// How many finished calls are named, and how many findings are told.
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
    findings: &[Finding],
    finished: &[Finished],
    notes: &[String],
    logs: &[String],
) -> ToolError {
    let mut message = failure.to_string();
    if !findings.is_empty() {
        message.push_str("\nFound in the program:");
        for finding in findings.iter().take(MOST_NAMED) {
            let _ = write!(message, "\n- {finding}");
        }
        if findings.len() > MOST_NAMED {
            let _ = write!(message, "\n- and {} more", findings.len() - MOST_NAMED);
        }
    }
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
