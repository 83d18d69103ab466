//! JSON text and its size: written from a stack of open containers, never by recursion.
//! The measured size is that of the text without spaces, in UTF-8 bytes.

use std::fmt;
use std::sync::Arc;

use super::value::{Json, Object};

/// One open container while writing.
enum Open<'a> {
    Array(std::slice::Iter<'a, Json>),
    Object(indexmap::map::Iter<'a, Arc<str>, Json>),
}

/// Compact JSON text, as `JSON.stringify` writes it.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_compact(self, f)
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_compact(&Json::Object(self.clone()), f)
    }
}

/// Writes the value without spaces.
pub(super) fn write_compact(value: &Json, out: &mut impl fmt::Write) -> fmt::Result {
    write_by(write_scalar, value, out)
}

/// The value without spaces, in a text that is read as the same numbers again.
///
/// As JavaScript writes them, doubles beyond 2^53 look like integers, and those are read digit by digit: as other
/// numbers, which no program can hold (rule SCH-7).
#[cfg_attr(not(all(feature = "engine", target_os = "linux")), allow(dead_code))] // Only a worker sends values as text.
pub(crate) fn exact_text(value: &Json) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_by(write_exact_scalar, value, &mut text);
    text
}

fn write_exact_scalar(value: &Json, out: &mut impl fmt::Write) -> fmt::Result {
    match value {
        Json::Number(number) => number.write_exact(out),
        other => write_scalar(other, out),
    }
}

fn write_by<W: fmt::Write>(
    write_scalar: impl Fn(&Json, &mut W) -> fmt::Result,
    value: &Json,
    out: &mut W,
) -> fmt::Result {
    let mut open = Vec::new();
    write_start(&write_scalar, value, out, &mut open)?;
    while let Some(container) = open.last_mut() {
        match container {
            Open::Array(items) => match items.next() {
                Some(item) => {
                    let more = items.len() > 0;
                    let scalar = write_start(&write_scalar, item, out, &mut open)?;
                    write_separator(scalar && more, out)?;
                }
                None => close("]", out, &mut open)?,
            },
            Open::Object(members) => match members.next() {
                Some((key, member)) => {
                    let more = members.len() > 0;
                    write_string(key, out)?;
                    out.write_char(':')?;
                    let scalar = write_start(&write_scalar, member, out, &mut open)?;
                    write_separator(scalar && more, out)?;
                }
                None => close("}", out, &mut open)?,
            },
        }
    }
    Ok(())
}

/// The value without spaces, as a text to be shared. Short ones are laid out in place first.
pub(crate) fn compact_text(value: &Json) -> Arc<str> {
    let mut short = Short { bytes: [0; SHORT], length: 0 };
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) if write_scalar(value, &mut short).is_ok() => {
            short.as_str().into()
        }
        other => other.to_string().into(),
    }
}

/// No number is longer.
const SHORT: usize = 32;

/// A text of at most so many bytes.
struct Short {
    bytes: [u8; SHORT],
    length: usize,
}

impl Short {
    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl fmt::Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let room = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// Writes a scalar, or opens a container; answers whether the value is complete.
fn write_start<'a, W: fmt::Write>(
    write_scalar: &impl Fn(&Json, &mut W) -> fmt::Result,
    value: &'a Json,
    out: &mut W,
    open: &mut Vec<Open<'a>>,
) -> Result<bool, fmt::Error> {
    match value {
        Json::Array(items) => {
            out.write_char('[')?;
            open.push(Open::Array(items.iter()));
            Ok(false)
        }
        Json::Object(members) => {
            out.write_char('{')?;
            open.push(Open::Object(members.iter()));
            Ok(false)
        }
        scalar => write_scalar(scalar, out).map(|()| true),
    }
}

/// Writes anything but a container.
pub(super) fn write_scalar(value: &Json, out: &mut impl fmt::Write) -> fmt::Result {
    match value {
        Json::Null => out.write_str("null"),
        Json::Bool(true) => out.write_str("true"),
        Json::Bool(false) => out.write_str("false"),
        Json::Number(number) => number.write(out),
        Json::String(text) => write_string(text, out),
        Json::Array(_) | Json::Object(_) => Ok(()),
    }
}

fn write_separator(wanted: bool, out: &mut impl fmt::Write) -> fmt::Result {
    if wanted { out.write_char(',') } else { Ok(()) }
}

/// Closes the innermost container, with the comma that its own place in the outer one needs.
fn close(bracket: &str, out: &mut impl fmt::Write, open: &mut Vec<Open<'_>>) -> fmt::Result {
    out.write_str(bracket)?;
    open.pop();
    let more = match open.last() {
        Some(Open::Array(items)) => items.len() > 0,
        Some(Open::Object(members)) => members.len() > 0,
        None => false,
    };
    write_separator(more, out)
}

/// Writes a JSON string with its quotes and escapes.
///
/// # Errors
///
/// Only those of `out`.
///
/// ```
/// let mut text = String::new();
/// dsh_tools::json::write_string("a\"\n\u{1}", &mut text)?;
/// assert_eq!(text, r#""a\"\n\u0001""#);
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_string(text: &str, out: &mut impl fmt::Write) -> fmt::Result {
    out.write_char('"')?;
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0x00..=0x1f => "",
            _ => continue,
        };
        out.write_str(&text[written..at])?;
        if escape.is_empty() {
            write!(out, "\\u{byte:04x}")?;
        } else {
            out.write_str(escape)?;
        }
        written = at + 1;
    }
    out.write_str(&text[written..])?;
    out.write_char('"')
}

/// How many bytes [`write_string`] writes for that text.
#[must_use]
pub fn measure_string(text: &str) -> usize {
    let extra: usize = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
            0x00..=0x1f => 5,
            _ => 0,
        })
        .sum();
    text.len() + extra + 2
}

/// How many bytes the compact text of the value has.
///
/// ```
/// use dsh_tools::json::{Json, measure};
///
/// let value = Json::from(serde_json::json!({ "a": [1, "é"] }));
/// assert_eq!(measure(&value), value.to_string().len());
/// ```
#[must_use]
pub fn measure(value: &Json) -> usize {
    let mut count = Count(0);
    // Counting cannot fail.
    let _ = write_compact(value, &mut count);
    count.0
}

/// A sink that only counts.
struct Count(usize);

impl fmt::Write for Count {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Number, parse};
    use super::*;

    #[test]
    fn writes_what_serde_json_writes() {
        for text in [
            r#"{"a":[],"b":{},"c":[1,[2,{"d":null}],3],"e":{"f":{"g":true}},"h":"x\"\\\n"}"#,
            "[[[]],[],[{}]]",
            r#""\u0001é\u2028😀""#,
            "-12.5",
        ] {
            let value: serde_json::Value = serde_json::from_str(text).expect("valid JSON");
            let expected = value.to_string();
            let ours = Json::from(value);
            assert_eq!(ours.to_string(), expected);
            assert_eq!(measure(&ours), expected.len());
        }
    }

    #[test]
    fn sch_7_an_exact_text_is_read_as_the_same_numbers() {
        let double = |value: f64| Json::Number(Number::from_f64(value).expect("finite"));
        let powers = [53, 60, 62, 63, 64, 70, 1000].map(|power| 2.0_f64.powi(power));
        let doubles = powers.into_iter().chain([1e16, 1e21, 0.1, 5e-324, f64::MAX]);
        let mut values: Vec<Json> =
            doubles.flat_map(|value| [double(value), double(-value)]).collect();
        values.extend([Json::from(i64::MIN), Json::from(u64::MAX), Json::from(1_i64 << 53)]);
        for value in values {
            let again = parse(&exact_text(&value)).expect("JSON");
            assert_eq!(again, value);
            // As JSON text alone tells: an integer, or a double.
            assert_eq!(
                (again.as_i64(), again.as_u64()),
                (value.as_i64(), value.as_u64()),
                "{value}"
            );
        }
    }

    #[test]
    fn sch_6_deep_values_are_written_without_recursion() {
        let deep = (0..100_000).fold(Json::Null, |inner, _| Json::from(vec![inner]));
        assert_eq!(measure(&deep), 200_004);
        assert_eq!(deep.to_string().len(), 200_004);
    }
}
