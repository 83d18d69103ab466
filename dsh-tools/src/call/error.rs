//! Errors for their readers: a tool's own error, the failure that a model sees, and the codes of both.
//! [`ToolError`] takes any error with `?`, as `anyhow::Error` does, and keeps a code through every conversion.

use std::any::Any;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::schema::Violation;

use super::travelling::from_boxed;

/// A stable name for a kind of failure, such as `UNKNOWN_TOOL`.
///
/// The codes of this library are constants here; a tool may use its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ErrorCode(Cow<'static, str>);

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $class:literal;)*) => {
        impl ErrorCode {
            $($(#[doc = $doc])* pub const $name: Self = Self(Cow::Borrowed(stringify!($name)));)*

            /// The name of the error class that goes with a code of this library.
            fn class(&self) -> &'static str {
                match &*self.0 {
                    $(stringify!($name) => $class,)*
                    _ => "ToolError",
                }
            }
        }
    };
}

codes! {
    /// No such tool for this scope, or not callable directly in mode `code`.
    UNKNOWN_TOOL = "ToolNotFoundError";
    /// The arguments do not fit the tool's schema.
    INVALID_ARGS = "ToolArgsError";
    /// What the body returned does not fit the tool's output schema.
    INVALID_TOOL_OUTPUT = "ToolOutputError";
    /// A schema uses what is not supported.
    UNSUPPORTED_SCHEMA = "SchemaError";
    /// Cancelled before the body ran.
    ABORTED_BEFORE_DISPATCH = "AbortError";
    /// Cancelled after the body had started.
    ABORTED = "AbortError";
    /// The timeout policy's deadline came first.
    TOOL_TIMEOUT = "TimeoutError";
    /// The body or a callback panicked.
    TOOL_PANICKED = "PanicError";
    /// A program failed.
    CODE_RUN_FAILED = "CodeRunFailedError";
    /// A pre-execute hook said no.
    DENIED = "DeniedError";
    /// A guard said no.
    DENIED_BY_GUARD = "DeniedError";
    /// The one who was asked said no.
    APPROVAL_REJECTED = "ApprovalError";
    /// The question was withdrawn.
    APPROVAL_CANCELLED = "ApprovalError";
    /// There was nobody to ask.
    APPROVAL_UNAVAILABLE = "ApprovalError";
    /// A post-execute hook blocked the result.
    BLOCKED = "BlockedError";
    /// The journal's queue is full, so a record was not accepted.
    JOURNAL_FULL = "JournalError";
    /// What the journal writes to failed, so a record was not accepted.
    JOURNAL_FAILED = "JournalError";
}

impl ErrorCode {
    /// A code of one's own.
    pub fn new(code: impl Into<Cow<'static, str>>) -> Self {
        Self(code.into())
    }

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&'static str> for ErrorCode {
    fn from(code: &'static str) -> Self {
        Self::new(code)
    }
}

impl PartialEq<str> for ErrorCode {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for ErrorCode {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// The error of a tool's body, of a hook or of a callback.
///
/// It converts from every `std::error::Error` and, as `anyhow::Error`, does not implement that trait
/// itself. The code is kept when the error travels through `Box<dyn Error>` or `anyhow::Error`.
///
/// ```
/// use dsh_tools::call::ToolError;
///
/// fn read(path: &str) -> Result<String, ToolError> {
///     if path.is_empty() {
///         return Err(ToolError::new("the path is empty").with_code("EMPTY_PATH"));
///     }
///     Ok(std::fs::read_to_string(path)?)
/// }
///
/// assert_eq!(read("").unwrap_err().code().unwrap().as_str(), "EMPTY_PATH");
/// assert!(read("/nowhere").unwrap_err().message().contains("No such file"));
/// ```
pub struct ToolError {
    pub(super) message: String,
    pub(super) code: Option<ErrorCode>,
    pub(super) source: Option<Box<dyn Error + Send + Sync>>,
}

impl ToolError {
    /// An error with that message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: None, source: None }
    }

    /// The same error with a code.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<ErrorCode>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// What went wrong, for the model.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The code, if it has one.
    #[must_use]
    pub fn code(&self) -> Option<&ErrorCode> {
        self.code.as_ref()
    }

    /// The error that it was made from, if any.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }

    /// One error that lists every violation.
    pub(crate) fn of_violations(what: &str, code: ErrorCode, violations: &[Violation]) -> Self {
        let mut message = what.to_owned();
        for violation in violations {
            message.push_str("\n- ");
            message.push_str(&violation.to_string());
        }
        Self::new(message).with_code(code)
    }

    /// Arguments that do not fit their schema.
    pub(crate) fn of_arguments(violations: &[Violation]) -> Self {
        let what = "the arguments do not fit the tool's schema";
        Self::of_violations(what, ErrorCode::INVALID_ARGS, violations)
    }

    /// A value that does not fit the output schema of the tool.
    pub(crate) fn of_output(tool: &str, violations: &[Violation]) -> Self {
        let what = format!("`{tool}` returned what does not fit its output schema");
        Self::of_violations(&what, ErrorCode::INVALID_TOOL_OUTPUT, violations)
    }

    /// The error of a body or callback that panicked with that payload.
    pub(crate) fn panicked(what: &str, payload: &(dyn Any + Send)) -> Self {
        Self::new(format!("{what} panicked: {}", panic_message(payload)))
            .with_code(ErrorCode::TOOL_PANICKED)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.code {
            Some(code) => write!(f, " [{code}]"),
            None => Ok(()),
        }
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        from_boxed(Box::new(error))
    }
}

/// Everything that a tool may fail with: errors, boxed errors, `anyhow::Error`, text, [`ToolError`].
///
/// ```
/// use dsh_tools::call::IntoToolError;
///
/// assert_eq!("no such row".into_tool_error().message(), "no such row");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    note = "a tool's error is a `ToolError`, a `std::error::Error + Send + Sync`, an `anyhow::Error`, a boxed error or text"
)]
pub trait IntoToolError {
    /// The same failure as a [`ToolError`].
    fn into_tool_error(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        from_boxed(self.into())
    }
}

/// The name and code of a failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorInfo {
    /// The class of the error, such as `ToolArgsError`.
    pub name: Cow<'static, str>,
    /// Its code.
    pub code: ErrorCode,
}

/// Why a call failed, as its outcome carries it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallError {
    /// What went wrong, for the model.
    pub message: String,
    /// Name and code, where the failure has a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<ErrorInfo>,
}

impl CallError {
    /// A failure with that message and no code.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), info: None }
    }

    /// The same failure with a code.
    #[must_use]
    pub fn with_code(mut self, code: ErrorCode) -> Self {
        self.info = Some(ErrorInfo { name: code.class().into(), code });
        self
    }

    /// The code, if it has one.
    #[must_use]
    pub fn code(&self) -> Option<&ErrorCode> {
        self.info.as_ref().map(|info| &info.code)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for CallError {}

impl From<ToolError> for CallError {
    fn from(error: ToolError) -> Self {
        let failure = Self::new(error.message);
        match error.code {
            Some(code) => failure.with_code(code),
            None => failure,
        }
    }
}

/// The text of a panic, as far as it has one.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&'static str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "no message"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("outer")]
    struct Outer(#[source] Box<dyn Error + Send + Sync>);

    #[test]
    fn mac_4_codes_survive_conversions() {
        let coded = || ToolError::new("gone").with_code("GONE");
        let boxed: Box<dyn Error + Send + Sync> = coded().into();
        assert_eq!(boxed.into_tool_error().code(), Some(&ErrorCode::new("GONE")));

        let anyhow = anyhow::Error::from_boxed(coded().into());
        assert_eq!(anyhow.into_tool_error().code(), Some(&ErrorCode::new("GONE")));

        let context = anyhow::Error::from_boxed(coded().into()).context("while reading");
        let context = context.into_tool_error();
        assert_eq!(context.message(), "while reading: gone");
        assert_eq!(context.code(), Some(&ErrorCode::new("GONE")));

        let wrapped = ToolError::from(Outer(coded().into()));
        assert_eq!(wrapped.message(), "outer: gone");
        assert_eq!(wrapped.code(), Some(&ErrorCode::new("GONE")));
    }

    #[test]
    fn mac_4_text_and_foreign_errors_convert() {
        assert_eq!("text".into_tool_error().message(), "text");
        assert_eq!(String::from("owned").into_tool_error().message(), "owned");
        assert_eq!(
            anyhow::anyhow!("any").context("while").into_tool_error().message(),
            "while: any"
        );
        assert!(coded_by_question_mark().expect_err("no file").code().is_none());
    }

    fn coded_by_question_mark() -> Result<(), ToolError> {
        std::fs::read("/nowhere/at/all")?;
        Ok(())
    }
}
