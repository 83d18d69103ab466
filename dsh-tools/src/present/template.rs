//! Text with variables, `{{name}}`, read once and filled in as often as needed (rule PROMPT-5).
//! Values are put in as they are: what they hold is never read as a variable.

use std::sync::Arc;

/// Why a text is no template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// A variable has no end on its line.
    #[error("line {line}: `{{{{` opens a variable that no `}}}}` closes; {LITERAL}")]
    Unclosed {
        /// The line of the text, from 1.
        line: usize,
    },
    /// What stands between the braces is no name.
    #[error("line {line}: {name:?} is no name of a variable: {NAME_RULE}; {LITERAL}")]
    Name {
        /// What stands there, shortened.
        name: String,
        /// The line of the text, from 1.
        line: usize,
    },
}

const LITERAL: &str = "write `{{{{` for a literal `{{`, or give the text as `Verbatim`";
pub(super) const NAME_RULE: &str = "it takes ASCII letters, digits, `_`, `.` and `-`";
/// How much of a wrong name an error shows, in characters.
const SHOWN: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Variable(Arc<str>),
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template(Vec<Piece>);

impl Template {
    pub(super) fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, opened)) = rest.split_once("{{") {
            push_text(&mut pieces, before);
            if let Some(after) = opened.strip_prefix("{{") {
                push_text(&mut pieces, "{{");
                rest = after;
                continue;
            }
            let line = || 1 + newlines(text) - newlines(opened);
            let (inside, after) = opened
                .split_once("}}")
                .filter(|(inside, _)| !inside.contains('\n'))
                .ok_or_else(|| TemplateError::Unclosed { line: line() })?;
            let name = inside.trim_matches(' ');
            if !is_name(name) {
                let name = name.chars().take(SHOWN).collect();
                return Err(TemplateError::Name { name, line: line() });
            }
            pieces.push(Piece::Variable(name.into()));
            rest = after;
        }
        push_text(&mut pieces, rest);
        Ok(Self(pieces))
    }

    /// The variables, in the order in which they stand, as often as they stand there.
    pub(super) fn variables(&self) -> impl Iterator<Item = &Arc<str>> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Variable(name) => Some(name),
            Piece::Text(_) => None,
        })
    }

    /// The text with every variable replaced by its value; a variable without one becomes nothing.
    pub(super) fn fill<'a>(&self, value: impl Fn(&str) -> Option<&'a str>) -> String {
        let mut filled = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Variable(name) => filled.push_str(value(name).unwrap_or_default()),
            }
        }
        filled
    }
}

/// Whether a variable can have that name.
pub(super) fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    !name.is_empty() && name.bytes().all(fits)
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(text: &str) -> Result<String, TemplateError> {
        let template = Template::parse(text)?;
        Ok(template.fill(|name| (name == "x").then_some("{{y}}")))
    }

    #[test]
    fn prompt_5_values_are_put_in_as_they_are() {
        assert_eq!(fill("a {{x}} b {{ x }}").expect("text"), "a {{y}} b {{y}}");
        assert_eq!(fill("").expect("text"), "");
        assert_eq!(
            fill("{ } }} {x} {\"a\":{\"b\":1}}").expect("text"),
            "{ } }} {x} {\"a\":{\"b\":1}}"
        );
    }

    #[test]
    fn prompt_5_four_braces_are_two() {
        assert_eq!(fill("{{{{x}}").expect("text"), "{{x}}");
        assert_eq!(fill("{{{{{{x}}").expect("text"), "{{{{y}}");
        assert_eq!(fill("{{{{").expect("text"), "{{");
    }

    #[test]
    fn prompt_5_what_is_no_variable_is_told_with_its_line() {
        let unclosed = TemplateError::Unclosed { line: 2 };
        assert_eq!(fill("a\n{{x\n}}"), Err(unclosed.clone()));
        assert_eq!(fill("a\n{{"), Err(unclosed));
        for (text, name) in [("{{}}", ""), ("{{{x}}}", "{x"), ("{{ä}}", "ä"), ("{{a b}}", "a b")]
        {
            assert_eq!(fill(text), Err(TemplateError::Name { name: name.to_owned(), line: 1 }));
        }
        let long = format!("{{{{{}}}}}", "\u{7} ".repeat(1_000_000));
        let error = fill(&long).expect_err("no name").to_string();
        assert!(error.len() < 400 && !error.contains('\u{7}'), "{error}");
    }
}
