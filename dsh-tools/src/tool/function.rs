//! What `#[tool]` makes of a function: traits that the hidden type of its name implements, and the tool.
//! Nothing here runs before the tool is asked for; its spec is made once per program (rule MAC-9).

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::context::{CallContext, ToolContext};
use super::definition::{BodyFuture, IntoTool, ToolDefinition, ToolHandler};
use super::spec::{DefinitionError, ToolSpec};
use crate::call::{Arguments, ErrorCode, ToolError};
use crate::json::Json;
use crate::schema::Violation;

/// A tool whose name the compiler knows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tool",
    label = "not marked `#[tool]`",
    note = "put `#[tool]` on the function; `tools![..expression]` takes tools that are made at run time"
)]
pub trait NamedTool: 'static {
    /// The tool's name.
    const NAME: &'static str;
}

/// A function marked `#[tool]`, as a type: what it takes and gives, and what it says of itself.
///
/// `#[tool]` implements it for a hidden type with the function's name. Write `name::tool()` to get the
/// tool; this trait is for code that is generic over tools. `D` is never used, as for
/// [`Parameter`](super::Parameter).
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::tool::{NamedTool, Tool};
///
/// /// Add two integers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 { a + b }
///
/// fn describe<T: Tool>() -> String {
///     T::spec().map(|spec| format!("{}: {}", T::NAME, spec.description())).unwrap_or_default()
/// }
///
/// assert_eq!(describe::<add>(), "add: Add two integers.");
/// ```
pub trait Tool<D = ()>: NamedTool {
    /// The arguments, as one struct with a public field for each.
    type Args;
    /// The value of a success.
    type Output;

    /// What the tool says of itself. It is made once; later calls copy a pointer.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`] when name, description or schemas are refused.
    fn spec() -> Result<Arc<ToolSpec>, DefinitionError>;

    /// Reads the arguments.
    #[doc(hidden)]
    fn read(arguments: &Json) -> Result<Self::Args, ToolError>;
}

/// The arguments of a tool, as its callbacks get them.
pub type ArgsOf<F> = <F as Tool>::Args;

/// The value that a tool gives, as its callbacks get it.
pub type OutputOf<F> = <F as Tool>::Output;

/// A function marked `#[tool]` that can run over the state `S`.
#[diagnostic::on_unimplemented(
    message = "the tool `{Self}` cannot run over the state `{S}`",
    note = "a tool that asks for `ToolContext<T>` needs `T: FromState<{S}>`"
)]
pub trait ToolBody<S>: NamedTool {
    /// Starts a call.
    #[doc(hidden)]
    fn call(arguments: &Json, context: CallContext<S>) -> BodyFuture;
}

/// The tool of a function marked `#[tool]`: what `name::tool()` gives.
///
/// ```
/// use dsh_tools::prelude::*;
///
/// /// Add two integers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 { a + b }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ToolError> {
/// assert_eq!(add(1, 2).await, 3);
/// let sum = add::tool().call(json!({ "a": 1, "b": 2 }), &ToolContext::detached()).await?;
/// assert_eq!(sum.as_i64(), Some(3));
/// # Ok(()) }
/// ```
pub struct ToolOf<F>(PhantomData<fn() -> F>);

impl<F> ToolOf<F> {
    /// The tool of that function.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<F: Tool> ToolOf<F> {
    /// What the tool says of itself.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`] when name, description or schemas are refused.
    #[allow(clippy::unused_self, reason = "reads as a question to the tool")]
    pub fn spec(self) -> Result<Arc<ToolSpec>, DefinitionError> {
        F::spec()
    }

    /// Calls the tool as a model would, without a registry: arguments and value are validated.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future drops the function's own.
    ///
    /// # Errors
    ///
    /// The function's own error; `INVALID_ARGS` and `INVALID_TOOL_OUTPUT` with every violation;
    /// `UNSUPPORTED_SCHEMA` when the tool cannot be built.
    #[allow(clippy::unused_self, reason = "reads as a call of the tool")]
    pub async fn call<S: Send + Sync + 'static>(
        self,
        arguments: impl Into<Arguments>,
        context: &ToolContext<S>,
    ) -> Result<Json, ToolError>
    where
        F: ToolBody<S>,
    {
        let spec = F::spec().map_err(|error| {
            ToolError::new(error.to_string()).with_code(ErrorCode::UNSUPPORTED_SCHEMA)
        })?;
        let arguments = arguments.into().read().map_err(|error| {
            ToolError::new(error.to_string()).with_code(ErrorCode::INVALID_ARGS)
        })?;
        check(&spec.parameters().validate(&arguments, ""), ToolError::of_arguments)?;
        let value = F::call(&arguments, context.to_call_context()).await?;
        let wrong = |violations: &[Violation]| ToolError::of_output(F::NAME, violations);
        check(&spec.output().validate(&value, "value"), wrong)?;
        Ok(value)
    }
}

/// Nothing, or what these violations come to.
fn check(
    violations: &[Violation],
    error: impl FnOnce(&[Violation]) -> ToolError,
) -> Result<(), ToolError> {
    if violations.is_empty() { Ok(()) } else { Err(error(violations)) }
}

impl<S: Send + Sync + 'static, F: ToolBody<S>> ToolHandler<S> for ToolOf<F> {
    fn call(&self, arguments: &Json, context: CallContext<S>) -> BodyFuture {
        F::call(arguments, context)
    }
}

impl<S: Send + Sync + 'static, F: ToolBody<S> + Tool> IntoTool<S> for ToolOf<F> {
    fn into_tool(self) -> Result<ToolDefinition<S>, DefinitionError> {
        Ok(ToolDefinition::new(F::spec()?, Arc::new(self)))
    }
}

impl<F> Default for ToolOf<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F> Clone for ToolOf<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for ToolOf<F> {}

impl<F: NamedTool> fmt::Debug for ToolOf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolOf").field(&F::NAME).finish()
    }
}
