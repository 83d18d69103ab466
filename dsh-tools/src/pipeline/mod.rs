//! One path for every call: prepare, dispatch, finalise, finish.
//!
//! *Prepare* reads the arguments and asks gates, approval and guards. *Dispatch* runs the around-execute
//! hooks and the body, and is the only stage that may overlap with other calls. *Finalise* runs the
//! post-execute hooks. *Finish* lets the definition replace the content and tells the observers. A direct
//! call runs them in a row; a batch and a program run them through the scheduler.

mod abort;
mod call;
pub(crate) mod contain;
mod dispatch;
mod finish;
mod normalise;
mod patience;
mod prepare;
mod record;

pub(crate) use self::call::{Prepared, Running, Settled};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::{Arguments, CallError, ErrorCode, Outcome, ToolCall};
use crate::json::{from_json, to_json};
use crate::registry::ScopeHandle;
use crate::tool::{OutputOf, Tool};

/// Calling.
impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// Runs a call through the whole pipeline. Every failure is an outcome (rule PIPE-8).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future fires the call's signal and drops its body; nothing is left running (rule
    /// CAN-3). Cancelling the call's own token instead ends it in order, with an outcome.
    pub async fn execute(&self, call: ToolCall) -> Outcome {
        Running::begin(self, call).run().await
    }

    /// Calls a tool by name, under an id that is made up.
    ///
    /// # Cancel safety
    ///
    /// As for [`execute`](Self::execute).
    pub async fn call(&self, name: &str, arguments: impl Into<Arguments>) -> Outcome {
        Running::begin_alone(self, name, arguments.into()).run().await
    }

    /// Calls the tool of a function, typed: `registry.call_tool::<add>(&arguments)`.
    ///
    /// The tool is looked up by name like any other, so scopes, hooks and policies hold. The arguments are
    /// whatever serialises as the tool's argument object.
    ///
    /// # Errors
    ///
    /// The failure of the call; `INVALID_ARGS` for arguments that are no lossless JSON, and
    /// `INVALID_TOOL_OUTPUT` when a tool that shadows this one gave a value of another type.
    ///
    /// # Cancel safety
    ///
    /// As for [`execute`](Self::execute).
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// use dsh_tools::prelude::*;
    ///
    /// /// Add two integers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 { a + b }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder().tools(tools![add]).build()?;
    /// let sum: i64 = registry.call_tool::<add>(&json!({ "a": 1, "b": 2 })).await?;
    /// assert_eq!(sum, 3);
    /// # Ok(())
    /// # }
    /// # main().unwrap();
    /// # }
    /// ```
    pub async fn call_tool<F>(
        &self,
        arguments: &(impl Serialize + Sync),
    ) -> Result<OutputOf<F>, CallError>
    where
        F: Tool,
        OutputOf<F>: DeserializeOwned,
    {
        let arguments = to_json(arguments).map_err(|lossy| {
            CallError::new(format!("the arguments are no lossless JSON: {lossy}"))
                .with_code(ErrorCode::INVALID_ARGS)
        })?;
        let outcome = self.call(F::NAME, arguments).await;
        let value = &outcome.result().map_err(Clone::clone)?.value;
        from_json(value).map_err(|error| {
            CallError::new(format!("`{}` gave a value of another type: {error}", F::NAME))
                .with_code(ErrorCode::INVALID_TOOL_OUTPUT)
        })
    }

    /// The first stage alone.
    pub(crate) async fn prepare(&self, call: ToolCall) -> Prepared<S> {
        Running::begin(self, call).prepare().await
    }
}

impl<S: Send + Sync + 'static> Running<S> {
    /// All stages in a row.
    async fn run(mut self) -> Outcome {
        let ended = match self.refused().await {
            Some(ended) => ended,
            None => self.dispatched().await,
        };
        self.completed(ended).await
    }
}
