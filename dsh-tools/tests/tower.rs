//! Layers of tower around calls: the rules PIPE-4 and CAN-1.
#![allow(clippy::unwrap_used, clippy::panic)] // A test fails by panicking.

use std::future::Ready;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use dsh_tools::hook::{AroundNext, Dispatch, Dispatched, tower_layer};
use dsh_tools::prelude::*;
use tower::retry::Policy;
use tower::{Layer, Service, ServiceBuilder};

/// What the tools of a test did.
#[derive(Clone, Default)]
struct Counts {
    started: Arc<AtomicUsize>,
    running: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
}

struct Running(Counts);

impl Counts {
    fn enter(&self) -> Running {
        self.started.fetch_add(1, Ordering::SeqCst);
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(running, Ordering::SeqCst);
        Running(self.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Sleep for so many milliseconds, then fail for the first calls.
#[tool(concurrency_safe)]
async fn sleep(ms: u64, failures: usize, ctx: &ToolContext<Counts>) -> Result<usize, ToolError> {
    let counts = ctx.state();
    let _running = counts.enter();
    tokio::time::sleep(Duration::from_millis(ms)).await;
    let started = counts.started.load(Ordering::SeqCst);
    if started <= failures { Err(ToolError::new("not yet").with_code("OWN")) } else { Ok(started) }
}

fn registry<L>(layer: L) -> (ToolRegistry<Counts>, Counts)
where
    L: Layer<Dispatch<Counts>>,
    L::Service: Service<Dispatched<Counts>, Response = Outcome> + Clone + Send + Sync + 'static,
    <L::Service as Service<Dispatched<Counts>>>::Error:
        Into<Box<dyn std::error::Error + Send + Sync>>,
    <L::Service as Service<Dispatched<Counts>>>::Future: Send,
{
    let counts = Counts::default();
    let registry = ToolRegistry::builder()
        .state(counts.clone())
        .tools(tools![sleep])
        .around(tower_layer(layer))
        .build()
        .unwrap();
    (registry, counts)
}

fn code(outcome: &Outcome) -> &str {
    outcome.code().map_or("none", |code| code.as_str())
}

fn arguments(ms: u64, failures: usize) -> serde_json::Value {
    json!({ "ms": ms, "failures": failures })
}

#[tokio::test]
async fn pipe_4_a_tower_timeout_gives_tool_timeout_and_drops_the_body() {
    let (registry, counts) =
        registry(ServiceBuilder::new().timeout(Duration::from_millis(20)).into_inner());
    let outcome = registry.call("sleep", arguments(10_000, 0)).await;
    assert_eq!(code(&outcome), "TOOL_TIMEOUT", "{}", outcome.text());
    assert_eq!(counts.dropped.load(Ordering::SeqCst), 1);
    assert_eq!(registry.call("sleep", arguments(0, 0)).await.text(), "2");
}

#[tokio::test]
async fn pipe_4_a_timeout_passes_post_execute_and_keeps_the_callers_signal() {
    let (registry, _) = registry(tower::timeout::TimeoutLayer::new(Duration::from_millis(10)));
    let seen = Arc::new(AtomicUsize::new(0));
    let count = seen.clone();
    registry
        .post_execute(
            move |call: dsh_tools::hook::FinishedCall<Counts>,
                  next: dsh_tools::hook::PostNext<Counts>| {
                count.fetch_add(usize::from(!call.cancel().is_cancelled()), Ordering::SeqCst);
                async move { next.run(call).await }
            },
        )
        .keep();
    assert_eq!(code(&registry.call("sleep", arguments(10_000, 0)).await), "TOOL_TIMEOUT");
    assert_eq!(seen.load(Ordering::SeqCst), 1);
}

/// Tries again as long as the outcome is a failure.
#[derive(Clone)]
struct Again(usize);

impl Policy<Dispatched<Counts>, Outcome, dsh_tools::hook::DispatchError> for Again {
    type Future = Ready<()>;

    fn retry(
        &mut self,
        call: &mut Dispatched<Counts>,
        result: &mut Result<Outcome, dsh_tools::hook::DispatchError>,
    ) -> Option<Self::Future> {
        assert_eq!(call.call().name(), "sleep");
        let again = self.0 > 0 && result.as_ref().is_ok_and(Outcome::is_error);
        again.then(|| {
            self.0 -= 1;
            std::future::ready(())
        })
    }

    fn clone_request(&mut self, call: &Dispatched<Counts>) -> Option<Dispatched<Counts>> {
        Some(call.clone())
    }
}

#[tokio::test]
async fn pipe_4_a_tower_retry_runs_the_inner_hooks_again() {
    let (registry, counts) = registry(tower::retry::RetryLayer::new(Again(3)));
    let inner = Arc::new(AtomicUsize::new(0));
    let count = inner.clone();
    registry
        .around(move |call: CallHandle<Counts>, next: AroundNext<Counts>| {
            count.fetch_add(1, Ordering::SeqCst);
            async move { next.run(call).await }
        })
        .keep();
    assert_eq!(registry.call("sleep", arguments(0, 2)).await.text(), "3");
    assert_eq!(inner.load(Ordering::SeqCst), 3);
    counts.started.store(0, Ordering::SeqCst);
    assert_eq!(code(&registry.call("sleep", arguments(0, 100)).await), "OWN");
    assert_eq!(inner.load(Ordering::SeqCst), 7);
}

#[tokio::test]
async fn pipe_4_a_tower_limit_holds_for_all_calls_together() {
    let (registry, counts) = registry(tower::limit::ConcurrencyLimitLayer::new(2));
    let calls = (0..8).map(|_| ToolCall::new("sleep", arguments(5, 0)));
    let batch = Batch::parallel(NonZeroUsize::new(8).unwrap());
    let outcomes = registry.execute_batch(calls, batch).await;
    assert!(outcomes.iter().all(|outcome| !outcome.is_error()));
    assert_eq!(counts.most.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn can_1_a_call_that_waits_for_a_full_layer_can_be_cancelled() {
    let (registry, counts) = registry(tower::limit::ConcurrencyLimitLayer::new(1));
    let busy = registry.clone();
    let busy = tokio::spawn(async move { busy.call("sleep", arguments(10_000, 0)).await });
    while counts.started.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    let waiting = ToolCall::new("sleep", arguments(0, 0));
    let cancel = waiting.cancel.clone();
    let waiting = registry.execute(waiting);
    let cancelling = async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        cancel.cancel();
    };
    let (outcome, ()) = tokio::join!(waiting, cancelling);
    assert_eq!(code(&outcome), "ABORTED_BEFORE_DISPATCH");
    busy.abort();
}

#[tokio::test]
async fn pipe_4_a_buffered_rate_limit_is_shared() {
    let layers = ServiceBuilder::new().buffer(16).rate_limit(2, Duration::from_millis(100));
    let (registry, _) = registry(layers.into_inner());
    let began = std::time::Instant::now();
    let calls = (0..5).map(|_| ToolCall::new("sleep", arguments(0, 0)));
    let outcomes = registry.execute_batch(calls, Batch::default()).await;
    assert!(outcomes.iter().all(|outcome| !outcome.is_error()), "{:?}", outcomes[0].text());
    assert!(began.elapsed() >= Duration::from_millis(190), "{:?}", began.elapsed());
}

#[tokio::test]
async fn pipe_4_a_layer_that_sheds_load_is_a_hook_that_fails() {
    let layers = ServiceBuilder::new().load_shed().concurrency_limit(1);
    let (registry, counts) = registry(layers.into_inner());
    let calls = (0..3).map(|_| ToolCall::new("sleep", arguments(20, 0)));
    let outcomes = registry.execute_batch(calls, Batch::default()).await;
    let refused = outcomes.iter().filter(|outcome| outcome.is_error()).count();
    assert_eq!((refused, counts.started.load(Ordering::SeqCst)), (2, 1));
    assert!(outcomes[1].text().contains("refused the call"), "{}", outcomes[1].text());
}

#[tokio::test]
async fn pipe_4_errors_from_further_inside_keep_their_code() {
    let (registry, _) = registry(tower::timeout::TimeoutLayer::new(Duration::from_secs(10)));
    let fails = |_: CallHandle<Counts>, _: AroundNext<Counts>| async {
        Err::<Outcome, _>(ToolError::new("inner hook").with_code("INNER"))
    };
    registry.around(fails).keep();
    assert_eq!(code(&registry.call("sleep", arguments(0, 0)).await), "INNER");
}

#[tokio::test]
async fn pipe_4_errors_from_further_inside_keep_their_code_behind_a_layer_that_wraps_them() {
    let wrapped = |error: tower::BoxError| anyhow::Error::from_boxed(error).context("outer layer");
    let layer = tower::util::MapErrLayer::new(wrapped);
    let (registry, _) =
        registry(ServiceBuilder::new().layer(layer).map_err(tower::BoxError::from).into_inner());
    let fails = |_: CallHandle<Counts>, _: AroundNext<Counts>| async {
        Err::<Outcome, _>(ToolError::new("inner hook").with_code("INNER"))
    };
    registry.around(fails).keep();
    let outcome = registry.call("sleep", arguments(0, 0)).await;
    assert_eq!(code(&outcome), "INNER");
    let text = "Error: a layer around `sleep` refused the call: outer layer: inner hook";
    assert_eq!(outcome.text(), text);
}

/// A layer that refuses every call.
#[derive(Clone)]
struct Refusing;

impl<T> Layer<T> for Refusing {
    type Service = Self;

    fn layer(&self, _: T) -> Self {
        Self
    }
}

impl Service<Dispatched<Counts>> for Refusing {
    type Response = Outcome;
    type Error = tower::BoxError;
    type Future = Ready<Result<Outcome, tower::BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Dispatched<Counts>) -> Self::Future {
        std::future::ready(Err(ToolError::new("no quota left").with_code("QUOTA").into()))
    }
}

#[tokio::test]
async fn pipe_4_an_error_of_a_layer_keeps_the_code_that_it_carries() {
    let (registry, _) = registry(Refusing);
    let outcome = registry.call("sleep", arguments(0, 0)).await;
    assert_eq!(code(&outcome), "QUOTA");
    let text = "Error: a layer around `sleep` refused the call: no quota left";
    assert_eq!(outcome.text(), text);
}

/// A layer that panics, or is never ready.
#[derive(Clone)]
struct Odd {
    panics: bool,
}

impl<T: Clone> Layer<T> for Odd {
    type Service = Self;

    fn layer(&self, _: T) -> Self {
        self.clone()
    }
}

impl Service<Dispatched<Counts>> for Odd {
    type Response = Outcome;
    type Error = std::convert::Infallible;
    type Future = Ready<Result<Outcome, std::convert::Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        if self.panics { Poll::Ready(Ok(())) } else { Poll::Pending }
    }

    fn call(&mut self, _: Dispatched<Counts>) -> Self::Future {
        panic!("a layer")
    }
}

#[tokio::test]
async fn pipe_8_a_layer_that_panics_is_contained() {
    let (registry, _) = registry(Odd { panics: true });
    assert_eq!(code(&registry.call("sleep", arguments(0, 0)).await), "TOOL_PANICKED");
}

#[tokio::test]
async fn can_1_a_layer_that_is_never_ready_holds_no_cancelled_call() {
    let (registry, _) = registry(Odd { panics: false });
    let call = ToolCall::new("sleep", arguments(0, 0));
    let cancel = call.cancel.clone();
    let cancelling = async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        cancel.cancel();
    };
    let (outcome, ()) = tokio::join!(registry.execute(call), cancelling);
    assert_eq!(code(&outcome), "ABORTED_BEFORE_DISPATCH");
}
