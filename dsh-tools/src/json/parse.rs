//! JSON text to values: strict where loss could hide, with positions, and without recursion.
//! Refused are duplicate keys, `-0`, numbers beyond doubles and lone surrogates (rule PIPE-1).

use std::fmt;
use std::sync::Arc;

use super::number::Number;
use super::value::{Json, ObjectBuilder};

/// Why a text is no lossless JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} at line {line}, column {column}")]
pub struct ParseError {
    /// One clause: what is wrong.
    pub reason: String,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
}

/// Reads one JSON value.
///
/// Integers that fit `i64` or `u64` are kept exactly; longer ones are read as the nearest double
/// (rule SCH-7).
///
/// # Errors
///
/// [`ParseError`] for text that is not JSON, or is JSON that a value here cannot hold without loss.
///
/// ```
/// use dsh_tools::json::parse;
///
/// assert_eq!(parse(r#"{"n": 1.0}"#)?.to_string(), r#"{"n":1}"#);
/// let error = parse("{\"a\": 1,\n \"a\": 2}").unwrap_err();
/// assert_eq!(error.to_string(), r#"duplicate key "a" at line 2, column 2"#);
/// # Ok::<(), dsh_tools::json::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Json, ParseError> {
    let mut parser = Parser { text, at: 0 };
    parser.document().map_err(|failure| failure.locate(text))
}

/// A failure at a byte offset.
struct Failure {
    reason: String,
    at: usize,
}

impl Failure {
    fn locate(self, text: &str) -> ParseError {
        let mut at = self.at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ParseError {
            reason: self.reason,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

type Parsed<T> = Result<T, Failure>;

/// A container that is being read.
enum Open {
    Array(Vec<Json>),
    Object(ObjectBuilder, Arc<str>),
}

/// Integers of so many digits fit an `i64`.
const SMALL: usize = 18;

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn document(&mut self) -> Parsed<Json> {
        let value = self.value()?;
        self.skip_space();
        if self.at < self.text.len() {
            return Err(self.unexpected("the end of the text"));
        }
        Ok(value)
    }

    fn value(&mut self) -> Parsed<Json> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let Some(mut value) = self.scalar_or_open(&mut open)? else { continue };
            // A complete value goes into the container around it, which may complete that one too.
            loop {
                match open.last_mut() {
                    None => return Ok(value),
                    Some(Open::Array(items)) => {
                        items.push(value);
                        if self.another(b']', "\",\" or \"]\"")? {
                            break;
                        }
                    }
                    Some(Open::Object(members, key)) => {
                        members.insert(std::mem::take(key), value);
                        if self.another(b'}', "\",\" or \"}\"")? {
                            *key = self.key(members)?;
                            break;
                        }
                    }
                }
                value = match open.pop() {
                    Some(Open::Array(items)) => Json::from(items),
                    Some(Open::Object(members, _)) => Json::from(members.build()),
                    None => return Ok(Json::Null),
                };
            }
        }
    }

    /// Reads a scalar or an empty container, or opens a container up to its first value.
    fn scalar_or_open(&mut self, open: &mut Vec<Open>) -> Parsed<Option<Json>> {
        self.skip_space();
        let value = match self.peek() {
            Some(b'{') => {
                self.at += 1;
                if self.closes(b'}') {
                    Json::Object(super::Object::default())
                } else {
                    let members = ObjectBuilder::default();
                    let key = self.key(&members)?;
                    open.push(Open::Object(members, key));
                    return Ok(None);
                }
            }
            Some(b'[') => {
                self.at += 1;
                if self.closes(b']') {
                    Json::from(Vec::new())
                } else {
                    open.push(Open::Array(Vec::new()));
                    return Ok(None);
                }
            }
            Some(b'"') => Json::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Json::Number(self.number()?),
            Some(b't') => self.word("true", Json::Bool(true))?,
            Some(b'f') => self.word("false", Json::Bool(false))?,
            Some(b'n') => self.word("null", Json::Null)?,
            _ => return Err(self.unexpected("a JSON value")),
        };
        Ok(Some(value))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn closes(&mut self, bracket: u8) -> bool {
        self.skip_space();
        let closes = self.peek() == Some(bracket);
        self.at += usize::from(closes);
        closes
    }

    /// After a value: true for a comma, false for the closing bracket.
    fn another(&mut self, bracket: u8, expected: &str) -> Parsed<bool> {
        if self.closes(bracket) {
            return Ok(false);
        }
        if self.closes(b',') {
            return Ok(true);
        }
        Err(self.unexpected(expected))
    }

    fn key(&mut self, members: &ObjectBuilder) -> Parsed<Arc<str>> {
        self.skip_space();
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a key in double quotes"));
        }
        let key = self.string()?;
        if members.contains_key(&key) {
            return Err(Failure { reason: format!("duplicate key {key:?}"), at: start });
        }
        if !self.closes(b':') {
            return Err(self.unexpected("\":\""));
        }
        Ok(key)
    }

    fn word(&mut self, word: &str, value: Json) -> Parsed<Json> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.unexpected("a JSON value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn string(&mut self) -> Parsed<Arc<str>> {
        let opened = self.at;
        self.at += 1;
        let mut out = String::new();
        let mut copied = self.at;
        loop {
            match self.peek() {
                Some(b'"') => {
                    let rest = &self.text[copied..self.at];
                    self.at += 1;
                    // Most hold no escape, and are copied once.
                    return Ok(if out.is_empty() { rest.into() } else { (out + rest).into() });
                }
                Some(b'\\') => {
                    out.push_str(&self.text[copied..self.at]);
                    self.at += 1;
                    out.push(self.escape()?);
                    copied = self.at;
                }
                Some(0x00..=0x1f) => {
                    let reason = "a control character in a string must be escaped".into();
                    return Err(Failure { reason, at: self.at });
                }
                Some(_) => self.at += 1,
                None => return Err(Failure { reason: "a string without end".into(), at: opened }),
            }
        }
    }

    /// Reads what follows a backslash.
    fn escape(&mut self) -> Parsed<char> {
        let start = self.at - 1;
        let character = match self.peek() {
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape(start);
            }
            _ => return Err(Failure { reason: "an unknown escape".into(), at: start }),
        };
        self.at += 1;
        Ok(character)
    }

    fn unicode_escape(&mut self, start: usize) -> Parsed<char> {
        let lone = || Failure { reason: "a lone surrogate".into(), at: start };
        let first = self.hex(start)?;
        if !(0xd800..0xe000).contains(&first) {
            return char::from_u32(first).ok_or_else(lone);
        }
        if first >= 0xdc00 || !self.text[self.at..].starts_with("\\u") {
            return Err(lone());
        }
        self.at += 2;
        let second = self.hex(start)?;
        if !(0xdc00..0xe000).contains(&second) {
            return Err(lone());
        }
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)).ok_or_else(lone)
    }

    fn hex(&mut self, start: usize) -> Parsed<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let value = digits.and_then(|digits| {
            digits.iter().try_fold(0, |value, &digit| {
                char::from(digit).to_digit(16).map(|digit| value * 16 + digit)
            })
        });
        self.at += 4;
        value.ok_or_else(|| Failure { reason: "an unknown escape".into(), at: start })
    }

    fn digits(&mut self) -> bool {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        self.at > start
    }

    /// An integer of few digits that is not written in another way; nothing is read otherwise.
    fn small_integer(&mut self) -> Option<i64> {
        let rest = &self.text.as_bytes()[self.at..];
        let is_negative = rest.first() == Some(&b'-');
        let digits = &rest[usize::from(is_negative)..];
        let mut value = 0_i64;
        let mut length = 0;
        while let Some(digit @ b'0'..=b'9') = digits.get(length) {
            if length == SMALL {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            length += 1;
        }
        let padded = digits.first() == Some(&b'0') && (length > 1 || is_negative);
        if length == 0 || padded || matches!(digits.get(length), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        self.at += usize::from(is_negative) + length;
        Some(if is_negative { -value } else { value })
    }

    fn number(&mut self) -> Parsed<Number> {
        let start = self.at;
        let bad = |reason: &str| Failure { reason: reason.into(), at: start };
        if let Some(small) = self.small_integer() {
            return Ok(small.into());
        }
        self.at += usize::from(self.peek() == Some(b'-'));
        let leading_zero = self.peek() == Some(b'0');
        let integer_start = self.at;
        if !self.digits() || (leading_zero && self.at > integer_start + 1) {
            return Err(bad("a number that JSON does not allow"));
        }
        let mut integer = true;
        if self.peek() == Some(b'.') {
            self.at += 1;
            integer = false;
            if !self.digits() {
                return Err(bad("a number that JSON does not allow"));
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            integer = false;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            if !self.digits() {
                return Err(bad("a number that JSON does not allow"));
            }
        }
        let text = &self.text[start..self.at];
        if integer && text != "-0" {
            if let Ok(value) = text.parse::<i64>() {
                return Ok(value.into());
            }
            if let Ok(value) = text.parse::<u64>() {
                return Ok(value.into());
            }
        }
        let value: f64 = text.parse().map_err(|_| bad("a number that JSON does not allow"))?;
        if !value.is_finite() {
            return Err(bad("a number beyond the range of doubles"));
        }
        Number::from_f64(value).ok_or_else(|| bad("-0, which JSON readers disagree on; write 0"))
    }

    fn unexpected(&self, expected: &str) -> Failure {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(character) => format!("{character:?}"),
            None => "the end of the text".into(),
        };
        Failure { reason: format!("expected {expected}, found {found}"), at: self.at }
    }
}

impl fmt::Debug for Parser<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser").field("at", &self.at).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> String {
        parse(text).expect_err(text).reason
    }

    #[test]
    fn reads_what_serde_json_reads() {
        for text in [
            r#" { "a" : [ 1 , -2.5e3 , true , null ] , "é" : "\u00e9\ud83d\ude00\/\n" } "#,
            "[]",
            "{}",
            "\"\"",
            "-1",
            "[[],[{}],{\"a\":{}}]",
        ] {
            let theirs: serde_json::Value = serde_json::from_str(text).expect(text);
            assert_eq!(parse(text).expect(text), Json::from(theirs), "{text}");
        }
    }

    #[test]
    fn pipe_1_refuses_what_would_lose_something() {
        assert!(reason(r#"{"a":1,"a":2}"#).contains("duplicate key"));
        assert!(reason("[-0]").contains("-0"));
        assert!(reason("-0.0").contains("-0"));
        assert!(reason("1e400").contains("beyond the range"));
        assert!(reason(r#""\ud800""#).contains("lone surrogate"));
        assert!(reason(r#""\udc00\ud800""#).contains("lone surrogate"));
    }

    #[test]
    fn refuses_what_is_not_json() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "'x'",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "nul",
            "[1 2]",
            "\"\t\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "NaN",
            "[",
            "\"abc",
            "{\"a\"}",
            "1 2",
            "\"\\",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sch_7_integers_are_exact_and_longer_ones_the_nearest_double() {
        assert_eq!(
            parse("9007199254740993").expect("number").as_i64(),
            Some(9_007_199_254_740_993)
        );
        assert_eq!(parse("18446744073709551615").expect("number").as_u64(), Some(u64::MAX));
        assert_eq!(
            parse("18446744073709551616").expect("number").as_f64(),
            Some(18_446_744_073_709_551_616.0)
        );
        assert_eq!(parse("1.0").expect("number").as_i64(), Some(1));
    }

    #[test]
    fn sch_6_deep_text_is_read_without_recursion() {
        let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(parse(&text).expect("deep").to_string(), text);
        assert!(parse(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn errors_name_line_and_column_in_characters() {
        let error = parse("{\n  \"é\": x }").expect_err("not JSON");
        assert_eq!((error.line, error.column), (2, 8));
    }
}
