//! The parse, and the parser's complaints in words that help a model.
//! A program is read as a module in TypeScript, where `return` may stand at the top.

use std::ops::Range;

use oxc_allocator::Allocator;
use oxc_ast::ast;
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use super::error::ProgramError;

/// Parses one part of the source and hands its tree on.
pub(super) fn with_tree<T>(
    source: &str,
    part: &Range<usize>,
    use_tree: impl FnOnce(&ast::Program<'_>) -> Result<T, ProgramError>,
) -> Result<T, ProgramError> {
    let text = &source[part.clone()];
    let allocator = Allocator::default();
    let options = ParseOptions {
        parse_regular_expression: true,
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(&allocator, text, SourceType::ts().with_module(true))
        .with_options(options)
        .parse();
    if let Some(error) = parsed.diagnostics.errors().next() {
        return Err(complaint(source, part, error));
    }
    if parsed.panicked {
        return Err(ProgramError::at(source, part.start, "the program does not parse", ""));
    }
    use_tree(&parsed.program)
}

/// Whether a text parses as a script of JavaScript, without any types.
///
/// # Errors
///
/// The first complaint.
pub(crate) fn as_javascript(text: &str) -> Result<(), String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::script()).parse();
    match parsed.diagnostics.errors().next() {
        Some(error) => Err(error.to_string()),
        None if parsed.panicked => Err("it does not parse".to_owned()),
        None => Ok(()),
    }
}

fn complaint(source: &str, part: &Range<usize>, error: &OxcDiagnostic) -> ProgramError {
    let text = &source[part.clone()];
    let label = error.labels.first();
    let offset = label.map_or(0, |label| label.offset() as usize);
    let mut message = error.message.to_string();
    if let Some(detail) = label.and_then(|label| label.label())
        && !message.contains(detail)
    {
        message = format!("{message}: {detail}");
    }
    let hint = hint(text, offset, error);
    ProgramError::at(source, part.start + offset, &message, &hint)
}

fn hint(text: &str, offset: usize, error: &OxcDiagnostic) -> String {
    let rest = text.get(offset..).unwrap_or_default();
    let before = text.get(..offset).unwrap_or_default().trim_end();
    let message = error.message.to_lowercase();
    let looks_like_jsx = rest.starts_with('<')
        || before.ends_with('<')
        || (before.ends_with('/') && before[..before.len() - 1].trim_end().ends_with('<'))
        || (before.rsplit('\n').next().is_some_and(|line| line.contains('<'))
            && (text.contains("/>") || text.contains("</")));
    let hint = if rest.starts_with("...") || before.ends_with("...") {
        "Write three dots only to spread a value inside [], {} or call arguments; code must be \
         complete, with nothing left out."
    } else if looks_like_jsx {
        "JSX is not available; build text with strings and template literals."
    } else if rest.trim().is_empty() {
        "The program ends too early; close every bracket, string and comment."
    } else if message.contains("unterminated") {
        "Close the literal on the same line, or use a template literal for text of several lines."
    } else if message.contains("await") {
        "Only async functions may await; mark the function around it as async."
    } else if let Some(help) = &error.help {
        return sentence(help);
    } else {
        "Correct the syntax here; the program is the body of an async function in TypeScript."
    };
    hint.to_owned()
}

fn sentence(text: &str) -> String {
    let text = text.trim().replace('\n', " ");
    if text.ends_with('.') { text } else { format!("{text}.") }
}
