//! A program against a list of tools, without running it (rule CODE-13).

use std::thread;

use super::finding::Finding;
use super::preflight::{findings, written};
use crate::engine::{self, Limits, Unread};
use crate::json::Place;
use crate::tool::ToolSpec;

/// What is wrong with a program that calls these tools, as far as that can be told without running it and without a
/// type checker, in the order of its text.
///
/// Found are programs that do not parse, unknown tools, missing and unknown properties, and literals of another type
/// than their schema wants. What stands behind `as any`, a spread or a computed name is passed over, and so are calls
/// through other names than `tools`.
///
/// The text is parsed on a thread of this process: for a stranger's programs, let the process that runs them look at
/// them, as [`Preflight::Refuse`](super::Preflight::Refuse) does.
///
/// ```
/// use dsh_tools::code::check_program;
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::Schema;
/// use dsh_tools::tool::{NamePolicy, ToolSpec};
///
/// let arguments = r#"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a","b"]}"#;
/// let arguments = Schema::from_json(&parse(arguments)?)?;
/// let add = ToolSpec::new("add", NamePolicy::Portable, "Add.", arguments, Schema::any())?;
/// let found = check_program("await tools.ad({});\nawait tools.add({ a: '1' })", [&add]);
/// let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
/// assert_eq!(lines, [
///     "1:7: tools.ad: there is no such tool; did you mean `add`?",
///     "2:7: tools.add: missing required property `b`",
///     "2:19: tools.add: a: expected an integer, found the string \"1\"",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_program<'t>(
    program: &str,
    tools: impl IntoIterator<Item = &'t ToolSpec>,
) -> Vec<Finding> {
    match read(program) {
        // It may be written for a prompt of any level.
        Ok(program) => findings(&written(program), tools, true),
        Err(finding) => vec![finding],
    }
}

/// The calls of a program's text; or why there are none.
fn read(program: &str) -> Result<Vec<engine::WrittenCall>, Finding> {
    let start = Place { line: 1, column: 1 };
    let read = thread::scope(|scope| {
        let parser = thread::Builder::new().stack_size(engine::stack_size());
        let parser = parser.spawn_scoped(scope, || {
            engine::read(program, &Limits::default(), &["tools"]).map(|program| program.calls)
        });
        parser.map(|parser| parser.join().unwrap_or(Err(Unread::Broken)))
    });
    match read {
        Ok(Ok(calls)) => Ok(calls),
        Ok(Err(Unread::Refused(error))) => {
            let text = format!("SyntaxError: {}. {}", error.message, error.hint);
            Err(Finding::syntax(error.position, text.trim_end()))
        }
        Ok(Err(Unread::Broken)) => Err(Finding::syntax(start, Unread::BROKEN)),
        Err(error) => {
            let text = format!("no thread could be started to read the program: {error}");
            Err(Finding::syntax(start, &text))
        }
    }
}
