//! Values in messages: their type, and as much of them as someone reads.

use crate::json::Json;

/// How many characters of a text a message shows.
const MOST_SHOWN: usize = 60;

/// What was found, such as `the string "x"` or `an array of 3`.
pub(super) fn found(value: &Json) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Array(items) => format!("an array of {}", items.len()),
        Json::Object(members) if members.is_empty() => "an empty object".to_owned(),
        Json::Object(_) => "an object".to_owned(),
        Json::String(text) => format!("the string {}", shown_text(text)),
        other => format!("the {} {other}", other.type_name()),
    }
}

/// A value as JSON, where it is short.
pub(super) fn shown(value: &Json) -> String {
    match value {
        Json::Array(items) if items.is_empty() => "[]".to_owned(),
        Json::Object(members) if members.is_empty() => "{}".to_owned(),
        Json::Array(_) | Json::Object(_) => match crate::json::measure(value) {
            0..=MOST_SHOWN => value.to_string(),
            _ => found(value),
        },
        Json::String(text) => shown_text(text),
        scalar => scalar.to_string(),
    }
}

/// A text in quotes.
pub(super) fn shown_text(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
