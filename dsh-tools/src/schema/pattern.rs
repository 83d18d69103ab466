//! `pattern`: ECMA-262 regular expressions, matched within bounds.
//! A match that would backtrack too much counts as none, so that no value can hold up a call.

use std::fmt;
use std::fmt::Write as _;

use fancy_regex::{Regex, RegexBuilder};

use super::path::shortened;
use super::text::shown_text;

/// How often a match may backtrack.
const MOST_BACKTRACKS: usize = 100_000;

/// A compiled pattern.
pub(crate) struct Pattern {
    source: String,
    regex: Regex,
}

impl Pattern {
    /// Compiles a pattern; the error says what is wrong with it.
    pub(super) fn new(source: &str) -> Result<Self, String> {
        let regex = RegexBuilder::new(&translate(source))
            .backtrack_limit(MOST_BACKTRACKS)
            .delegate_size_limit(10 << 20)
            .build()
            .map_err(|error| {
                let error = error.to_string();
                let (source, error) = (shown_text(source), shortened(&error, 200));
                format!("the pattern {source} is not supported: {error}")
            })?;
        Ok(Self { source: source.to_owned(), regex })
    }

    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Whether it matches somewhere in the text.
    pub(crate) fn matches(&self, text: &str) -> bool {
        self.regex.is_match(text).unwrap_or(false)
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

/// Writes ECMA-262 escapes that mean something else in Rust: `\d` and `\w` are ASCII there, `\s` is not.
fn translate(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut in_class = false;
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('d') => out.push_str(if in_class { "0-9" } else { "[0-9]" }),
                Some('D') => out.push_str("[^0-9]"),
                Some('w') => out.push_str(if in_class { "A-Za-z0-9_" } else { "[A-Za-z0-9_]" }),
                Some('W') => out.push_str("[^A-Za-z0-9_]"),
                Some('/') => out.push('/'),
                Some('c') => {
                    let control = characters.next().map_or(0, |letter| u32::from(letter) % 32);
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\\x{control:02x}");
                }
                Some(other) => out.extend(['\\', other]),
                None => out.push('\\'),
            },
            '[' if in_class => out.push_str("\\["),
            '[' => {
                in_class = true;
                out.push('[');
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            // Set operations of Rust's classes are plain characters in ECMA-262.
            '&' | '~' if in_class => out.extend(['\\', character]),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sch_2_patterns_mean_what_they_mean_in_ecma_262() {
        let matches =
            |pattern: &str, text: &str| Pattern::new(pattern).expect(pattern).matches(text);
        assert!(matches(r"^\d+$", "12") && !matches(r"^\d+$", "१२"));
        assert!(matches(r"^[\w.]+$", "a.b") && !matches(r"^\w$", "é"));
        assert!(matches(r"^(?=a)a$", "a") && matches(r"^a\/b$", "a/b"));
        assert!(matches("^[a&&b]+$", "a&b"));
        assert!(Pattern::new("(").is_err());
    }

    #[test]
    fn sch_2_catastrophic_patterns_end() {
        let slow = Pattern::new(r"^(?=(a+)+$)(a|aa)+\1$").expect("compiles");
        assert!(!slow.matches(&("a".repeat(60) + "b")));
    }
}
