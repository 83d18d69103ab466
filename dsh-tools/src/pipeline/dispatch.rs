//! The second stage: the around-execute hooks, and the body at their centre.
//! The only stage that may overlap with other calls (rule BATCH-1).

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use super::call::{Ended, Left, Prepared, Running, Settled};
use super::{abort, contain, normalise, patience};
use crate::call::{CallError, Outcome, Signal, Signalled, ToolError};
use crate::hook::{BoxFuture, CallHandle, Chain};
use crate::registry::{Admitted, ScopeHandle, View};
use crate::tool::{CallContext, ToolDefinition};

impl<S: Send + Sync + 'static> Prepared<S> {
    /// Runs the body, unless the call is settled.
    pub(crate) async fn dispatch(self) -> Settled<S> {
        match self {
            Self::Settled(settled) => settled,
            Self::Ready(running) => {
                let ended = running.dispatched().await;
                Settled { running, ended }
            }
        }
    }
}

impl<S: Send + Sync + 'static> Running<S> {
    /// What the hooks around the body and the body itself make of the call.
    pub(super) async fn dispatched(&self) -> Ended {
        let returned = if self.view.around.is_empty() {
            let body = Body { scope: &self.scope, view: &self.view };
            Ok(body.run(&self.handle).await)
        } else {
            let parts = Arc::new((self.scope.clone(), self.view.clone()));
            let wrapped = Chain::new(self.view.around.clone(), move |call| {
                let parts = parts.clone();
                let run = async move {
                    let (scope, view) = &*parts;
                    Ok(Body { scope, view }.run(&call).await)
                };
                Box::pin(run) as BoxFuture<_>
            });
            let wrapped =
                contain::future("an around-execute hook", wrapped.run(self.handle.clone()));
            let signal = self.handle.signal();
            patience::unless_cancelled(signal, self.handle.call(), wrapped)
                .await
                .unwrap_or_else(|| Ok(Outcome::failure(abort::error(false))))
        };
        let (mut outcome, left) = match returned {
            Ok(outcome) => normalise::returned(&self.handle, outcome),
            Err(error) => (Outcome::from_error(error), Left::Finalize),
        };
        // What the body deferred comes before what wrappers added.
        let mut contexts = self.handle.call().take_contexts();
        if !contexts.is_empty() {
            contexts.append(outcome.contexts_mut());
            *outcome.contexts_mut() = contexts;
        }
        if !outcome.is_error() && self.is_cancelled() {
            outcome = outcome.into_failure(self.aborted());
        }
        Ended::new(outcome, left)
    }
}

/// The innermost part of a dispatch.
struct Body<'a, S> {
    scope: &'a ScopeHandle<S>,
    view: &'a View<S>,
}

impl<S: Send + Sync + 'static> Body<'_, S> {
    async fn run(&self, call: &CallHandle<S>) -> Outcome {
        if is_cancelled(call) {
            return Outcome::failure(abort::error(false));
        }
        let Some(tool) = call.definition() else {
            return Outcome::failure(self.unknown(call.name()));
        };
        let violations = tool.spec().parameters().validate(call.arguments(), "");
        if !violations.is_empty() {
            return Outcome::from_error(ToolError::of_arguments(&violations));
        }
        let Some(_admitted) = self.admit(tool, call).await else {
            return Outcome::failure(abort::error(false));
        };
        call.call().start_body();
        let outcome = match self.call_body(tool, call).await {
            Ok(value) => normalise::success(call, tool, value),
            Err(error) => Outcome::from_error(error),
        };
        if !outcome.is_error() && is_cancelled(call) {
            return outcome.into_failure(abort::error(true));
        }
        outcome
    }

    /// Waits for a turn where the host bounds how much runs; whoever is cancelled before never starts.
    async fn admit(&self, tool: &ToolDefinition<S>, call: &CallHandle<S>) -> Option<Admitted> {
        let admission = &self.scope.core().admission;
        if !admission.is_bounded() {
            return Some(Admitted::default());
        }
        tokio::select! {
            biased;
            () = call.call().signal.token().cancelled() => None,
            () = call.cancel().cancelled() => None,
            admitted = admission.admit(tool.spec()) => Some(admitted),
        }
    }

    async fn call_body(
        &self,
        tool: &ToolDefinition<S>,
        call: &CallHandle<S>,
    ) -> Result<crate::json::Json, ToolError> {
        let caller = tool
            .spec()
            .is_run_code()
            .then(|| Arc::new(self.scope.clone()) as Arc<dyn std::any::Any + Send + Sync>);
        let seen = seen_by_body(call.signalled());
        let replaced = seen.replaced_signal().cloned();
        let context = CallContext::new(seen, call.shared_state().clone(), caller);
        let what = call.name();
        let body = contain::sync(what, || tool.handler().call(call.arguments(), context))?;
        let body = contain::future(what, body);
        match replaced {
            None => body.await,
            Some(signal) => relay(&call.call().signal, &signal, body).await,
        }
    }

    fn unknown(&self, name: &str) -> CallError {
        normalise::unknown_tool(name, self.view.tools().map(|tool| tool.spec().name().as_str()))
    }
}

/// Whether the caller's signal fired, or the one that a hook put in its place.
fn is_cancelled<S>(call: &CallHandle<S>) -> bool {
    call.call().signal.is_cancelled()
        || call.signalled().replaced_signal().is_some_and(|signal| signal.is_cancelled())
}

/// The call as the body sees it: with a signal under that of a hook, which [`relay`] can fire alone.
fn seen_by_body(call: &Signalled) -> Signalled {
    match call.replaced_signal() {
        None => call.clone(),
        Some(signal) => call.with_signal(Signal::under(signal.token().clone())),
    }
}

/// Passes the caller's cancellation on to the body while it runs.
async fn relay<T>(caller: &Signal, signal: &Signal, body: impl Future<Output = T>) -> T {
    let mut body = pin!(body);
    let mut caller = pin!(caller.token().cancelled());
    poll_fn(|context| {
        if !signal.is_cancelled() && caller.as_mut().poll(context).is_ready() {
            signal.fire();
        }
        match body.as_mut().poll(context) {
            Poll::Ready(result) => Poll::Ready(result),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
