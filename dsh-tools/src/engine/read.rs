//! Reads a program's text without running it. A panic of the parser ends there.

use std::panic::catch_unwind;

use super::limits::Limits;
use crate::program::{self, Program, ProgramError};

/// Why there is no program.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It does not parse, or is refused.
    Refused(Box<ProgramError>),
    /// The parser failed.
    Broken,
}

impl Unread {
    /// What is said of a program on which the parser failed.
    pub(crate) const BROKEN: &str = "the parser failed on this program";
}

/// Reads a program; `globals` are the names of the objects whose calls are looked for.
///
/// The parser recurses: this needs a stack of [`super::stack_size`].
///
/// # Errors
///
/// When there is no program in the text.
pub(crate) fn read(source: &str, limits: &Limits, globals: &[&str]) -> Result<Program, Unread> {
    match catch_unwind(|| program::prepare(source, &limits.source(), globals)) {
        Ok(prepared) => prepared.map_err(|error| Unread::Refused(Box::new(error))),
        Err(_) => Err(Unread::Broken),
    }
}
