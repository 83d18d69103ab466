//! What must hold when a stage hangs, is cancelled or is dropped: the rules CAN-1 to CAN-3 at every stage.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use dsh_tools::hook::{
    Approval, ApprovalRequest, ApprovalService, AroundNext, FinishedCall, PostDecision, PostNext,
};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::registry::RegistryBuilder;
use dsh_tools::tool::CallContext;
use dsh_tools_tests::kit::{Log, OnDrop, builder, code};
use tokio_util::sync::CancellationToken;

/// Where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Gate,
    Approval,
    Guard,
    BeforeBody,
    Body,
    AfterBody,
    Post,
    Finalize,
    Observer,
}

const STAGES: [Stage; 9] = [
    Stage::Gate,
    Stage::Approval,
    Stage::Guard,
    Stage::BeforeBody,
    Stage::Body,
    Stage::AfterBody,
    Stage::Post,
    Stage::Finalize,
    Stage::Observer,
];

/// What happens in a stage: to be cloned into every hook.
trait Fault: Fn(Stage) + Clone + Send + Sync + 'static {}
impl<F: Fn(Stage) + Clone + Send + Sync + 'static> Fault for F {}

/// A registry that has everything, and calls `at` in every stage. Asynchronous stages then wait for `wait`.
fn registry<F, Fut>(at: impl Fault, wait: F, log: &Log, body_fails: bool) -> ToolRegistry
where
    F: Fn(Stage) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send,
{
    let builder = ToolRegistry::builder().tools(vec![tool(&at, &wait, log, body_fails)]);
    let (gate, waits) = (at.clone(), wait.clone());
    let gate = move |_: CallHandle<()>, _: Next<()>| {
        gate(Stage::Gate);
        let wait = waits(Stage::Gate);
        async move {
            wait.await;
            Decision::ask("is it so?")
        }
    };
    let guard = at.clone();
    let guard = move |_: &CallHandle<()>| -> Option<String> {
        guard(Stage::Guard);
        None
    };
    let service = Asked { at: at.clone(), wait: wait.clone() };
    after(builder.pre_execute(gate).guard(guard).approval(service), at, wait).build().unwrap()
}

fn after<F, Fut>(builder: RegistryBuilder<()>, at: impl Fault, wait: F) -> RegistryBuilder<()>
where
    F: Fn(Stage) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send,
{
    let (around, waits) = (at.clone(), wait.clone());
    let around = move |call: CallHandle<()>, next: AroundNext<()>| {
        let (around, waits) = (around.clone(), waits.clone());
        async move {
            around(Stage::BeforeBody);
            waits(Stage::BeforeBody).await;
            let outcome = next.run(call).await;
            around(Stage::AfterBody);
            waits(Stage::AfterBody).await;
            outcome
        }
    };
    let post = at.clone();
    let post = move |_: FinishedCall<()>, _: PostNext<()>| {
        post(Stage::Post);
        let wait = wait(Stage::Post);
        async move {
            wait.await;
            PostDecision::accept()
        }
    };
    let observer = move |_: &CallHandle<()>, _: &Outcome| at(Stage::Observer);
    builder.around(around).post_execute(post).observe(observer)
}

fn tool<F, Fut>(at: &impl Fault, wait: &F, log: &Log, fails: bool) -> ToolDefinition<()>
where
    F: Fn(Stage) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send,
{
    let (run, wait, log, finalize) = (at.clone(), wait.clone(), log.clone(), at.clone());
    builder("work")
        .finalize_content(move |_| {
            finalize(Stage::Finalize);
            None
        })
        .body(move |_: Json, call: CallContext<()>| {
            run(Stage::Body);
            let (wait, log) = (wait.clone(), log.clone());
            async move {
                let _dropped = OnDrop(log, "the body is gone");
                tokio::select! {
                    () = wait(Stage::Body) => {}
                    () = call.cancel().cancelled() => {}
                }
                if fails { Err(ToolError::new("it fails").with_code("OWN")) } else { Ok(1.into()) }
            }
        })
        .build()
        .unwrap()
}

struct Asked<A, F> {
    at: A,
    wait: F,
}

impl<A, F, Fut> ApprovalService<()> for Asked<A, F>
where
    A: Fault,
    F: Fn(Stage) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send,
{
    async fn request(&self, _: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        (self.at)(Stage::Approval);
        (self.wait)(Stage::Approval).await;
        Ok(Approval::AllowedOnce)
    }
}

fn call(cancel: &CancellationToken) -> ToolCall {
    ToolCall::new("work", json!({})).with_cancel(cancel.clone())
}

fn note(log: &Log) -> impl Fault {
    let log = log.clone();
    move |stage| log.add(format!("{stage:?}"))
}

#[tokio::test]
async fn can_1_cancellation_is_looked_at_until_finalize_begins() {
    for cancelled in STAGES {
        let (cancel, log) = (CancellationToken::new(), Log::default());
        let (fires, noted) = (cancel.clone(), note(&log));
        let at = move |stage| {
            noted(stage);
            if stage == cancelled {
                fires.cancel();
            }
        };
        let registry = registry(at, |_| async {}, &log, false);
        let outcome = registry.scope().execute(call(&cancel)).await;
        let expected = match cancelled {
            Stage::Gate | Stage::Approval | Stage::Guard | Stage::BeforeBody => {
                "ABORTED_BEFORE_DISPATCH"
            }
            Stage::Body | Stage::AfterBody | Stage::Post => "ABORTED",
            Stage::Finalize | Stage::Observer => "none",
        };
        assert_eq!(code(&outcome), expected, "cancelled in {cancelled:?}");
        let entries = log.entries();
        let ran = |stage: Stage| entries.contains(&format!("{stage:?}"));
        assert!(ran(Stage::Finalize) && ran(Stage::Observer), "{cancelled:?}: {entries:?}");
    }
}

#[tokio::test]
async fn can_1_a_cancelled_call_waits_for_no_hook_before_its_body() {
    for hangs in [Stage::Gate, Stage::Approval, Stage::BeforeBody] {
        let (cancel, log) = (CancellationToken::new(), Log::default());
        let outcome = hanging(hangs, pending, &cancel, &log).await;
        assert_eq!(code(&outcome), "ABORTED_BEFORE_DISPATCH", "{hangs:?}");
        let entries = log.entries();
        assert_eq!(entries[entries.len() - 2..], ["Finalize", "Observer"], "{hangs:?}");
        assert!(!entries.contains(&"Body".to_owned()), "{hangs:?}");
    }
}

#[tokio::test]
async fn can_1_hooks_after_the_body_are_awaited_and_keep_the_say() {
    let a_while = || Box::pin(tokio::time::sleep(Duration::from_millis(50)));
    for slow in [Stage::AfterBody, Stage::Post] {
        let (cancel, log) = (CancellationToken::new(), Log::default());
        let outcome = hanging(slow, a_while, &cancel, &log).await;
        assert_eq!(code(&outcome), "ABORTED", "{slow:?}");
        let entries = log.entries();
        assert_eq!(entries[entries.len() - 2..], ["Finalize", "Observer"], "{slow:?}");
        assert!(entries.contains(&"Post".to_owned()), "{slow:?}");
    }
}

/// Makes a call in which one stage waits, and cancels it meanwhile.
async fn hanging<Fut>(
    stage: Stage,
    wait: fn() -> Fut,
    cancel: &CancellationToken,
    log: &Log,
) -> Outcome
where
    Fut: Future<Output = ()> + Send + 'static,
{
    let waits = move |at| async move {
        if at == stage {
            wait().await;
        }
    };
    let registry = registry(note(log), waits, log, false);
    let scope = registry.scope();
    let cancelling = async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        cancel.cancel();
    };
    let both = async { tokio::join!(scope.execute(call(cancel)), cancelling).0 };
    let outcome = tokio::time::timeout(Duration::from_secs(10), both).await;
    outcome.unwrap_or_else(|_| panic!("{stage:?} hangs for good"))
}

/// Waits for three turns.
async fn some_turns() {
    for _ in 0..3 {
        tokio::task::yield_now().await;
    }
}

/// Polls so often, then drops. Gives whether the future was done before.
async fn poll_then_drop(future: impl Future, polls: usize) -> bool {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..polls {
        if future.as_mut().poll(&mut context).is_ready() {
            return true;
        }
        tokio::task::yield_now().await;
    }
    false
}

#[tokio::test]
async fn can_3_execute_can_be_dropped_at_every_await() {
    let mut done = false;
    let mut polls = 0;
    while !done {
        let (cancel, log) = (CancellationToken::new(), Log::default());
        let seen = Arc::new(std::sync::Mutex::new(None));
        let at = note(&log);
        let registry = registry(at, |_| some_turns(), &log, false);
        let signal = seen.clone();
        registry
            .guard(move |call: &CallHandle<()>| {
                *signal.lock().unwrap() = Some(call.cancel().clone());
                None
            })
            .keep();
        let scope = registry.scope();
        done = poll_then_drop(scope.execute(call(&cancel)), polls).await;
        let entries = log.entries();
        let count = |what: &str| entries.iter().filter(|entry| *entry == what).count();
        assert_eq!(count("Body"), count("the body is gone"), "after {polls} polls");
        assert!(!cancel.is_cancelled(), "the caller's own signal is its own");
        let signal = seen.lock().unwrap().take();
        assert!(signal.is_none_or(|signal| signal.is_cancelled() != done), "after {polls} polls");
        polls += 1;
        assert!(polls < 1_000, "it never ends");
    }
    assert!(polls > 15, "only {polls} awaits were tried");
}

#[tokio::test]
async fn can_3_a_batch_can_be_dropped_at_every_await() {
    let mut done = false;
    let mut polls = 0;
    while !done {
        let log = Log::default();
        let registry = registry(note(&log), |_| some_turns(), &log, false);
        let scope = registry.scope();
        let calls = (0..3).map(|_| ToolCall::new("work", json!({})));
        done = poll_then_drop(scope.execute_batch(calls, Batch::default()), polls).await;
        let entries = log.entries();
        let count = |what: &str| entries.iter().filter(|entry| *entry == what).count();
        assert_eq!(count("Body"), count("the body is gone"), "after {polls} polls");
        assert_eq!(count("Observer") == 3, done, "after {polls} polls");
        polls += 1;
        assert!(polls < 10_000, "it never ends");
    }
    assert!(polls > 45, "only {polls} awaits were tried");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn reg_8_tools_come_and_go_while_calls_run() {
    let registry = ToolRegistry::builder().build().unwrap();
    let log = Log::default();
    let churn = registry.clone();
    let churn = tokio::spawn(async move {
        for _ in 0..500 {
            let tool = tool(&|_| {}, &|_| some_turns(), &Log::default(), false);
            let registration = churn.register(tool).unwrap();
            tokio::task::yield_now().await;
            registration.unregister();
        }
    });
    let callers: Vec<_> = (0..4)
        .map(|_| {
            let (registry, log) = (registry.clone(), log.clone());
            tokio::spawn(async move {
                for _ in 0..500 {
                    let outcome = registry.call("work", json!({})).await;
                    log.add(code(&outcome));
                }
            })
        })
        .collect();
    churn.await.unwrap();
    for caller in callers {
        caller.await.unwrap();
    }
    let codes = log.entries();
    assert_eq!(codes.len(), 2_000);
    assert!(codes.iter().all(|code| code == "none" || code == "UNKNOWN_TOOL"), "{codes:?}");
    assert!(registry.schemas().is_empty());
}
