//! What `#[toolset]` makes of a method: a body over a shared value, and the tool that holds that value.
//! What a method says of itself is a [`Tool`](super::Tool), as for a function.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::context::CallContext;
use super::definition::{BodyFuture, IntoTool, ToolDefinition, ToolHandler};
use super::function::{NamedTool, Tool};
use super::spec::DefinitionError;
use crate::json::Json;

/// A method of `T` that is a tool and can run over the state `S`.
#[diagnostic::on_unimplemented(
    message = "the tools of `{T}` cannot run over the state `{S}`",
    note = "a tool that asks for `ToolContext<T>` needs `T: FromState<{S}>`"
)]
pub trait MethodBody<S, T>: NamedTool {
    /// Starts a call.
    #[doc(hidden)]
    fn call(shared: &Arc<T>, arguments: &Json, context: CallContext<S>) -> BodyFuture;
}

/// The tool of a method, over its value: what `server.tools()` collects.
pub struct MethodOf<F, T> {
    shared: Arc<T>,
    method: PhantomData<fn() -> F>,
}

impl<F, T> MethodOf<F, T> {
    /// The tool of that method over that value.
    #[must_use]
    pub const fn new(shared: Arc<T>) -> Self {
        Self { shared, method: PhantomData }
    }
}

impl<S, F, T> ToolHandler<S> for MethodOf<F, T>
where
    S: Send + Sync + 'static,
    F: MethodBody<S, T>,
    T: Send + Sync + 'static,
{
    fn call(&self, arguments: &Json, context: CallContext<S>) -> BodyFuture {
        F::call(&self.shared, arguments, context)
    }
}

impl<S, F, T> IntoTool<S> for MethodOf<F, T>
where
    S: Send + Sync + 'static,
    F: MethodBody<S, T> + Tool<S>,
    T: Send + Sync + 'static,
{
    fn into_tool(self) -> Result<ToolDefinition<S>, DefinitionError> {
        Ok(ToolDefinition::new(F::spec()?, Arc::new(self)))
    }
}

impl<F: NamedTool, T> fmt::Debug for MethodOf<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MethodOf").field(&F::NAME).finish()
    }
}

/// Passes a shared value on as `R`, which is how a method takes `self`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a tool of a toolset cannot take `self` as `{R}`",
    label = "its value is shared",
    note = "take `&self`, `self: &Arc<Self>` or `self: Arc<Self>`"
)]
pub trait Share<'a, R> {
    /// The same value.
    fn share(&'a self) -> R;
}

impl<'a, T> Share<'a, &'a T> for Arc<T> {
    fn share(&'a self) -> &'a T {
        self
    }
}

impl<'a, T> Share<'a, &'a Arc<T>> for Arc<T> {
    fn share(&'a self) -> &'a Arc<T> {
        self
    }
}

impl<T> Share<'_, Arc<T>> for Arc<T> {
    fn share(&self) -> Arc<T> {
        self.clone()
    }
}
