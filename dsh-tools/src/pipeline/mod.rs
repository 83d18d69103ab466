//! One path for every call: prepare, dispatch, finalise, finish.
//!
//! *Prepare* reads the arguments and asks gates, approval and guards. *Dispatch* runs the around-execute
//! hooks and the body, and is the only stage that may overlap with other calls. *Finalise* runs the
//! post-execute hooks. *Finish* lets the definition replace the content and tells the observers. A direct
//! call runs them in a row; a batch and a program run them through the scheduler.

mod abort;
mod call;
mod contain;
mod dispatch;
mod finish;
mod normalise;
mod prepare;

pub(crate) use self::call::{Prepared, Running, Settled};

use crate::call::{Arguments, Outcome, ToolCall};
use crate::registry::ScopeHandle;

/// Calling.
impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// Runs a call through the whole pipeline. Every failure is an outcome (rule PIPE-8).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future fires the call's signal and drops its body; nothing is left running (rule
    /// CAN-3). Cancelling the call's own token instead ends it in order, with an outcome.
    pub async fn execute(&self, call: ToolCall) -> Outcome {
        let prepared = self.prepare(call).await;
        let dispatched = prepared.dispatch().await;
        dispatched.finalise().await.finish()
    }

    /// Calls a tool by name, under an id that is made up.
    ///
    /// # Cancel safety
    ///
    /// As for [`execute`](Self::execute).
    pub async fn call(&self, name: &str, arguments: impl Into<Arguments>) -> Outcome {
        self.execute(ToolCall::new(name, arguments)).await
    }

    /// The first stage alone.
    pub(crate) async fn prepare(&self, call: ToolCall) -> Prepared<S> {
        Running::begin(self, call).prepare().await
    }
}
