//! Any text as a program: it is refused with a place in it, or becomes JavaScript, line for line (CODE-1, CODE-10).
//! What calls can be told from the text alone have places in it, too (CODE-13).

use std::collections::HashSet;
use std::sync::LazyLock;

use dsh_tools::__private::{PARSER_FAILED, engine_compiles, javascript_of, parses_as_javascript};
use dsh_tools::code::check_program;
use dsh_tools::json::parse;
use dsh_tools::schema::Schema;
use dsh_tools::tool::{NamePolicy, ToolSpec};

use super::promptly;

/// A tool for programs that call one.
static TOOL: LazyLock<ToolSpec> = LazyLock::new(|| {
    let arguments = r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"array","items":{"type":"string"}}},
        "required":["a"],"additionalProperties":false}"#;
    let arguments = Schema::from_json(&parse(arguments).unwrap()).unwrap();
    ToolSpec::new("add", NamePolicy::Portable, "Add.", arguments, Schema::any()).unwrap()
});

/// Reads a program.
pub fn front_end(bytes: &[u8]) {
    let program = &*String::from_utf8_lossy(bytes);
    let lines = program.split('\n').count();
    let findings = promptly("the check", || check_program(program, [&*TOOL]));
    for finding in findings {
        assert!((1..=lines).contains(&finding.line), "{finding} is outside of {program:?}");
        assert!(!finding.text.contains('\n'), "{finding} has several lines");
    }
    match promptly("the front end", || javascript_of(program)) {
        Ok(javascript) => accepted(program, &javascript),
        Err(message) => refused(&message, lines),
    }
}

/// `SyntaxError at 3:7: …`, unless it is the text as a whole.
fn refused(message: &str, lines: usize) {
    assert_ne!(message, PARSER_FAILED);
    let place = message.strip_prefix("SyntaxError at ").and_then(|rest| rest.split_once(':'));
    let line: Option<usize> = place.and_then(|(line, _)| line.parse().ok());
    assert!(line.is_some_and(|line| (1..=lines).contains(&line)), "no such place: {message}");
}

fn accepted(program: &str, javascript: &str) {
    assert!(keeps_lines(program, javascript), "lines moved:\n{program}\n---\n{javascript}");
    if let Err(error) = promptly("the parser", || parses_as_javascript(javascript)) {
        panic!(
            "what was JavaScript and types is none any more: {error}\n{program}\n---\n{javascript}"
        );
    }
    // The engine finds early errors that the parser leaves to it. They must not be our doing, though.
    if let Err(error) = promptly("the engine", || engine_compiles(javascript)) {
        assert_ne!(error, PARSER_FAILED);
        let unchanged =
            format!("(function(){{\"use strict\";return async function(){{\n{program}\n}}}})");
        let ours = has_no_types(program, javascript) && engine_compiles(&unchanged).is_ok();
        assert!(!ours, "the engine takes it unchanged: {error}\n{program}\n---\n{javascript}");
    }
}

/// Whether all of the program stands in the JavaScript: with types, the same text can be JavaScript that means something
/// else, as `f<T>(x)` does.
fn has_no_types(program: &str, javascript: &str) -> bool {
    let mut javascript = javascript.chars();
    let mut visible = program.chars().filter(|char| !char.is_whitespace());
    visible.all(|char| javascript.any(|other| other == char))
}

/// Whether each line of the program is where it was, behind the line that opens the function around it: no word
/// stands in another line than in the program. From a program inside of Markdown only a part is taken.
fn keeps_lines(program: &str, javascript: &str) -> bool {
    let from: Vec<HashSet<&str>> = program.split('\n').map(|line| words(line).collect()).collect();
    let to: Vec<&str> = javascript.split('\n').skip(1).collect();
    let fenced = program.contains("```") || program.contains("~~~");
    // `return main()` and the closing brackets follow.
    let added = if javascript.contains("\n;return ") { [1, 2] } else { [1, 1] };
    if fenced {
        let most = from.len().saturating_sub(to.len().saturating_sub(2));
        return (0..=most).any(|skipped| same_words(&from[skipped.min(from.len())..], &to));
    }
    added.iter().any(|added| to.len() == from.len() + added) && same_words(&from, &to)
}

fn same_words(from: &[HashSet<&str>], to: &[&str]) -> bool {
    from.iter()
        .zip(to)
        .all(|(from, to)| words(to).filter(|word| !is_added(word)).all(|word| from.contains(word)))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|char: char| !char.is_alphanumeric() && !matches!(char, '_' | '$'))
        .filter(|word| !word.is_empty())
}

/// Words of the meter, of loops over items and growing texts, and of what gives the program's value.
fn is_added(word: &str) -> bool {
    let words = [
        "if", "return", "const", "let", "for", "of", "break", "length", "void", "0", "1", "8",
        "256",
    ];
    word.starts_with("$meter") || words.contains(&word)
}
