//! What is wrong with a program, as far as its text and the schemas of its tools tell (rule CODE-13).

use std::fmt;
use std::sync::Arc;

use crate::json::Place;
use crate::schema::{Mismatch, ViolationKind};

/// How many characters of a tool's name a text shows.
const MOST_OF_NAME: usize = 128;

/// Something that is wrong with a program, and where.
///
/// It displays as `line:column: text`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The line of the program, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 units.
    pub column: usize,
    /// Of which kind.
    pub kind: FindingKind,
    /// The tool that is called; none where the program as a whole is at fault.
    pub tool: Option<Arc<str>>,
    /// What is wrong and what to do, on one line.
    pub text: String,
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// The program does not parse, or uses syntax that is refused.
    Syntax,
    /// A tool that does not exist.
    UnknownTool,
    /// A required property that is not there.
    MissingProperty,
    /// A property that a closed object does not have.
    UnknownProperty,
    /// A literal of another type than is expected.
    WrongType,
}

impl FindingKind {
    /// The kind as text, such as `unknown_tool`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::UnknownTool => "unknown_tool",
            Self::MissingProperty => "missing_property",
            Self::UnknownProperty => "unknown_property",
            Self::WrongType => "wrong_type",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Finding {
    /// The program as a whole is at fault.
    #[cfg(feature = "engine")]
    pub(super) fn syntax(at: Place, text: &str) -> Self {
        Self::new(at, FindingKind::Syntax, None, text)
    }

    /// There is no such tool.
    pub(super) fn unknown_tool(at: Place, tool: &Arc<str>, near: Option<&str>) -> Self {
        let advice = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "call one that the SDK lists".to_owned(),
        };
        let text = format!("{}: there is no such tool; {advice}", callee(tool));
        Self::new(at, FindingKind::UnknownTool, Some(tool), &text)
    }

    /// An argument does not fit.
    pub(super) fn mismatch(at: Place, tool: &Arc<str>, mismatch: &Mismatch) -> Self {
        let callee = callee(tool);
        let violation = &mismatch.violation;
        let (kind, text) = match violation.kind {
            ViolationKind::MissingRequired => {
                let text = format!("{callee}: missing required property `{}`", violation.path);
                (FindingKind::MissingProperty, text)
            }
            ViolationKind::AdditionalProperty => {
                (FindingKind::UnknownProperty, format!("{callee}: {violation}"))
            }
            _ => (FindingKind::WrongType, format!("{callee}: {violation}")),
        };
        Self::new(at, kind, Some(tool), &text)
    }

    fn new(at: Place, kind: FindingKind, tool: Option<&Arc<str>>, text: &str) -> Self {
        let text = one_line(text);
        Self { line: at.line, column: at.column, kind, tool: tool.cloned(), text }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.text)
    }
}

/// A tool as a program spells it.
fn callee(tool: &str) -> String {
    let plain = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
    let cut = match tool.char_indices().nth(MOST_OF_NAME) {
        Some((end, _)) => format!("{}…", &tool[..end]),
        None => tool.to_owned(),
    };
    match tool.chars().next() {
        Some(first) if !first.is_numeric() && tool.chars().all(plain) => format!("tools.{cut}"),
        _ => format!("tools[{cut:?}]"),
    }
}

/// Names come from programs and may hold line ends.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() || matches!(char, '\u{2028}' | '\u{2029}') {
            line.extend(char.escape_default());
        } else {
            line.push(char);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_13_a_tool_is_named_as_a_program_spells_it() {
        for (name, spelled) in [
            ("add", "tools.add"),
            ("日本", "tools.日本"),
            ("read-file", r#"tools["read-file"]"#),
            ("1st", r#"tools["1st"]"#),
            ("", r#"tools[""]"#),
        ] {
            assert_eq!(callee(name), spelled);
        }
        assert_eq!(callee(&"x".repeat(500)).chars().count(), "tools.".len() + MOST_OF_NAME + 1);
    }

    #[test]
    fn code_13_a_finding_is_one_line() {
        let at = Place { line: 3, column: 14 };
        let finding = Finding::unknown_tool(at, &"a\nb".into(), Some("ab"));
        let text = r#"3:14: tools["a\nb"]: there is no such tool; did you mean `ab`?"#;
        assert_eq!(finding.to_string(), text);
        assert_eq!(one_line("a\nb"), "a\\nb");
    }
}
