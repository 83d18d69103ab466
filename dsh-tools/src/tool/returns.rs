//! What a `#[tool]` function can return: a value, or a `Result` of one, told apart by type.
//! A `Result` behind an alias is a `Result`, and a local type of that name is none (rule MAC-4).

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;

use super::context::ToolContext;
use crate::call::{ErrorCode, IntoToolError, ToolError};
use crate::json::{Json, to_json};

/// Can be the value that a tool gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a tool",
    label = "the model could not read this",
    note = "an output needs `#[derive(serde::Serialize, schemars::JsonSchema)]`"
)]
pub trait ToolOutput: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> ToolOutput for T {}

/// Can be what the function of a tool returns: a [`ToolOutput`], or a `Result` of one and something that
/// [`IntoToolError`] takes.
///
/// `FALLIBLE` says which. `D` is never used, as for [`Parameter`](super::Parameter).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a tool",
    label = "the model could not read this",
    note = "an output needs `#[derive(serde::Serialize, schemars::JsonSchema)]`"
)]
pub trait ToolReturn<D, const FALLIBLE: bool> {
    /// The value of a success.
    type Output: ToolOutput;

    /// Success as a JSON value, or the failure.
    #[doc(hidden)]
    fn into_json(self, tool: &str) -> Result<Json, ToolError>;
}

impl<D, T: ToolOutput> ToolReturn<D, false> for T {
    type Output = T;

    fn into_json(self, tool: &str) -> Result<Json, ToolError> {
        write(&self, tool)
    }
}

impl<D, T: ToolOutput, E: IntoToolError> ToolReturn<D, true> for Result<T, E> {
    type Output = T;

    fn into_json(self, tool: &str) -> Result<Json, ToolError> {
        match self {
            Ok(value) => write(&value, tool),
            Err(error) => Err(error.into_tool_error()),
        }
    }
}

fn write<T: Serialize>(value: &T, tool: &str) -> Result<Json, ToolError> {
    to_json(value).map_err(|lossy| {
        ToolError::new(format!("`{tool}` returned what is no JSON\n- {lossy}"))
            .with_code(ErrorCode::INVALID_TOOL_OUTPUT)
    })
}

/// Answers what a concrete type is, as constants.
///
/// An inherent constant wins over one of [`ProbeDefaults`], which every type has.
#[doc(hidden)]
#[derive(Debug)]
pub struct Probe<T>(PhantomData<fn() -> T>);

/// The answers for types of which [`Probe`] knows nothing.
#[doc(hidden)]
pub trait ProbeDefaults {
    /// Whether it is a `Result`.
    const FALLIBLE: bool = false;
    /// Whether it is a [`ToolContext`].
    const IS_CONTEXT: bool = false;
    /// Whether it can go to another thread.
    const IS_SEND: bool = false;
}

impl<T> ProbeDefaults for Probe<T> {}

impl<T, E> Probe<Result<T, E>> {
    /// Whether it is a `Result`.
    pub const FALLIBLE: bool = true;
}

impl<T: Send> Probe<T> {
    /// Whether it can go to another thread.
    pub const IS_SEND: bool = true;
}

impl<T> Probe<ToolContext<T>> {
    /// Whether it is a [`ToolContext`].
    pub const IS_CONTEXT: bool = true;
}
