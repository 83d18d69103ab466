//! Around-execute hooks: they wrap the dispatch for timeouts, retries, metrics (rule PIPE-4).
//! What they author or change is validated and rendered again under the call's own definition.

use std::future::Future;
use std::sync::Arc;

use super::chain::{BoxFuture, Chain, IntoHookResult, Link};
use super::handle::CallHandle;
use crate::call::{Outcome, ToolError};

/// The rest of the wrappers; at the end of the row stands the body.
pub type AroundNext<S> = Chain<CallHandle<S>, Outcome>;

/// An around-execute hook. Async functions and closures of this shape are hooks too.
///
/// ```
/// use dsh_tools::call::{Outcome, ToolError};
/// use dsh_tools::hook::{AroundNext, CallHandle};
///
/// async fn once_more(call: CallHandle<()>, next: AroundNext<()>) -> Result<Outcome, ToolError> {
///     let outcome = next.run(call.clone()).await?;
///     if outcome.is_error() { next.run(call).await } else { Ok(outcome) }
/// }
/// # fn is_hook<S>(_: impl dsh_tools::hook::AroundExecute<S>) {}
/// # is_hook(once_more);
/// ```
pub trait AroundExecute<S>: Send + Sync + 'static {
    /// Goes on with `next`, as often as it likes, and returns what the call comes to.
    fn around_execute(
        &self,
        call: CallHandle<S>,
        next: AroundNext<S>,
    ) -> impl Future<Output = Result<Outcome, ToolError>> + Send;
}

impl<S, F, Fut, D> AroundExecute<S> for F
where
    S: Send + Sync + 'static,
    F: Fn(CallHandle<S>, AroundNext<S>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = D> + Send,
    D: IntoHookResult<Outcome>,
{
    async fn around_execute(
        &self,
        call: CallHandle<S>,
        next: AroundNext<S>,
    ) -> Result<Outcome, ToolError> {
        self(call, next).await.into_hook_result()
    }
}

struct Around<H>(H);

impl<S, H> Link<CallHandle<S>, Outcome> for Around<H>
where
    S: Send + Sync + 'static,
    H: AroundExecute<S>,
{
    fn run(
        self: Arc<Self>,
        call: CallHandle<S>,
        rest: AroundNext<S>,
    ) -> BoxFuture<Result<Outcome, ToolError>> {
        Box::pin(async move { self.0.around_execute(call, rest).await })
    }
}

pub(crate) fn share_around<S: Send + Sync + 'static>(
    hook: impl AroundExecute<S>,
) -> Arc<dyn Link<CallHandle<S>, Outcome>> {
    Arc::new(Around(hook))
}
