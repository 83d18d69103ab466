//! `pattern`: ECMA-262 regular expressions, matched within bounds.
//! A match that would backtrack too much counts as none, so that no value can hold up a call.

use std::fmt;
use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

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

/// What ECMA-262 takes for space, as the inside of a class.
const SPACE: &str = r"\t\n\x0b\x0c\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";
const DIGIT: &str = "0-9";
const WORD: &str = "A-Za-z0-9_";

/// Writes what means something else in Rust, or nothing: there `\d` and `\w` are not ASCII, `.` matches more,
/// and an escape that means nothing is refused.
fn translate(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 16);
    let mut in_class = false;
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => escape(&mut characters, in_class, &mut out),
            '[' if in_class => out.push_str("\\["),
            '[' => {
                let negated = characters.next_if_eq(&'^').is_some();
                // `[]` matches nothing and `[^]` anything.
                match (characters.next_if_eq(&']').is_some(), negated) {
                    (true, true) => out.push_str(r"[\s\S]"),
                    (true, false) => out.push_str(r"[^\s\S]"),
                    (false, negated) => {
                        in_class = true;
                        out.push_str(if negated { "[^" } else { "[" });
                    }
                }
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            '.' if !in_class => out.push_str(r"[^\n\r\u{2028}\u{2029}]"),
            // Set operations of Rust's classes are plain characters in ECMA-262.
            '&' | '~' if in_class => out.extend(['\\', character]),
            other => out.push(other),
        }
    }
    out
}

fn escape(characters: &mut Peekable<Chars<'_>>, in_class: bool, out: &mut String) {
    let class = |inside: &str| if in_class { inside.to_owned() } else { format!("[{inside}]") };
    match characters.next() {
        Some('d') => out.push_str(&class(DIGIT)),
        Some('w') => out.push_str(&class(WORD)),
        Some('s') => out.push_str(&class(SPACE)),
        Some('D') => out.extend(["[^", DIGIT, "]"]),
        Some('W') => out.extend(["[^", WORD, "]"]),
        Some('S') => out.extend(["[^", SPACE, "]"]),
        Some('0') => out.push_str(r"\x00"),
        Some('b') if in_class => out.push_str(r"\x08"),
        Some('c') => {
            let control = characters.next().map_or(0, |letter| u32::from(letter) % 32);
            // Writing to a string cannot fail.
            let _ = write!(out, "\\x{control:02x}");
        }
        Some('u') => unicode(characters, out),
        Some('/') => out.push('/'),
        // Letters that mean nothing stand for themselves.
        Some(letter) if letter.is_ascii_alphabetic() && !"bBnrtvfxkpP".contains(letter) => {
            out.push(letter);
        }
        Some(other) => out.extend(['\\', other]),
        None => out.push('\\'),
    }
}

/// What follows `\u`: four digits, which may be half of a pair, or digits in braces.
fn unicode(characters: &mut Peekable<Chars<'_>>, out: &mut String) {
    if characters.peek() == Some(&'{') {
        out.push_str("\\u");
        return;
    }
    let Some(first) = four_digits(characters) else { return out.push('u') };
    let mut ahead = characters.clone();
    let pair = (ahead.next() == Some('\\') && ahead.next() == Some('u'))
        .then(|| four_digits(&mut ahead))
        .flatten()
        .filter(|second| (0xd800..0xdc00).contains(&first) && (0xdc00..0xe000).contains(second));
    let code = match pair {
        Some(second) => {
            *characters = ahead;
            0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)
        }
        None => first,
    };
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{{{code:x}}}");
}

/// Four hexadecimal digits; nothing is taken if there are fewer.
fn four_digits(characters: &mut Peekable<Chars<'_>>) -> Option<u32> {
    let mut ahead = characters.clone();
    let digits = ahead.by_ref().take(4).map(|digit| digit.to_digit(16));
    let value = digits.collect::<Option<Vec<u32>>>().filter(|digits| digits.len() == 4)?;
    *characters = ahead;
    Some(value.into_iter().fold(0, |value, digit| value * 16 + digit))
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
        assert!(matches(r"^\s$", "\u{feff}") && !matches(r"^\s$", "\u{85}"));
        assert!(matches(r"^[\s\S]$", "\u{85}") && matches(r"^[^\s]\S$", "ab"));
        assert!(!matches("^.$", "\u{2028}") && matches("^.$", "é") && matches("^[.]$", "."));
        assert!(matches(r"^\ud83d\ude00\u00e9$", "😀é") && matches(r"^\u{1f600}$", "😀"));
        assert!(matches(r"^\a\-\_\0$", "a-_\0") && matches("^[^]$", "\n") && !matches("[]", "a"));
        assert!(matches(r"^(?<a>x)\k<a>\b$", "xx") && matches(r"^[\b]$", "\u{8}"));
    }

    #[test]
    fn odd_escapes_do_not_panic() {
        for odd in [r"\u12", r"\u", r"\ud83d", r"\", r"\c", "[", "[^", r"[\", r"\ud83dx"] {
            let _ = Pattern::new(odd);
        }
    }

    #[test]
    fn sch_2_catastrophic_patterns_end() {
        let slow = Pattern::new(r"^(?=(a+)+$)(a|aa)+\1$").expect("compiles");
        assert!(!slow.matches(&("a".repeat(60) + "b")));
    }
}
