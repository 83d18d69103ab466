//! A call on its way through the stages: what it began with, and what it has come to so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio_util::sync::{CancellationToken, DropGuard};

use crate::call::{CallError, CallState, ErrorCode, Outcome, ToolCall};
use crate::hook::CallHandle;
use crate::json::Json;
use crate::registry::{ScopeHandle, View};

/// A call that has begun. What it saw of the registry then, it keeps to its end (rule REG-8).
pub(crate) struct Running<S> {
    pub(super) handle: CallHandle<S>,
    pub(super) view: Arc<View<S>>,
    pub(super) scope: ScopeHandle<S>,
    /// Set just before the body is called.
    pub(super) body_started: Arc<AtomicBool>,
    /// The tool exists, but is not to be called by the model itself.
    pub(super) collapsed: bool,
    /// Why the arguments could not be read.
    pub(super) unreadable: Option<CallError>,
    /// Fires the call's signal when the call is dropped before its end (rule CAN-3).
    pub(super) on_drop: DropGuard,
}

/// A call that goes no further than to its last stages, with what it came to.
pub(crate) struct Settled<S> {
    pub(super) running: Running<S>,
    pub(super) outcome: Outcome,
    pub(super) left: Left,
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
        let view = scope.view();
        let nested = call.parent.is_some();
        let collapsed = view.is_collapsed(&call.name, nested);
        let (arguments, unreadable) = match call.arguments.read() {
            Ok(arguments) => (arguments, None),
            Err(error) => {
                let error =
                    CallError::new(format!("the arguments are no JSON that can be used: {error}"));
                (Json::default(), Some(error.with_code(ErrorCode::INVALID_ARGS)))
            }
        };
        let tool = view.get(&call.name).cloned();
        let mut state = CallState::new(call.call_id, call.name, arguments, call.parent);
        if !view.progress.is_empty() {
            let view = view.clone();
            state.progress = Some(Arc::new(move |call, progress| {
                for observer in &view.progress {
                    super::contain::logged("a progress observer", || {
                        observer.progress(&call.call_id, &call.name, &progress);
                    });
                }
            }));
        }
        // A signal of the call's own, so that dropping the call does not fire the caller's.
        let cancel: CancellationToken = call.cancel.child_token();
        let on_drop = cancel.clone().drop_guard();
        let shared = scope.core().state.clone();
        let handle = CallHandle::new(Arc::new(state), tool, shared, scope.id(), cancel);
        Self {
            handle,
            view,
            scope: scope.clone(),
            body_started: Arc::default(),
            collapsed,
            unreadable,
            on_drop,
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.handle.cancel().is_cancelled()
    }

    /// What cancellation makes of a success, by whether the body had started (rule CAN-1).
    pub(super) fn aborted(&self) -> CallError {
        super::abort::error(self.body_started.load(Ordering::Acquire))
    }

    pub(super) fn settle(self, outcome: Outcome, left: Left) -> Settled<S> {
        Settled { running: self, outcome, left }
    }
}
