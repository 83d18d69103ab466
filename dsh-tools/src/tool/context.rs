//! What a body gets besides its arguments: state, cancellation, identity, and ways to report.
//! [`CallContext`] is what the pipeline passes on; [`ToolContext`] is what a tool asks for.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::state::{FromState, NoState};
use crate::call::{Arguments, CallId, CallState, CallToken, DeferredContext, Progress, Signalled};

/// The context of a call, as the pipeline hands it to an erased body.
pub struct CallContext<S> {
    call: Signalled,
    state: Arc<S>,
    caller: Option<Arc<dyn Any + Send + Sync>>,
}

impl<S> CallContext<S> {
    pub(crate) fn new(
        call: Signalled,
        state: Arc<S>,
        caller: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Self {
        Self { call, state, caller }
    }

    /// The context that a tool asks for.
    #[must_use]
    pub fn for_tool<T: FromState<S>>(&self) -> ToolContext<T> {
        ToolContext { call: self.call.clone(), state: Arc::new(T::from_state(&self.state)) }
    }

    /// The state of the registry.
    #[must_use]
    pub fn state(&self) -> &S {
        &self.state
    }

    /// Fires when the body should stop.
    #[must_use]
    pub fn cancel(&self) -> &CancellationToken {
        self.call.signal().token()
    }

    pub(crate) fn call(&self) -> &Arc<CallState> {
        &self.call
    }

    /// Who makes the call, for a body that makes calls itself.
    pub(crate) fn caller<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.caller.clone()?.downcast().ok()
    }
}

impl<S> fmt::Debug for CallContext<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallContext").field("call", &self.call).finish_non_exhaustive()
    }
}

/// What a tool may ask for beside its arguments: a parameter of this type is no argument.
///
/// `T` is the part of the registry's state that the tool needs; without it the tool fits every registry.
///
/// ```
/// use dsh_tools::tool::ToolContext;
///
/// let context = ToolContext::test(7_u32);
/// assert_eq!(*context.state(), 7);
/// assert!(!context.cancel().is_cancelled());
/// ```
pub struct ToolContext<T = NoState> {
    call: Signalled,
    state: Arc<T>,
}

impl ToolContext {
    /// A context for a tool that needs no state, in a test.
    #[must_use]
    pub fn detached() -> Self {
        Self::over(NoState)
    }
}

impl<T: Send + Sync + 'static> ToolContext<T> {
    /// A context over that state, in a test: nothing cancels it and nobody hears of its progress.
    #[must_use]
    pub fn test(state: T) -> Self {
        Self::over(state)
    }

    fn over(state: T) -> Self {
        let call = CallState::detached("test", Arguments::Missing);
        Self { call: Signalled::new(Arc::new(call)), state: Arc::new(state) }
    }

    /// The context of an erased call over the same state, for a tool under test.
    #[must_use]
    pub fn to_call_context(&self) -> CallContext<T> {
        CallContext::new(self.call.clone(), self.state.clone(), None)
    }
}

impl<T> ToolContext<T> {
    /// The state that the tool asked for.
    #[must_use]
    pub fn state(&self) -> &T {
        &self.state
    }

    /// Fires when the body should stop. A body that ignores it delays the end of the call, since the
    /// pipeline waits for every body (rule CAN-1).
    #[must_use]
    pub fn cancel(&self) -> &CancellationToken {
        self.call.signal().token()
    }

    /// The id of this call.
    #[must_use]
    pub fn call_id(&self) -> &CallId {
        self.call.call_id()
    }

    /// The id of the model's own call, which differs for nested calls.
    #[must_use]
    pub fn root_call_id(&self) -> &CallId {
        self.call.root_call_id()
    }

    /// The token of this call, to make nested calls with.
    #[must_use]
    pub fn token(&self) -> &CallToken {
        &self.call.token
    }

    /// Hands blocks to the conversation beside the result, even if the body fails later (rule PIPE-11).
    pub fn defer_context(&self, context: DeferredContext) {
        self.call.defer_context(context);
    }

    /// Ends the model's turn with this call, if it succeeds (rule PIPE-12).
    pub fn conclude_turn(&self) {
        self.call.conclude_turn();
    }

    /// Tells observers how far the body is; the model does not see it.
    pub fn progress(&self, progress: impl Into<Progress>) {
        self.call.report(progress.into());
    }
}

impl<T> Clone for ToolContext<T> {
    fn clone(&self) -> Self {
        Self { call: self.call.clone(), state: self.state.clone() }
    }
}

impl<T> fmt::Debug for ToolContext<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext").field("call", &self.call).finish_non_exhaustive()
    }
}
