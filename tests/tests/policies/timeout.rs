//! Deadlines (rule POL-1).

use std::time::Duration;

use dsh_tools::call::ToolCall;
use dsh_tools::policy::Timeout;
use dsh_tools::prelude::*;
use dsh_tools_tests::kit::{Log, OnDrop, code};
use tokio_util::sync::CancellationToken;

/// Sleep and look at no signal.
#[tool(timeout_ms = 50)]
async fn deaf(ms: u64, ctx: &ToolContext<Log>) -> u64 {
    let _dropped = OnDrop(ctx.state().clone(), "dropped");
    tokio::time::sleep(Duration::from_millis(ms)).await;
    ctx.state().add("finished");
    ms
}

/// Sleep until the signal.
#[tool(timeout_ms = 50)]
async fn polite(ms: u64, ctx: &ToolContext<Log>) -> Result<u64, ToolError> {
    tokio::select! {
        () = ctx.cancel().cancelled() => Err(ToolError::new("left early").with_code("OWN")),
        () = tokio::time::sleep(Duration::from_millis(ms)) => Ok(ms),
    }
}

/// Declare nothing.
#[tool]
async fn undeclared(ms: u64) -> u64 {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    ms
}

/// Panic.
#[tool(timeout_ms = 50)]
async fn panics() {
    panic!("on purpose");
}

fn registry(policy: Timeout) -> (ToolRegistry<Log>, Log) {
    let log = Log::default();
    let registry = ToolRegistry::builder()
        .state(log.clone())
        .tools(tools![deaf, polite, undeclared, panics])
        .around(policy)
        .build()
        .unwrap();
    (registry, log)
}

#[tokio::test(start_paused = true)]
async fn pol_1_a_body_that_sees_the_signal_gives_tool_timeout() {
    let (registry, _) = registry(Timeout::default());
    let outcome = registry.call("polite", json!({ "ms": 1_000 })).await;
    assert_eq!(code(&outcome), "TOOL_TIMEOUT", "{}", outcome.text());
    assert_eq!(registry.call("polite", json!({ "ms": 10 })).await.text(), "10");
    assert_eq!(code(&registry.call("panics", json!({})).await), "TOOL_PANICKED");
}

#[tokio::test(start_paused = true)]
async fn pol_1_a_body_that_ignores_the_signal_is_awaited() {
    let (registry, log) = registry(Timeout::default());
    let began = tokio::time::Instant::now();
    let outcome = registry.call("deaf", json!({ "ms": 1_000 })).await;
    assert_eq!(code(&outcome), "TOOL_TIMEOUT");
    assert!(began.elapsed() >= Duration::from_secs(1));
    assert_eq!(log.entries(), ["finished", "dropped"]);
}

#[tokio::test(start_paused = true)]
async fn pol_1_drop_on_timeout_drops_the_body() {
    let (registry, log) = registry(Timeout::default().drop_on_timeout());
    let began = tokio::time::Instant::now();
    let outcome = registry.call("deaf", json!({ "ms": 1_000 })).await;
    assert_eq!(code(&outcome), "TOOL_TIMEOUT");
    assert!(began.elapsed() < Duration::from_millis(100));
    assert_eq!(log.entries(), ["dropped"]);
}

#[tokio::test(start_paused = true)]
async fn pol_1_a_default_is_for_tools_that_declare_none() {
    let (without, _) = registry(Timeout::default());
    assert_eq!(without.call("undeclared", json!({ "ms": 500 })).await.text(), "500");
    let (with, _) = registry(Timeout::default().or(Duration::from_millis(200)));
    assert_eq!(code(&with.call("undeclared", json!({ "ms": 500 })).await), "TOOL_TIMEOUT");
    assert_eq!(code(&with.call("undeclared", json!({ "ms": 100 })).await), "none");
}

/// What a call comes to that is cancelled after so long.
async fn cancelled(policy: Timeout, tool: &str, after: u64) -> Outcome {
    let (registry, _) = registry(policy);
    let cancel = CancellationToken::new();
    let call = ToolCall::new(tool, json!({ "ms": 1_000 })).with_cancel(cancel.clone());
    let firing = async {
        tokio::time::sleep(Duration::from_millis(after)).await;
        cancel.cancel();
    };
    tokio::join!(registry.execute(call), firing).0
}

#[tokio::test(start_paused = true)]
async fn pol_1_whichever_came_first_names_the_outcome() {
    let dropping = || Timeout::default().drop_on_timeout();
    assert_eq!(code(&cancelled(Timeout::default(), "deaf", 20).await), "ABORTED");
    assert_eq!(code(&cancelled(Timeout::default(), "deaf", 70).await), "TOOL_TIMEOUT");
    assert_eq!(code(&cancelled(Timeout::default(), "polite", 20).await), "OWN");
    assert_eq!(code(&cancelled(dropping(), "deaf", 20).await), "ABORTED");
}

#[tokio::test(start_paused = true)]
async fn pol_1_dropping_the_call_drops_the_body() {
    let (registry, log) = registry(Timeout::default());
    let call = registry.call("deaf", json!({ "ms": 1_000 }));
    assert!(tokio::time::timeout(Duration::from_millis(10), call).await.is_err());
    assert_eq!(log.entries(), ["dropped"]);
}

#[tokio::test]
async fn pol_1_a_program_gets_a_tool_call_error() {
    let registry = ToolRegistry::builder()
        .state(Log::default())
        .tools(tools![polite])
        .around(Timeout::default().or(Duration::from_millis(1)))
        .mode(Mode::Code)
        .runtime(InProcess::new())
        .build()
        .unwrap();
    let program = "try { await tools.polite({ ms: 60000 }) } catch (e) { \
                   return [e instanceof ToolCallError, e.toolName, e.message] }";
    let outcome = registry.call("run_code", json!({ "code": program, "description": "d" })).await;
    let expected = json!([true, "polite", "`polite` took longer than the 50 ms that it may"]);
    assert_eq!(outcome.value().unwrap()["result"], expected.into(), "{}", outcome.text());
}
