//! From the model's TypeScript to JavaScript that an engine runs, with every position kept.
//! Caps first, then one parse; types become spaces, and a map leads from the result back to the source.
//!
//! Rule CODE-1. The result is a function expression: called with a meter, it answers the program as an
//! async function without parameters. The meter is asked now and then by every loop and every function
//! of the program, which is the only way to end endless ones in an engine that cannot be interrupted.
//!
//! The parser recurses: call [`prepare`] on a thread with the engine's stack size.

mod calls;
mod duplicates;
mod erase;
mod error;
mod explain;
mod fence;
mod grown;
mod literal;
mod members;
mod order;
mod parse;
mod pieces;
mod places;
mod scan;
mod shadow;
mod shape;
mod still;
mod text;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod calls_tests;

pub(crate) use self::calls::WrittenCall;
pub(crate) use self::error::ProgramError;
pub(crate) use self::explain::nearest;
pub(crate) use self::order::{By, Order, Step};
pub(crate) use self::parse::as_javascript;
pub(crate) use self::text::{Position, snippet};

use self::members::MemberTable;
use self::text::PositionMap;

/// What a source text may cost before any parser sees it (rule CODE-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourceLimits {
    /// Bytes of the whole text, a fence and prose included.
    pub(crate) bytes: usize,
    /// Levels of `(`, `[`, `{` and `${` inside one another.
    pub(crate) brackets: usize,
}

impl Default for SourceLimits {
    fn default() -> Self {
        Self { bytes: 256 * 1024, brackets: 500 }
    }
}

/// A program that is ready for the engine.
#[derive(Debug)]
pub(crate) struct Program {
    /// JavaScript: a function expression that takes the meter and answers the program.
    pub(crate) javascript: String,
    /// Whether the value is that of a trailing call that may have been made for its effect alone:
    /// then a value that is no JSON counts as none.
    pub(crate) incidental_value: bool,
    /// The calls of global objects' functions that stand in the text.
    pub(crate) calls: Vec<WrittenCall>,
    source: String,
    map: PositionMap,
    members: MemberTable,
}

/// Checks, parses, wraps and erases a program. `globals` are the names of the objects whose calls are looked for.
///
/// # Errors
///
/// When the text exceeds a limit, does not parse, or uses syntax that cannot simply be erased.
pub(crate) fn prepare(
    source: &str,
    limits: &SourceLimits,
    globals: &[&str],
) -> Result<Program, ProgramError> {
    scan::check_size(source, limits)?;
    let whole = 0..source.len();
    let block = fence::find(source);
    let range = match &block {
        Some(block) if block.leads => block.range.clone(),
        Some(block) => {
            // Three backquotes may also stand in a comment or a template of an ordinary program.
            let as_it_is = build(source, whole.clone(), limits, globals);
            match as_it_is {
                Ok((program, false)) => return Ok(program),
                Err(error) if error.refused => return Err(error),
                Ok((_, true)) | Err(_) => block.range.clone(),
            }
        }
        None => whole,
    };
    build(source, range, limits, globals).map(|(program, _)| program)
}

/// The program in that part of the source, and whether its tree looks like a Markdown fence.
fn build(
    source: &str,
    range: std::ops::Range<usize>,
    limits: &SourceLimits,
    globals: &[&str],
) -> Result<(Program, bool), ProgramError> {
    scan::check_depth(source, &range, limits)?;
    parse::with_tree(source, &range, |tree| {
        let shape = shape::recognise(tree);
        let erased = erase::erase(source, range.start, tree, &shape)?;
        let (javascript, map) = text::assemble(source, &range, erased.edits);
        let program = Program {
            javascript,
            incidental_value: shape.incidental_value,
            calls: calls::find(source, range.start, tree, globals),
            source: source.to_owned(),
            map,
            members: erased.members,
        };
        Ok((program, erased.fence_like))
    })
}

impl Program {
    /// The model's own text.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Where in the model's text that place of the JavaScript comes from; `None` for what was added
    /// around it. Lines count from 1, columns of `at` in code points as the engine counts them.
    pub(crate) fn origin(&self, at: Position) -> Option<Position> {
        self.map.origin(&self.javascript, &self.source, at)
    }

    /// Where the program reads that name, at or after a place of its source.
    pub(crate) fn mention(&self, name: &str, from: Option<Position>) -> Option<Position> {
        let from = from.map_or(0, |at| at.to_byte(&self.source));
        self.members.mention(name, from).map(|at| Position::of_byte(&self.source, at))
    }

    /// What the syntax tree says about an access or a call that failed at that place of the source.
    pub(crate) fn explain(&self, message: &str, at: Position) -> Option<String> {
        explain::explain(&self.members, &self.source, message, at)
    }
}
