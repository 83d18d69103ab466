//! What is wrong with a program's text, told to the model that wrote it.
//! Line, column, the source line with a caret, and one sentence on what to do.

use std::fmt;

use super::text::{Position, snippet};

/// A program that does not run, and where.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) struct ProgramError {
    /// What is wrong.
    pub(crate) message: String,
    /// Where, in the model's own text.
    pub(crate) position: Position,
    /// The line and a caret, ready to print; empty when the text as a whole is at fault.
    pub(crate) snippet: String,
    /// What to do about it.
    pub(crate) hint: String,
    /// Whether the text parsed and was refused for what it says.
    pub(crate) refused: bool,
}

impl ProgramError {
    /// An error at a byte of the source.
    pub(super) fn at(source: &str, offset: usize, message: &str, hint: &str) -> Self {
        let position = Position::of_byte(source, offset);
        Self {
            message: message.to_owned(),
            position,
            snippet: snippet(source, position),
            hint: hint.to_owned(),
            refused: false,
        }
    }

    /// A refusal of syntax that parsed.
    pub(super) fn refusal(source: &str, offset: usize, message: &str, hint: &str) -> Self {
        Self { refused: true, ..Self::at(source, offset, message, hint) }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SyntaxError at {}: {}", self.position, self.message)?;
        if !self.snippet.is_empty() {
            write!(f, "\n{}", self.snippet)?;
        }
        if !self.hint.is_empty() {
            write!(f, "\nHint: {}", self.hint)?;
        }
        Ok(())
    }
}
