//! Ends calls that take longer than their tool may (rule POL-1).
//! The deadline fires the signal of the call; a body that ignores it is awaited, unless it is to be dropped.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use crate::call::{CallError, ErrorCode, Outcome, ToolError};
use crate::hook::{AroundExecute, AroundNext, CallHandle};

/// Enforces `timeout_ms`: an around-execute hook. Needs a tokio runtime with its timer enabled.
///
/// A call that the deadline overtook is `TOOL_TIMEOUT`, whatever its body made of the signal. One that was
/// cancelled before stays `ABORTED`, and one that was over in time keeps its outcome.
///
/// `run_code` declares no timeout and takes no default either: a runtime bounds its wall time, and stops that
/// clock while a person is asked. Approval of a call comes before this hook, so it costs a tool no time.
///
/// ```
/// use std::time::Duration;
///
/// use dsh_tools::policy;
/// use dsh_tools::prelude::*;
///
/// /// Wait for what never comes.
/// #[tool(timeout_ms = 20)]
/// async fn wait(ctx: &ToolContext) {
///     ctx.cancel().cancelled().await;
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let policy = policy::Timeout::default().or(Duration::from_secs(30));
/// let registry = ToolRegistry::builder().tools(tools![wait]).around(policy).build()?;
/// let outcome = registry.call("wait", json!({})).await;
/// assert_eq!(outcome.text(), "Error: `wait` took longer than the 20 ms that it may");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a policy does nothing until a registry has it"]
pub struct Timeout {
    default: Option<Duration>,
    drops: bool,
}

impl Timeout {
    /// Gives tools that declare no timeout this one.
    pub fn or(mut self, timeout: Duration) -> Self {
        self.default = Some(timeout);
        self
    }

    /// Drops a body that is still running at the deadline, instead of waiting for it to see its signal. What it
    /// had begun is left as it is, and a body that computes without awaiting cannot be dropped.
    pub fn drop_on_timeout(mut self) -> Self {
        self.drops = true;
        self
    }

    fn of<S>(&self, call: &CallHandle<S>) -> Option<Duration> {
        let tool = call.tool()?;
        let default = if tool.is_run_code() { None } else { self.default };
        tool.timeout().or(default)
    }
}

impl<S: Send + Sync + 'static> AroundExecute<S> for Timeout {
    async fn around_execute(
        &self,
        call: CallHandle<S>,
        next: AroundNext<S>,
    ) -> Result<Outcome, ToolError> {
        let Some(limit) = self.of(&call) else { return next.run(call).await };
        let outer = call.clone();
        let cancel = call.cancel().child_token();
        // Dropping this future fires the signal of what is inside (rule CAN-3).
        let fires = cancel.clone().drop_guard();
        let mut inner = pin!(next.run(call.with_cancel(cancel)));
        // The body is looked at first: what is over in time keeps its outcome.
        tokio::select! {
            biased;
            outcome = &mut inner => {
                fires.disarm();
                return outcome;
            }
            () = tokio::time::sleep(limit) => {}
        }
        let cancelled = is_cancelled(&outer);
        drop(fires);
        let late = if self.drops { polled_once(inner).await } else { Some(inner.await) };
        match late {
            // Cancelled before the deadline: what came of that stays.
            Some(outcome) if cancelled => outcome,
            None if cancelled => Ok(Outcome::failure(dropped_after_cancel())),
            Some(Ok(outcome)) => Ok(outcome.into_failure(timed_out(outer.name(), limit))),
            Some(Err(_)) | None => Ok(Outcome::failure(timed_out(outer.name(), limit))),
        }
    }
}

/// One more look, so that a body that waits for its signal can leave in order.
async fn polled_once<T>(inner: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        outcome = inner => Some(outcome),
        () = std::future::ready(()) => None,
    }
}

/// Whether the caller's signal fired, or that of a hook further outside.
pub(super) fn is_cancelled<S>(call: &CallHandle<S>) -> bool {
    call.call().signal.is_cancelled() || call.cancel().is_cancelled()
}

fn timed_out(name: &str, limit: Duration) -> CallError {
    let limit = limit.as_millis();
    CallError::new(format!("`{name}` took longer than the {limit} ms that it may"))
        .with_code(ErrorCode::TOOL_TIMEOUT)
}

fn dropped_after_cancel() -> CallError {
    CallError::new("the call was cancelled while the tool was running; it may have had effects")
        .with_code(ErrorCode::ABORTED)
}
