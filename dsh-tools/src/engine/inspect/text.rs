//! Primitives, texts in quotes and keys.

use boa_engine::property::PropertyKey;
use boa_engine::{JsString, JsValue};
use unicode_width::UnicodeWidthStr;

use super::CHARACTERS;

/// Texts of so many units are never cut into lines.
const SHORT: usize = 16;

/// How many columns of a terminal a text takes.
pub(in crate::engine) fn width(text: &str) -> usize {
    if text.is_ascii() { text.bytes().filter(|byte| *byte >= b' ').count() } else { text.width() }
}

/// The length as the language counts it.
pub(super) fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// A number; the negative zero is shown.
pub(in crate::engine) fn number_text(number: f64) -> String {
    if number == 0.0 && number.is_sign_negative() {
        return String::from("-0");
    }
    ryu_js::Buffer::new().format(number).to_owned()
}

/// Anything that is no object and no text.
pub(super) fn primitive(value: &JsValue) -> String {
    if value.is_undefined() {
        return String::from("undefined");
    }
    if value.is_null() {
        return String::from("null");
    }
    if let Some(flag) = value.as_boolean() {
        return flag.to_string();
    }
    if let Some(number) = value.as_number() {
        return number_text(number);
    }
    if let Some(integer) = value.as_bigint() {
        return format!("{}n", integer.to_string_radix(10));
    }
    if let Some(symbol) = value.as_symbol() {
        return symbol.descriptive_string().to_std_string_lossy();
    }
    String::from("(value)")
}

/// A text in quotes, each of its lines for itself where it does not fit into one.
pub(super) fn lines_of(text: &JsString, indentation: usize, line: usize) -> String {
    let length = text.len();
    let rest = length.saturating_sub(CHARACTERS);
    let cut: Vec<u16> = text.iter().take(CHARACTERS).collect();
    let mut out = if cut.len() > SHORT && cut.len() + indentation + 4 > line {
        let lines: Vec<String> =
            cut.split_inclusive(|unit| *unit == u16::from(b'\n')).map(quoted_units).collect();
        lines.join(&format!(" +\n{}", " ".repeat(indentation + 2)))
    } else {
        quoted_units(&cut)
    };
    if rest > 0 {
        out.push_str(&format!("... {rest} more character{}", if rest == 1 { "" } else { "s" }));
    }
    out
}

/// A text in the quotes that need the fewest escapes.
pub(super) fn quoted(text: &JsString) -> String {
    lines_of(text, 0, usize::MAX)
}

fn quoted_units(text: &[u16]) -> String {
    let has = |char: u8| text.contains(&u16::from(char));
    let has_hole = text.windows(2).any(|pair| pair == [u16::from(b'$'), u16::from(b'{')]);
    let quote = match () {
        () if !has(b'\'') => '\'',
        () if !has(b'"') => '"',
        () if !has(b'`') && !has_hole => '`',
        () => '\'',
    };
    format!("{quote}{}{quote}", escaped(text, quote))
}

fn escaped(text: &[u16], quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Err(lone) => out.push_str(&format!("\\u{:x}", lone.unpaired_surrogate())),
            Ok('\n') => out.push_str("\\n"),
            Ok('\r') => out.push_str("\\r"),
            Ok('\t') => out.push_str("\\t"),
            Ok('\u{8}') => out.push_str("\\b"),
            Ok('\u{c}') => out.push_str("\\f"),
            Ok('\\') => out.push_str("\\\\"),
            Ok(char) if char == quote => {
                out.push('\\');
                out.push(char);
            }
            Ok(char) if char.is_control() => out.push_str(&format!("\\x{:02X}", u32::from(char))),
            Ok(char) => out.push(char),
        }
    }
    out
}

/// The plain name of a key.
pub(super) fn key_name(key: &PropertyKey) -> String {
    match key {
        PropertyKey::String(name) => name.to_std_string_lossy(),
        PropertyKey::Index(index) => index.get().to_string(),
        PropertyKey::Symbol(symbol) => symbol.descriptive_string().to_std_string_lossy(),
    }
}

/// A key as it stands before its value.
pub(super) fn key(key: &PropertyKey) -> String {
    match key {
        PropertyKey::String(name) => {
            let text = name.to_std_string_lossy();
            let starts = text.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_');
            let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
            match () {
                () if text == "__proto__" => String::from("['__proto__']"),
                () if starts && text.chars().all(is_word) => text,
                () => quoted(name),
            }
        }
        PropertyKey::Index(index) => format!("'{}'", index.get()),
        PropertyKey::Symbol(_) => hidden_key(key),
    }
}

/// A key that is not enumerable, or a symbol.
pub(super) fn hidden_key(key: &PropertyKey) -> String {
    let name: Vec<u16> = key_name(key).encode_utf16().collect();
    format!("[{}]", escaped(&name, '\''))
}
