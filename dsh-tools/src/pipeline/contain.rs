//! Panics of hooks, bodies and callbacks, turned into errors (rule PIPE-8).
//! What panicked is not used again within the call, so a half-done state is never read.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;

use crate::call::{ToolError, panic_message};

/// Calls something synchronous.
pub(crate) fn sync<T>(what: &str, call: impl FnOnce() -> T) -> Result<T, ToolError> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| panicked(what, &*payload))
}

/// Awaits something that may fail by itself.
pub(crate) async fn future<T>(
    what: &str,
    future: impl Future<Output = Result<T, ToolError>>,
) -> Result<T, ToolError> {
    match AssertUnwindSafe(future).catch_unwind().await {
        Ok(result) => result,
        Err(payload) => Err(panicked(what, &*payload)),
    }
}

/// Calls something whose failure concerns nobody but the log.
pub(crate) fn logged(what: &str, call: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(call)) {
        tracing::warn!("{what} panicked: {}", panic_message(&*payload));
    }
}

fn panicked(what: &str, payload: &(dyn Any + Send)) -> ToolError {
    ToolError::panicked(what, payload)
}
