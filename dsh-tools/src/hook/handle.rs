//! A running call as hooks see it: who, what, with which arguments, and the signal that ends it.
//! Identity and arguments are fixed; only the signal can differ between a hook and what it wraps.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio_util::sync::CancellationToken;

use crate::call::{CallId, CallState, CallToken, DeferredContext, Signal, Signalled};
use crate::json::Json;
use crate::tool::{ToolDefinition, ToolSpec};

/// Tells one scope from every other of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u64);

static SCOPES: AtomicU64 = AtomicU64::new(1);

impl ScopeId {
    pub(crate) fn mint() -> Self {
        Self(SCOPES.fetch_add(1, Ordering::Relaxed))
    }
}

/// A running call. Cloning copies a pointer.
pub struct CallHandle<S>(Arc<Handle<S>>);

struct Handle<S> {
    call: Signalled,
    tool: Option<ToolDefinition<S>>,
    state: Arc<S>,
    scope: Option<ScopeId>,
}

impl<S> CallHandle<S> {
    pub(crate) fn new(
        call: Signalled,
        tool: Option<ToolDefinition<S>>,
        state: Arc<S>,
        scope: Option<ScopeId>,
    ) -> Self {
        Self(Arc::new(Handle { call, tool, state, scope }))
    }

    /// The name that the model called, whether or not there is such a tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.call.name
    }

    /// The tool, if the caller sees one of that name.
    #[must_use]
    pub fn tool(&self) -> Option<&ToolSpec> {
        self.0.tool.as_ref().map(|tool| &**tool.spec())
    }

    /// The arguments, not yet validated. Nothing can change them.
    #[must_use]
    pub fn arguments(&self) -> &Json {
        &self.0.call.arguments
    }

    /// The id of this call.
    #[must_use]
    pub fn call_id(&self) -> &CallId {
        self.0.call.call_id()
    }

    /// The id of the model's own call, which differs for nested calls.
    #[must_use]
    pub fn root_call_id(&self) -> &CallId {
        self.0.call.root_call_id()
    }

    /// The token of this call.
    #[must_use]
    pub fn token(&self) -> &CallToken {
        &self.0.call.token
    }

    /// The token of the call that this one is nested in.
    #[must_use]
    pub fn parent(&self) -> Option<&CallToken> {
        self.0.call.parent.as_ref()
    }

    /// The scope that made the call; none for calls on the registry itself.
    #[must_use]
    pub fn scope(&self) -> Option<ScopeId> {
        self.0.scope
    }

    /// The state of the registry.
    #[must_use]
    pub fn state(&self) -> &S {
        &self.0.state
    }

    /// Fires when the call should end.
    #[must_use]
    pub fn cancel(&self) -> &CancellationToken {
        self.0.call.signal().token()
    }

    /// The same call with another signal for what is inside. The caller's own signal still reaches the
    /// body (rule PIPE-4).
    #[must_use]
    pub fn with_cancel(self, cancel: CancellationToken) -> Self {
        let Handle { call, tool, state, scope } = &*self.0;
        let call = call.with_signal(Signal::given(cancel));
        Self::new(call, tool.clone(), state.clone(), *scope)
    }

    /// Hands blocks to the conversation beside the result.
    pub fn defer_context(&self, context: DeferredContext) {
        self.0.call.defer_context(context);
    }

    pub(crate) fn signal(&self) -> &Signal {
        self.0.call.signal()
    }

    pub(crate) fn signalled(&self) -> &Signalled {
        &self.0.call
    }

    pub(crate) fn call(&self) -> &Arc<CallState> {
        &self.0.call
    }

    pub(crate) fn definition(&self) -> Option<&ToolDefinition<S>> {
        self.0.tool.as_ref()
    }

    pub(crate) fn shared_state(&self) -> &Arc<S> {
        &self.0.state
    }
}

impl<S> Clone for CallHandle<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S> fmt::Debug for CallHandle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallHandle")
            .field("call_id", self.0.call.call_id())
            .field("name", &self.0.call.name)
            .finish_non_exhaustive()
    }
}
