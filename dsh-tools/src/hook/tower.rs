//! Layers of tower as around-execute hooks: timeouts, retries and limits that exist already (rule PIPE-4).
//!
//! A layer is applied once, around the dispatch of calls, so what it counts or limits holds for all calls together:
//!
//! ```
//! use std::time::Duration;
//!
//! use dsh_tools::hook::tower_layer;
//! use dsh_tools::prelude::*;
//! use tower::ServiceBuilder;
//!
//! let layers = ServiceBuilder::new().concurrency_limit(4).timeout(Duration::from_secs(5));
//! let registry = ToolRegistry::builder().around(tower_layer(layers)).build()?;
//! # let _: ToolRegistry = registry;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layered service is cloned for each call. One that cannot be cloned, such as a rate limit, goes behind
//! tower's `buffer`, which shares it; build such a registry inside of a tokio runtime.
//!
//! A layer that drops the call before it is over, as a timeout does, ends it: the signal of the inner call fires,
//! its body is dropped, and the outcome is `TOOL_TIMEOUT`. An error of a layer, such as that of `load_shed`, is the
//! failure of a hook, with the code that it carries; an error that comes from further inside keeps its own.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio_util::sync::CancellationToken;
use tower_layer::Layer;
use tower_service::Service;

use super::around::{AroundExecute, AroundNext};
use super::handle::CallHandle;
use crate::call::{ErrorCode, IntoToolError, Outcome, ToolError};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A layer, or a stack of them, as a hook.
///
/// The layer's service takes [`Dispatched`] calls and gives an [`Outcome`]: that of any layer that leaves requests
/// and responses as they are.
pub fn tower_layer<S, L>(layer: L) -> TowerHook<L::Service>
where
    L: Layer<Dispatch<S>>,
    L::Service: Service<Dispatched<S>, Response = Outcome>,
{
    TowerHook { service: layer.layer(Dispatch(std::marker::PhantomData)) }
}

/// What [`tower_layer()`] makes of a layer.
#[derive(Clone)]
pub struct TowerHook<T> {
    service: T,
}

impl<T> fmt::Debug for TowerHook<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TowerHook").finish_non_exhaustive()
    }
}

impl<S, T> AroundExecute<S> for TowerHook<T>
where
    S: Send + Sync + 'static,
    T: Service<Dispatched<S>, Response = Outcome> + Clone + Send + Sync + 'static,
    T::Error: Into<BoxError>,
    T::Future: Send,
{
    async fn around_execute(
        &self,
        call: CallHandle<S>,
        next: AroundNext<S>,
    ) -> Result<Outcome, ToolError> {
        let mut service = self.service.clone();
        let given_up = Arc::new(AtomicBool::new(false));
        let name = call.name().to_owned();
        let dispatched = Dispatched { call, next, given_up: given_up.clone() };
        let ready = poll_fn(|context| service.poll_ready(context).map_err(Into::into)).await;
        let answered = match ready {
            Ok(()) => service.call(dispatched).await.map_err(Into::into),
            Err(error) => Err(error),
        };
        answered.or_else(|error| failed(error, &given_up, &name))
    }
}

/// What an error of the layers comes to.
fn failed(error: BoxError, given_up: &AtomicBool, name: &str) -> Result<Outcome, ToolError> {
    let error = match error.downcast::<DispatchError>() {
        Ok(inner) => return Err(inner.0.into_tool_error()),
        Err(error) => error,
    };
    if given_up.load(Ordering::Acquire) {
        let timeout = ToolError::new(format!("`{name}` took longer than it may: {error}"));
        return Ok(Outcome::failure(timeout.with_code(ErrorCode::TOOL_TIMEOUT)));
    }
    let error = error.into_tool_error();
    let refused = format!("a layer around `{name}` refused the call: {}", error.message());
    Err(coded(ToolError::new(refused), error.code()))
}

fn coded(error: ToolError, code: Option<&ErrorCode>) -> ToolError {
    match code {
        Some(code) => error.with_code(code.clone()),
        None => error,
    }
}

/// A call on its way through the layers. Cloning it, as retries do, lets the rest run again.
pub struct Dispatched<S> {
    call: CallHandle<S>,
    next: AroundNext<S>,
    /// Set when a dispatch was dropped before it was over.
    given_up: Arc<AtomicBool>,
}

impl<S> Dispatched<S> {
    /// The call.
    #[must_use]
    pub fn call(&self) -> &CallHandle<S> {
        &self.call
    }
}

impl<S> Clone for Dispatched<S> {
    fn clone(&self) -> Self {
        Self { call: self.call.clone(), next: self.next.clone(), given_up: self.given_up.clone() }
    }
}

impl<S> fmt::Debug for Dispatched<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatched").field("call", &self.call).finish_non_exhaustive()
    }
}

/// The innermost service: the rest of the hooks, and the body.
pub struct Dispatch<S>(std::marker::PhantomData<fn(S)>);

impl<S> Clone for Dispatch<S> {
    fn clone(&self) -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<S> fmt::Debug for Dispatch<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dispatch")
    }
}

/// The failure of an inner hook. A tool's own failure is no error but an outcome. Its code travels along in its
/// chain of sources, so that a layer may wrap it.
#[derive(Debug)]
pub struct DispatchError(BoxError);

impl fmt::Display for DispatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl std::error::Error for DispatchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl<S: Send + Sync + 'static> Service<Dispatched<S>> for Dispatch<S> {
    type Response = Outcome;
    type Error = DispatchError;
    type Future = Pin<Box<dyn Future<Output = Result<Outcome, DispatchError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), DispatchError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, dispatched: Dispatched<S>) -> Self::Future {
        let Dispatched { call, next, given_up } = dispatched;
        Box::pin(async move {
            // An earlier attempt that was given up says nothing of this one.
            given_up.store(false, Ordering::Release);
            let cancel = call.cancel().child_token();
            let mut unfinished = Unfinished { cancel: Some(cancel.clone()), given_up };
            let outcome = next.run(call.with_cancel(cancel)).await;
            unfinished.cancel = None;
            outcome.map_err(|error| DispatchError(error.into()))
        })
    }
}

/// A dispatch that a layer may drop: then its signal fires.
struct Unfinished {
    cancel: Option<CancellationToken>,
    given_up: Arc<AtomicBool>,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(cancel) = self.cancel.take() {
            self.given_up.store(true, Ordering::Release);
            cancel.cancel();
        }
    }
}
