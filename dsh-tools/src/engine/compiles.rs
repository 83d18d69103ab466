//! Whether the engine takes a script, without running any of it.
//! For tests that hold the front end against the parser and the compiler behind it.

use boa_engine::{Context, Script, Source};

/// Parses and compiles a script in a bare context.
///
/// The parser recurses: this needs a stack of [`super::stack_size`].
///
/// # Errors
///
/// What the engine says against it.
pub(crate) fn compiles(script: &str) -> Result<(), String> {
    let context = &mut Context::default();
    Script::parse(Source::from_bytes(script), None, context)
        .and_then(|script| script.codeblock(context).map(drop))
        .map_err(|error| error.to_string())
}
