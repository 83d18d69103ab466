//! The arguments of a call, as they arrive: as text from a provider, as a value, or not at all.
//! Models write nothing, `null` or empty text for a tool without arguments; all mean `{}` (rule PIPE-1).

use crate::json::{Json, Object, ParseError, parse};

/// What the caller passed for the arguments.
///
/// ```
/// use dsh_tools::call::Arguments;
///
/// let text = Arguments::from(r#"{"path":"/tmp"}"#.to_owned());
/// assert_eq!(text.read()?["path"].as_str(), Some("/tmp"));
/// assert_eq!(Arguments::from("").read()?.to_string(), "{}");
/// # Ok::<(), dsh_tools::json::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub enum Arguments {
    /// Nothing was passed.
    #[default]
    Missing,
    /// JSON text that is still to be read.
    Text(String),
    /// A value.
    Value(Json),
}

impl Arguments {
    /// The value that the call runs with.
    ///
    /// # Errors
    ///
    /// [`ParseError`] for text that is no lossless JSON.
    pub fn read(self) -> Result<Json, ParseError> {
        let value = match self {
            Self::Missing => Json::Null,
            Self::Text(text) if text.trim().is_empty() => Json::Null,
            Self::Text(text) => parse(&text)?,
            Self::Value(value) => value,
        };
        Ok(if value.is_null() { Json::Object(Object::default()) } else { value })
    }
}

impl From<Json> for Arguments {
    fn from(value: Json) -> Self {
        Self::Value(value)
    }
}

impl From<serde_json::Value> for Arguments {
    fn from(value: serde_json::Value) -> Self {
        Self::Value(value.into())
    }
}

impl From<String> for Arguments {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Arguments {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Arguments>> From<Option<T>> for Arguments {
    fn from(arguments: Option<T>) -> Self {
        arguments.map_or(Self::Missing, Into::into)
    }
}
