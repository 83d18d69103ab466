//! Pre-execute hooks: they allow, deny or ask before anything runs (rule PIPE-2).
//! An outer hook may overrule what an inner one said; guards yield to nobody.

use std::future::Future;
use std::sync::Arc;

use super::chain::{BoxFuture, Chain, IntoHookResult, Link};
use super::handle::CallHandle;
use crate::call::ToolError;

/// What a gate says of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It may go on to the guards.
    Allow,
    /// It may not.
    Deny {
        /// Why, for the model.
        reason: String,
    },
    /// Someone is to be asked.
    Ask {
        /// What for.
        reason: Option<String>,
    },
}

impl Decision {
    /// A denial with that reason.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny { reason: reason.into() }
    }

    /// A question with that reason.
    pub fn ask(reason: impl Into<String>) -> Self {
        Self::Ask { reason: Some(reason.into()) }
    }
}

/// The rest of the gates; at the end of the row stands "allow".
pub type Next<S> = Chain<CallHandle<S>, Decision>;

/// A pre-execute hook. Async functions and closures of this shape are hooks too.
///
/// ```
/// use dsh_tools::hook::{CallHandle, Decision, Next};
///
/// async fn no_writes(call: CallHandle<()>, next: Next<()>) -> Result<Decision, std::io::Error> {
///     if call.tool().is_some_and(|tool| tool.hints().destructive) {
///         return Ok(Decision::deny("writes are off until 06:00"));
///     }
///     next.run(call).await.map_err(|error| std::io::Error::other(error.to_string()))
/// }
/// # fn is_hook<S>(_: impl dsh_tools::hook::PreExecute<S>) {}
/// # is_hook(no_writes);
/// ```
pub trait PreExecute<S>: Send + Sync + 'static {
    /// Decides, or goes on with `next` and keeps or replaces its answer.
    fn pre_execute(
        &self,
        call: CallHandle<S>,
        next: Next<S>,
    ) -> impl Future<Output = Result<Decision, ToolError>> + Send;
}

impl<S, F, Fut, D> PreExecute<S> for F
where
    S: Send + Sync + 'static,
    F: Fn(CallHandle<S>, Next<S>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = D> + Send,
    D: IntoHookResult<Decision>,
{
    async fn pre_execute(&self, call: CallHandle<S>, next: Next<S>) -> Result<Decision, ToolError> {
        self(call, next).await.into_hook_result()
    }
}

struct Gate<H>(H);

impl<S, H> Link<CallHandle<S>, Decision> for Gate<H>
where
    S: Send + Sync + 'static,
    H: PreExecute<S>,
{
    fn run(
        self: Arc<Self>,
        call: CallHandle<S>,
        rest: Next<S>,
    ) -> BoxFuture<Result<Decision, ToolError>> {
        Box::pin(async move { self.0.pre_execute(call, rest).await })
    }
}

pub(crate) fn share_gate<S: Send + Sync + 'static>(
    hook: impl PreExecute<S>,
) -> Arc<dyn Link<CallHandle<S>, Decision>> {
    Arc::new(Gate(hook))
}
