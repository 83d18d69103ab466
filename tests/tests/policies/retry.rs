//! Attempts and the waits between them (rule POL-2).

use std::time::Duration;

use dsh_tools::policy::{Retry, Timeout};
use dsh_tools::prelude::*;
use dsh_tools_tests::kit::{Log, code};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

fn fail(log: &Log, failures: usize, with: &str) -> Result<usize, ToolError> {
    log.add("attempt");
    let attempt = log.entries().len();
    if attempt > failures {
        return Ok(attempt);
    }
    Err(ToolError::new("busy").with_code(dsh_tools::call::ErrorCode::new(with.to_owned())))
}

/// Fail at first.
#[tool(idempotent)]
async fn flaky(failures: usize, with: String, ctx: &ToolContext<Log>) -> Result<usize, ToolError> {
    fail(ctx.state(), failures, &with)
}

/// Fail at first, with effects.
#[tool]
async fn effects(failures: usize, ctx: &ToolContext<Log>) -> Result<usize, ToolError> {
    fail(ctx.state(), failures, "BUSY")
}

/// Wait for the signal.
#[tool(read_only, timeout_ms = 50)]
async fn slow(ctx: &ToolContext<Log>) {
    ctx.state().add("attempt");
    ctx.cancel().cancelled().await;
}

/// Panic.
#[tool(idempotent)]
async fn panics(ctx: &ToolContext<Log>) {
    ctx.state().add("attempt");
    panic!("on purpose");
}

fn retry() -> Retry {
    Retry::idempotent(3).first_wait(Duration::from_millis(100)).seed(7)
}

fn registry(policy: Retry) -> (ToolRegistry<Log>, Log) {
    let log = Log::default();
    let registry = ToolRegistry::builder()
        .state(log.clone())
        .tools(tools![flaky, effects, panics])
        .around(policy)
        .build()
        .unwrap();
    (registry, log)
}

async fn attempts(policy: Retry, tool: &str, arguments: serde_json::Value) -> (Outcome, usize) {
    let (registry, log) = registry(policy);
    let outcome = registry.call(tool, arguments).await;
    (outcome, log.entries().len())
}

#[tokio::test(start_paused = true)]
async fn pol_2_a_passing_failure_is_tried_again_with_growing_waits() {
    let began = Instant::now();
    let (outcome, made) =
        attempts(retry(), "flaky", json!({ "failures": 2, "with": "BUSY" })).await;
    assert_eq!((outcome.text().as_str(), made), ("3", 3));
    let waited = began.elapsed();
    assert!(
        waited >= Duration::from_millis(150) && waited <= Duration::from_millis(310),
        "{waited:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn pol_2_the_failure_that_is_left_says_how_many_attempts() {
    let (outcome, made) =
        attempts(retry(), "flaky", json!({ "failures": 9, "with": "BUSY" })).await;
    assert_eq!(made, 3);
    assert_eq!(outcome.text(), "Error: busy (after 3 attempts)");
    assert_eq!(code(&outcome), "BUSY");
}

#[tokio::test(start_paused = true)]
async fn pol_2_final_failures_and_tools_with_effects_are_not_tried_again() {
    for with in ["INVALID_ARGS", "UNKNOWN_TOOL", "DENIED", "ABORTED", "BLOCKED"] {
        let (outcome, made) =
            attempts(retry(), "flaky", json!({ "failures": 9, "with": with })).await;
        assert_eq!((made, outcome.text().as_str()), (1, "Error: busy"), "{with}");
    }
    assert_eq!(attempts(retry(), "effects", json!({ "failures": 9 })).await.1, 1);
    assert_eq!(attempts(retry().tools(|_| true), "effects", json!({ "failures": 9 })).await.1, 3);
    assert_eq!(attempts(retry(), "panics", json!({})).await.1, 1);
    let picky = retry().when(|error| error.code().is_none());
    assert_eq!(attempts(picky, "flaky", json!({ "failures": 9, "with": "BUSY" })).await.1, 1);
    let short = retry().within(Duration::from_millis(10));
    assert_eq!(attempts(short, "flaky", json!({ "failures": 9, "with": "BUSY" })).await.1, 1);
}

#[tokio::test(start_paused = true)]
async fn pol_2_cancellation_ends_a_wait_at_once() {
    let (registry, log) = registry(retry().first_wait(Duration::from_secs(9)));
    let cancel = CancellationToken::new();
    let call = ToolCall::new("flaky", json!({ "failures": 9, "with": "BUSY" }));
    let began = Instant::now();
    let firing = async {
        tokio::time::sleep(Duration::from_millis(10)).await;
        cancel.cancel();
    };
    let outcome = tokio::join!(registry.execute(call.with_cancel(cancel.clone())), firing).0;
    assert!(began.elapsed() < Duration::from_millis(20) && log.entries().len() == 1);
    assert_eq!(code(&outcome), "BUSY");
}

#[tokio::test(start_paused = true)]
async fn pol_2_the_order_of_timeout_and_retry_decides_who_has_the_time() {
    let log = Log::default();
    let builder = || ToolRegistry::builder().state(log.clone()).tools(tools![slow]);
    let each = builder().around(retry()).around(Timeout::default()).build().unwrap();
    let outcome = each.call("slow", json!({})).await;
    assert_eq!((code(&outcome), log.entries().len()), ("TOOL_TIMEOUT", 3));
    let all = builder().around(Timeout::default()).around(retry()).build().unwrap();
    let began = Instant::now();
    let outcome = all.call("slow", json!({})).await;
    assert_eq!((code(&outcome), log.entries().len()), ("TOOL_TIMEOUT", 4));
    assert!(began.elapsed() < Duration::from_millis(60));
}
