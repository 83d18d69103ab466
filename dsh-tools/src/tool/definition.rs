//! The registry's record of a tool: what it says of itself, and its body behind one interface.
//! Everything that can become such a record implements [`IntoTool`]; [`Tools`] collects them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::build::{DefinitionBuilder, MissingBody};
use super::context::CallContext;
use super::spec::{DefinitionError, ToolSpec};
use crate::call::ToolError;
use crate::json::Json;

/// What a body gives in the end: its value, or why there is none.
pub type BodyFuture = Pin<Box<dyn Future<Output = Result<Json, ToolError>> + Send>>;

/// The body of a tool, whatever the types of its arguments and value are.
///
/// The pipeline has validated the arguments and validates the value. Work starts when the future is
/// first polled and ends when it is dropped.
pub trait ToolHandler<S>: Send + Sync + 'static {
    /// Starts a call.
    fn call(&self, arguments: &Json, context: CallContext<S>) -> BodyFuture;
}

impl<S, F, Fut> ToolHandler<S> for F
where
    F: Fn(Json, CallContext<S>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Json, ToolError>> + Send + 'static,
{
    fn call(&self, arguments: &Json, context: CallContext<S>) -> BodyFuture {
        Box::pin(self(arguments.clone(), context))
    }
}

/// A tool as a registry over the state `S` keeps it. Cloning copies a pointer.
pub struct ToolDefinition<S>(Arc<Parts<S>>);

struct Parts<S> {
    spec: Arc<ToolSpec>,
    handler: Arc<dyn ToolHandler<S>>,
}

impl ToolDefinition<()> {
    /// Starts a tool that is made at run time.
    ///
    /// ```
    /// use dsh_tools::tool::{CallContext, ToolDefinition};
    /// use dsh_tools::json::Json;
    ///
    /// let echo = ToolDefinition::builder("echo", "Give back the arguments.")
    ///     .body(|arguments: Json, _: CallContext<()>| async move { Ok(arguments) })
    ///     .build()?;
    /// assert_eq!(echo.spec().name().as_str(), "echo");
    /// # Ok::<(), dsh_tools::tool::DefinitionError>(())
    /// ```
    pub fn builder(
        name: impl Into<Arc<str>>,
        description: impl Into<Arc<str>>,
    ) -> DefinitionBuilder<MissingBody> {
        DefinitionBuilder::new(name.into(), description.into())
    }
}

impl<S> ToolDefinition<S> {
    /// A definition of a spec and a body.
    pub fn new(spec: impl Into<Arc<ToolSpec>>, handler: Arc<dyn ToolHandler<S>>) -> Self {
        Self(Arc::new(Parts { spec: spec.into(), handler }))
    }

    /// What the tool says of itself.
    #[must_use]
    pub fn spec(&self) -> &Arc<ToolSpec> {
        &self.0.spec
    }

    pub(crate) fn handler(&self) -> &dyn ToolHandler<S> {
        &*self.0.handler
    }

    /// Whether the other is a clone of this one.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The same tool under a name with that prefix.
    pub(crate) fn prefixed(&self, prefix: &str) -> Result<Self, DefinitionError> {
        Ok(Self::new(self.0.spec.prefixed(prefix)?, self.0.handler.clone()))
    }
}

impl<S> Clone for ToolDefinition<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S> fmt::Debug for ToolDefinition<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDefinition").field("spec", self.spec()).finish_non_exhaustive()
    }
}

/// Can become a tool of a registry over the state `S`.
///
/// `#[tool]` implements it for `name::tool()`; a [`ToolDefinition`] is one already.
#[diagnostic::on_unimplemented(
    message = "this is no tool for a registry over the state `{S}`",
    note = "a tool is `name::tool()` of a function marked `#[tool]`, or a `ToolDefinition<{S}>`",
    note = "a tool that asks for `ToolContext<T>` needs `T: FromState<{S}>`"
)]
pub trait IntoTool<S> {
    /// The definition.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`] when name, description or schemas are refused.
    fn into_tool(self) -> Result<ToolDefinition<S>, DefinitionError>;
}

impl<S> IntoTool<S> for ToolDefinition<S> {
    fn into_tool(self) -> Result<ToolDefinition<S>, DefinitionError> {
        Ok(self)
    }
}

impl<S> IntoTool<S> for Result<ToolDefinition<S>, DefinitionError> {
    fn into_tool(self) -> Result<ToolDefinition<S>, DefinitionError> {
        self
    }
}

/// Tools on their way into a registry; `tools![…]` makes one.
///
/// A tool that cannot be built is reported when the registry is, together with all others.
pub struct Tools<S>(Vec<Result<ToolDefinition<S>, DefinitionError>>);

impl<S> Tools<S> {
    /// No tools.
    #[must_use]
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one.
    pub fn add(&mut self, tool: impl IntoTool<S>) {
        self.0.push(tool.into_tool());
    }

    /// Adds all of them.
    pub fn add_all<T: IntoTool<S>>(&mut self, tools: impl IntoIterator<Item = T>) {
        self.0.extend(tools.into_iter().map(IntoTool::into_tool));
    }

    /// The same tools under names with that prefix.
    pub(crate) fn prefixed(self, prefix: &str) -> Self {
        let prefixed =
            |tool: Result<ToolDefinition<S>, _>| tool.and_then(|tool| tool.prefixed(prefix));
        Self(self.0.into_iter().map(prefixed).collect())
    }
}

impl<S> Default for Tools<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> IntoIterator for Tools<S> {
    type Item = Result<ToolDefinition<S>, DefinitionError>;
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<S, T: IntoTool<S>> FromIterator<T> for Tools<S> {
    fn from_iter<I: IntoIterator<Item = T>>(tools: I) -> Self {
        let mut collected = Self::new();
        collected.add_all(tools);
        collected
    }
}

impl<S, T: IntoTool<S>> From<Vec<T>> for Tools<S> {
    fn from(tools: Vec<T>) -> Self {
        tools.into_iter().collect()
    }
}

impl<S> fmt::Debug for Tools<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}
