//! Listeners, which may rewrite a prompt before the model gets it (rule PROMPT-5).
//! They stand in a row like other hooks: the first is outermost, and what it returns is final.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use super::prompt::Prompt;
use crate::call::ToolError;
use crate::hook::{BoxFuture, Chain, IntoHookResult, Link};
use crate::pipeline::contain;
use crate::registry::ScopeHandle;

/// A prompt on its way through the listeners, and the scope that it is for.
pub struct Assembly<S> {
    scope: ScopeHandle<S>,
    /// What was assembled, as the outer listeners passed it on.
    pub prompt: Prompt,
}

impl<S> Assembly<S> {
    pub(super) fn new(scope: ScopeHandle<S>, prompt: Prompt) -> Self {
        Self { scope, prompt }
    }

    /// The scope whose prompt it is.
    #[must_use]
    pub fn scope(&self) -> &ScopeHandle<S> {
        &self.scope
    }
}

impl<S> Clone for Assembly<S> {
    fn clone(&self) -> Self {
        Self { scope: self.scope.clone(), prompt: self.prompt.clone() }
    }
}

impl<S> fmt::Debug for Assembly<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assembly").field("scope", &self.scope).finish_non_exhaustive()
    }
}

/// The rest of the listeners; at the end of the row stands the prompt itself.
pub type PromptNext<S> = Chain<Assembly<S>, Prompt>;

/// A listener for prompts. Async functions and closures of this shape are listeners too.
///
/// It may change the prompt on the way in, on the way out, or answer without going on. What it returns is not
/// checked: tools that it adds or reorders are what the model is told.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::call::ToolError;
/// use dsh_tools::prelude::*;
/// use dsh_tools::present::{Assembly, Prompt, PromptNext};
///
/// async fn shout(assembly: Assembly<()>, next: PromptNext<()>) -> Result<Prompt, ToolError> {
///     let mut prompt = next.run(assembly).await?;
///     for section in &mut prompt.sections {
///         section.text = section.text.to_uppercase().into();
///     }
///     Ok(prompt)
/// }
///
/// let registry = ToolRegistry::builder()
///     .section("intro", 10, "Be brief.")
///     .prompt_listener(shout)
///     .build()?;
/// assert_eq!(registry.prompt().await?.text(), "BE BRIEF.");
/// # Ok(())
/// # }
/// ```
pub trait PromptListener<S>: Send + Sync + 'static {
    /// Gives the prompt, or goes on with `next` and keeps or rewrites its answer. An error ends the assembly.
    fn assembled(
        &self,
        assembly: Assembly<S>,
        next: PromptNext<S>,
    ) -> impl Future<Output = Result<Prompt, ToolError>> + Send;
}

impl<S, F, Fut, R> PromptListener<S> for F
where
    S: Send + Sync + 'static,
    F: Fn(Assembly<S>, PromptNext<S>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = R> + Send,
    R: IntoHookResult<Prompt>,
{
    async fn assembled(
        &self,
        assembly: Assembly<S>,
        next: PromptNext<S>,
    ) -> Result<Prompt, ToolError> {
        self(assembly, next).await.into_hook_result()
    }
}

pub(super) type Rewrite<S> = Arc<dyn Link<Assembly<S>, Prompt>>;

/// A listener in a layer.
pub(super) struct Listener<S>(pub(super) Rewrite<S>);

impl<S: Send + Sync + 'static> Listener<S> {
    pub(super) fn new(listener: impl PromptListener<S>) -> Self {
        Self(Arc::new(Contained(listener)))
    }
}

/// A listener whose panic is an error for those around it.
struct Contained<L>(L);

impl<S, L> Link<Assembly<S>, Prompt> for Contained<L>
where
    S: Send + Sync + 'static,
    L: PromptListener<S>,
{
    fn run(
        self: Arc<Self>,
        assembly: Assembly<S>,
        rest: PromptNext<S>,
    ) -> BoxFuture<Result<Prompt, ToolError>> {
        Box::pin(async move {
            let rewritten = async { self.0.assembled(assembly, rest).await };
            contain::future("the listener", rewritten).await
        })
    }
}
