//! Providers of tools that lie outside the registry, such as those that a model's vendor runs (rule PROMPT-5).
//! The registry only lists them to the model: calls of them are the host's to answer.

use std::future::Future;
use std::sync::Arc;

use crate::call::ToolError;
use crate::hook::{BoxFuture, IntoHookResult};
use crate::pipeline::contain;
use crate::registry::{ScopeHandle, ToolSchema};

/// Gives further tools for function calling. Async functions and closures of this shape are providers too.
///
/// It is asked at every assembly in the modes `native` and `both`; in mode `code` only `run_code` is listed.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::prelude::*;
/// use dsh_tools::registry::{ScopeHandle, ToolSchema};
/// use dsh_tools::schema::Schema;
///
/// async fn hosted(_: ScopeHandle<()>) -> Vec<ToolSchema> {
///     vec![ToolSchema::new("web_search", "Search the web.", Schema::any())]
/// }
///
/// let registry = ToolRegistry::builder().tool_provider(hosted).build()?;
/// assert_eq!(&*registry.prompt().await?.tools[0].name, "web_search");
/// # Ok(())
/// # }
/// ```
pub trait ToolProvider<S>: Send + Sync + 'static {
    /// The tools for that scope; their order does not matter. An error ends the assembly.
    fn tools(
        &self,
        scope: ScopeHandle<S>,
    ) -> impl Future<Output = Result<Vec<ToolSchema>, ToolError>> + Send;
}

impl<S, F, Fut, R> ToolProvider<S> for F
where
    S: Send + Sync + 'static,
    F: Fn(ScopeHandle<S>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = R> + Send,
    R: IntoHookResult<Vec<ToolSchema>>,
{
    async fn tools(&self, scope: ScopeHandle<S>) -> Result<Vec<ToolSchema>, ToolError> {
        self(scope).await.into_hook_result()
    }
}

type Given = BoxFuture<Result<Vec<ToolSchema>, ToolError>>;

/// A provider in a layer.
pub(super) struct Provider<S>(Arc<dyn Fn(ScopeHandle<S>) -> Given + Send + Sync>);

impl<S: Send + Sync + 'static> Provider<S> {
    pub(super) fn new(provider: impl ToolProvider<S>) -> Self {
        let provider = Arc::new(provider);
        Self(Arc::new(move |scope| {
            let provider = provider.clone();
            Box::pin(async move { provider.tools(scope).await })
        }))
    }

    /// Asks it for its tools. A panic is an error.
    pub(super) async fn tools(&self, scope: &ScopeHandle<S>) -> Result<Vec<ToolSchema>, ToolError> {
        contain::future("the provider", (self.0)(scope.clone())).await
    }
}

impl<S> Clone for Provider<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}
