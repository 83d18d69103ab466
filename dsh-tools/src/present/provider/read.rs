//! Reading a response with the place in hand, so that every error says where.

use super::ResponseError;
use crate::call::{Arguments, ToolCall};
use crate::json::{Array, Json};

/// The array there; nothing and `null` are an empty one.
pub(super) fn array(value: &Json, at: &str) -> Result<Array, ResponseError> {
    match value {
        Json::Null => Ok(Array::default()),
        Json::Array(items) => Ok(items.clone()),
        other => Err(wrong(at, "an array", other)),
    }
}

/// The array of a response under that key, which has to be there.
pub(super) fn required_array(response: &Json, key: &str) -> Result<Array, ResponseError> {
    if response[key].is_null() {
        return Err(ResponseError::new(key, "is missing"));
    }
    array(&response[key], key)
}

/// The text there, which may not be empty.
pub(super) fn text<'a>(value: &'a Json, at: &str) -> Result<&'a str, ResponseError> {
    match value.as_str() {
        Some("") => Err(ResponseError::new(at, "is empty")),
        Some(text) => Ok(text),
        None if value.is_null() => Err(ResponseError::new(at, "is missing")),
        None => Err(wrong(at, "a string", value)),
    }
}

/// Refuses a response that is no object at all.
pub(super) fn require_object(value: &Json, at: &str) -> Result<(), ResponseError> {
    if value.as_object().is_some() { Ok(()) } else { Err(wrong(at, "an object", value)) }
}

pub(super) fn wrong(at: &str, expected: &str, found: &Json) -> ResponseError {
    ResponseError::new(at, format!("expected {expected}, found {}", found.type_name()))
}

/// The call, made to fail, since the model was cut off while it wrote the arguments.
///
/// What came of them could look whole: empty text, for example, is read as no arguments.
pub(super) fn cut_off(call: &mut ToolCall) {
    let text = match &call.arguments {
        Arguments::Text(text) => text.clone(),
        Arguments::Value(value) => value.to_string(),
        Arguments::Missing => String::new(),
    };
    call.arguments = Arguments::Text(format!("{text} <cut off at the token limit>"));
}
