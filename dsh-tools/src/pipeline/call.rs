//! A call on its way through the stages: what it began with, and what it has come to so far.

use std::sync::Arc;

use crate::call::{
    Arguments, CallError, CallState, ErrorCode, Outcome, ProgressSink, Signal, Signalled, ToolCall,
};
use crate::hook::CallHandle;
use crate::json::Json;
use crate::registry::{ScopeHandle, View};
use crate::tool::ToolDefinition;

/// A call that has begun. What it saw of the registry then, it keeps to its end (rule REG-8).
pub(crate) struct Running<S> {
    pub(super) handle: CallHandle<S>,
    pub(super) view: Arc<View<S>>,
    pub(super) scope: ScopeHandle<S>,
    /// The tool exists, but is not to be called by the model itself.
    pub(super) collapsed: bool,
    /// Why the arguments could not be read. Boxed, since a call moves from stage to stage and hardly ever has it.
    pub(super) unreadable: Option<Box<CallError>>,
    /// The call came to its end; one that is dropped before fires its signal (rule CAN-3).
    pub(super) is_over: bool,
}

impl<S> Drop for Running<S> {
    fn drop(&mut self) {
        if !self.is_over {
            self.handle.call().signal.fire();
        }
    }
}

/// A call that goes no further than to its last stages, with what it came to.
pub(crate) struct Settled<S> {
    pub(super) running: Running<S>,
    pub(super) ended: Ended,
}

/// What a call came to before its last stages.
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    pub(super) left: Left,
}

impl Ended {
    pub(super) fn new(outcome: Outcome, left: Left) -> Self {
        Self { outcome, left }
    }
}

/// Which of the last stages a settled call still has to go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Post-execute, finalize, observers.
    All,
    /// Finalize and observers.
    Finalize,
    /// Only the observers.
    Observers,
}

/// What comes of the first stage.
pub(crate) enum Prepared<S> {
    /// The body may run.
    Ready(Running<S>),
    /// It may not.
    Settled(Settled<S>),
}

impl<S: Send + Sync + 'static> Running<S> {
    /// Takes the snapshot that the call runs with (rule PIPE-1).
    pub(super) fn begin(scope: &ScopeHandle<S>, call: ToolCall) -> Self {
        let ToolCall { call_id, name, arguments, cancel, parent } = call;
        let view = scope.view();
        let tool = view.get(&name).cloned();
        let signal = Signal::under(cancel);
        Self::with(scope, view, tool, arguments, |arguments| {
            CallState::new(call_id, name, arguments, parent, signal)
        })
    }

    /// A call that nobody else can cancel.
    pub(super) fn begin_alone(scope: &ScopeHandle<S>, name: &str, arguments: Arguments) -> Self {
        let view = scope.view();
        let tool = view.get(name).cloned();
        let name = tool.as_ref().map_or_else(|| name.into(), |tool| tool.spec().name().shared());
        Self::with(scope, view, tool, arguments, |arguments| CallState::unnamed(name, arguments))
    }

    fn with(
        scope: &ScopeHandle<S>,
        view: Arc<View<S>>,
        tool: Option<ToolDefinition<S>>,
        arguments: Arguments,
        state: impl FnOnce(Json) -> CallState,
    ) -> Self {
        let (arguments, unreadable) = match arguments.read() {
            Ok(arguments) => (arguments, None),
            Err(error) => {
                let error =
                    CallError::new(format!("the arguments are no JSON that can be used: {error}"));
                (Json::default(), Some(Box::new(error.with_code(ErrorCode::INVALID_ARGS))))
            }
        };
        let mut state = state(arguments);
        let collapsed = view.is_collapsed(&state.name, state.parent.is_some());
        if !view.progress.is_empty() {
            state.progress = Some(progress_of(view.clone()));
        }
        let shared = scope.core().state.clone();
        let handle = CallHandle::new(Signalled::new(Arc::new(state)), tool, shared, scope.id());
        Self { handle, view, scope: scope.clone(), collapsed, unreadable, is_over: false }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.handle.signal().is_cancelled()
    }

    /// What cancellation makes of a success, by whether the body had started (rule CAN-1).
    pub(super) fn aborted(&self) -> CallError {
        super::abort::error(self.handle.call().body_started())
    }
}

/// Passes progress on to those who asked for it when the call began.
fn progress_of<S: Send + Sync + 'static>(view: Arc<View<S>>) -> ProgressSink {
    Arc::new(move |call, progress| {
        for observer in &view.progress {
            super::contain::logged("a progress observer", || {
                observer.progress(call.call_id(), &call.name, &progress);
            });
        }
    })
}
