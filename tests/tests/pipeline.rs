//! One call from end to end: the rules PIPE-1 to PIPE-12 and CAN-1 to CAN-3, over the public API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.
#![allow(clippy::unused_async)] // Tools are async functions, also where they wait for nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dsh_tools::call::{CallId, Content, DeferredContext, Parent, Progress};
use dsh_tools::hook::{
    Approval, ApprovalRequest, ApprovalService, AroundNext, FinishedCall, PostDecision, PostNext,
    Replacement,
};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::CallContext;
use tokio_util::sync::CancellationToken;

use dsh_tools_tests::kit::{Log, OnDrop, builder, code, giving, with_body};

/// Add two integers.
#[tool(concurrency_safe)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Divide, which can fail.
#[tool]
async fn divide(a: i64, b: i64) -> Result<i64, String> {
    a.checked_div(b).ok_or_else(|| format!("{a} cannot be divided by {b}"))
}

/// Panic.
#[tool]
async fn explode() -> i64 {
    panic!("boom")
}

/// Give no number.
#[tool]
fn not_a_number() -> f64 {
    f64::NAN
}

/// Report, defer and fail.
#[tool]
async fn chatty(ctx: &ToolContext) -> Result<i64, ToolError> {
    ctx.progress("half way");
    ctx.defer_context(DeferredContext::new("chatty", vec!["by the way".into()]));
    Err(ToolError::new("gone").with_code("GONE"))
}

fn registry() -> ToolRegistry {
    ToolRegistry::builder()
        .tools(tools![add, divide, explode, not_a_number, chatty])
        .build()
        .unwrap()
}

#[tokio::test]
async fn pipe_1_text_arguments_are_read_and_nothing_means_an_empty_object() {
    let registry = registry();
    assert_eq!(registry.call("add", r#"{"a": 1, "b": 2}"#).await.text(), "3");
    registry
        .register(with_body(builder("echo"), |arguments| Ok(arguments.clone())))
        .unwrap()
        .keep();
    for nothing in [Some(""), Some("  "), Some("null"), None] {
        assert_eq!(registry.call("echo", nothing).await.text(), "{}", "{nothing:?}");
    }
}

#[tokio::test]
async fn pipe_1_text_that_is_no_lossless_json_fails_before_any_hook() {
    let log = Log::default();
    let finalized = log.clone();
    let tool = with_body(
        builder("t").finalize_content(move |_| {
            finalized.add("finalize");
            None
        }),
        |_| Ok(Json::Null),
    );
    let registry = ToolRegistry::builder().tools(vec![tool]).build().unwrap();
    let (gates, results) = (log.clone(), log.clone());
    registry
        .pre_execute(move |call: CallHandle<()>, next: Next<()>| {
            gates.add("gate");
            async move { next.run(call).await }
        })
        .keep();
    registry.observe(move |_: &CallHandle<()>, _: &Outcome| results.add("observer")).keep();
    for text in ["{", r#"{"a":1,"a":2}"#, r#"{"a":-0}"#, r#"{"a":1e999}"#] {
        assert_eq!(code(&registry.call("t", text).await), "INVALID_ARGS", "{text}");
    }
    assert_eq!(log.entries(), ["finalize", "observer"].repeat(4));
}

#[tokio::test]
async fn pipe_2_an_outer_allow_overrides_an_inner_deny_but_no_guard() {
    let registry = registry();
    registry.pre_execute(|_: CallHandle<()>, _: Next<()>| async { Decision::deny("no") }).keep();
    assert_eq!(code(&registry.call("add", json!({ "a": 1, "b": 2 })).await), "DENIED");
    let overriding = |call: CallHandle<()>, next: Next<()>| async move {
        next.run(call).await.map(|_| Decision::Allow)
    };
    registry.pre_execute_first(overriding).keep();
    assert_eq!(registry.call("add", json!({ "a": 1, "b": 2 })).await.text(), "3");
    registry.guard(|_: &CallHandle<()>| Some("never".to_owned())).keep();
    let outcome = registry.call("add", json!({ "a": 1, "b": 2 })).await;
    assert_eq!((code(&outcome), &*outcome.text()), ("DENIED_BY_GUARD", "Error: never"));
}

struct Never;

impl ApprovalService<()> for Never {
    async fn request(&self, _: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        panic!("nobody is to be asked")
    }
}

#[tokio::test]
async fn pipe_3_an_unknown_name_is_never_asked_about() {
    let registry = ToolRegistry::builder().approval(Never).build().unwrap();
    registry.pre_execute(|_: CallHandle<()>, _: Next<()>| async { Decision::ask("?") }).keep();
    let scope = registry.scope();
    assert_eq!(code(&scope.call("nothing", json!({})).await), "UNKNOWN_TOOL");
}

#[tokio::test]
async fn pipe_4_going_on_twice_runs_inner_hooks_twice() {
    let registry = registry();
    let inner = Arc::new(AtomicUsize::new(0));
    let count = inner.clone();
    let twice = |call: CallHandle<()>, next: AroundNext<()>| async move {
        next.run(call.clone()).await?;
        next.run(call).await
    };
    registry.around(twice).keep();
    registry
        .around(move |call: CallHandle<()>, next: AroundNext<()>| {
            count.fetch_add(1, Ordering::SeqCst);
            async move { next.run(call).await }
        })
        .keep();
    assert_eq!(registry.call("add", json!({ "a": 1, "b": 2 })).await.text(), "3");
    assert_eq!(inner.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn pipe_4_the_callers_signal_reaches_a_body_under_another_signal() {
    let waits = builder("waits")
        .body(|_: Json, call: CallContext<()>| async move {
            call.cancel().cancelled().await;
            Err::<Json, _>(ToolError::new("saw the signal"))
        })
        .build()
        .unwrap();
    let registry = ToolRegistry::builder().tools(vec![waits]).build().unwrap();
    let fresh = |call: CallHandle<()>, next: AroundNext<()>| async move {
        next.run(call.with_cancel(CancellationToken::new())).await
    };
    registry.around(fresh).keep();
    let call = ToolCall::new("waits", json!({}));
    let cancel = call.cancel.clone();
    tokio::spawn(async move { cancel.cancel() });
    assert_eq!(registry.execute(call).await.text(), "Error: saw the signal");
}

#[tokio::test]
async fn pipe_4_a_cached_outcome_of_another_call_is_rendered_again() {
    let rendered = with_body(
        builder("shout").render(|_, value| Ok(vec![Content::text(format!("{value}!"))])),
        |_| Ok(Json::from(1)),
    );
    let registry = ToolRegistry::builder().tools(vec![rendered]).build().unwrap();
    let cached = registry.call("shout", json!({})).await;
    let replaced = cached.with_content(vec![Content::text("stale")]);
    registry
        .around(move |_: CallHandle<()>, _: AroundNext<()>| std::future::ready(replaced.clone()))
        .keep();
    assert_eq!(registry.call("shout", json!({})).await.text(), "1!");
}

#[tokio::test]
async fn pipe_5_accept_keeps_deferred_contexts_and_block_drops_them() {
    let registry = registry();
    let more = |call: FinishedCall<()>, next: PostNext<()>| async move {
        let own = DeferredContext::new("hook", vec!["mine".into()]);
        match next.run(call).await? {
            PostDecision::Accept { replace, mut contexts } => {
                contexts.push(own);
                Ok::<_, ToolError>(PostDecision::Accept { replace, contexts })
            }
            PostDecision::Block { feedback, .. } => {
                Ok(PostDecision::Block { feedback, contexts: vec![own] })
            }
        }
    };
    registry.post_execute(more).keep();
    let sources = |outcome: &Outcome| {
        outcome.contexts().iter().map(|context| context.source.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(sources(&registry.call("chatty", json!({})).await), ["chatty", "hook"]);
    let block = |_: FinishedCall<()>, _: PostNext<()>| async { PostDecision::block("not so") };
    registry.post_execute(block).keep();
    let blocked = registry.call("chatty", json!({})).await;
    assert_eq!(sources(&blocked), ["hook"]);
    assert_eq!((code(&blocked), &*blocked.text()), ("BLOCKED", "not so"));
}

#[tokio::test]
async fn pipe_5_a_replaced_value_is_rendered_again() {
    let registry = registry();
    let swap = |_: FinishedCall<()>, _: PostNext<()>| async {
        let replace = Some(Replacement::Value(Json::from(7)));
        PostDecision::Accept { replace, contexts: Vec::new() }
    };
    registry.post_execute(swap).keep();
    let outcome = registry.call("add", json!({ "a": 1, "b": 2 })).await;
    assert_eq!((outcome.value(), &*outcome.text()), (Some(&Json::from(7)), "7"));
    // A failure has no value that could be replaced.
    assert!(registry.call("divide", json!({ "a": 1, "b": 0 })).await.is_error());
}

#[tokio::test]
async fn pipe_6_finalize_runs_once_for_failures() {
    let runs = Arc::new(AtomicUsize::new(0));
    let count = runs.clone();
    let finalize = move |outcome: &Outcome| {
        count.fetch_add(1, Ordering::SeqCst);
        outcome.is_error().then(|| vec![Content::text("sorry")])
    };
    let fails =
        with_body(builder("fails").finalize_content(finalize), |_| Err(ToolError::new("no")));
    let registry = ToolRegistry::builder().tools(vec![fails]).build().unwrap();
    let outcome = registry.call("fails", json!({})).await;
    assert_eq!(outcome.text(), "sorry");
    assert_eq!(outcome.error().unwrap().message, "no");
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn pipe_6_a_panic_in_finalize_becomes_a_failure() {
    let tool = with_body(builder("t").finalize_content(|_| panic!("broken")), |_| Ok(Json::Null));
    let registry = ToolRegistry::builder().tools(vec![tool]).build().unwrap();
    assert_eq!(code(&registry.call("t", json!({})).await), "TOOL_PANICKED");
}

#[tokio::test]
async fn pipe_7_an_observer_that_panics_is_contained() {
    let registry = registry();
    let log = Log::default();
    let seen = log.clone();
    registry.observe(|_: &CallHandle<()>, _: &Outcome| panic!("broken")).keep();
    registry.observe(move |_: &CallHandle<()>, outcome: &Outcome| seen.add(outcome.text())).keep();
    assert_eq!(registry.call("add", json!({ "a": 1, "b": 2 })).await.text(), "3");
    assert_eq!(log.entries(), ["3"]);
}

#[tokio::test]
async fn pipe_8_a_panicking_body_is_contained() {
    let outcome = registry().call("explode", json!({})).await;
    assert_eq!(code(&outcome), "TOOL_PANICKED");
    assert!(outcome.text().contains("boom"), "{}", outcome.text());
}

#[tokio::test]
async fn pipe_8_a_tools_failure_passes_post_execute_and_a_hooks_failure_does_not() {
    let registry = registry();
    let log = Log::default();
    let seen = log.clone();
    registry
        .post_execute(move |call: FinishedCall<()>, next: PostNext<()>| {
            seen.add(call.outcome().text());
            async move { next.run(call).await }
        })
        .keep();
    registry.call("divide", json!({ "a": 1, "b": 0 })).await;
    registry.call("nothing", json!({})).await;
    registry.around(|_: CallHandle<()>, _: AroundNext<()>| async { Err("hook broke") }).keep();
    assert_eq!(registry.call("add", json!({ "a": 1, "b": 2 })).await.text(), "Error: hook broke");
    registry
        .pre_execute(|_: CallHandle<()>, _: Next<()>| async {
            Err::<Decision, _>(ToolError::new("gate broke"))
        })
        .keep();
    assert_eq!(registry.call("add", json!({ "a": 1, "b": 2 })).await.text(), "Error: gate broke");
    let entries = log.entries();
    assert_eq!(entries.len(), 2, "{entries:?}");
    assert_eq!(entries[0], "Error: 1 cannot be divided by 0");
}

#[tokio::test]
async fn pipe_8_codes_of_tools_survive() {
    let outcome = registry().call("chatty", json!({})).await;
    assert_eq!((code(&outcome), &*outcome.text()), ("GONE", "Error: gone"));
}

#[tokio::test]
async fn pipe_9_a_failure_has_no_value_and_a_success_no_error() {
    let registry = registry();
    let success = registry.call("add", json!({ "a": 1, "b": 2 })).await;
    assert_eq!((success.value(), success.error()), (Some(&Json::from(3)), None));
    let form = serde_json::to_value(&success).unwrap();
    let content = json!([{ "type": "text", "text": "3" }]);
    assert_eq!(form, json!({ "is_error": false, "value": 3, "content": content }));

    let failure = registry.call("divide", json!({ "a": 1, "b": 0 })).await;
    assert_eq!(failure.value(), None);
    assert!(failure.result().is_err());
    let form = serde_json::to_value(&failure).unwrap();
    let message = "1 cannot be divided by 0";
    let content = json!([{ "type": "text", "text": format!("Error: {message}") }]);
    assert_eq!(
        form,
        json!({ "is_error": true, "error": { "message": message }, "content": content })
    );
}

#[tokio::test]
async fn pipe_10_meta_is_for_top_level_calls_only() {
    let tool = with_body(builder("t").presentation_meta(|_, value| Ok(value.clone())), |_| {
        Ok(Json::from("shown"))
    });
    let registry = ToolRegistry::builder().tools(vec![tool]).build().unwrap();
    assert_eq!(registry.call("t", json!({})).await.meta(), Some(&Json::from("shown")));
    let parent = Parent::new(ToolContext::detached().token().clone(), "root".into());
    let nested = registry.execute(ToolCall::new("t", json!({})).with_parent(parent)).await;
    assert_eq!(nested.meta(), None);
}

#[tokio::test]
async fn pipe_11_progress_is_heard_at_once_and_contexts_survive_failure() {
    let registry = registry();
    let log = Log::default();
    let heard = log.clone();
    registry
        .observe_progress(move |_: &CallId, tool: &str, progress: &Progress| {
            heard.add(format!("{tool}: {}", progress.message));
        })
        .keep();
    let outcome = registry.call("chatty", json!({})).await;
    assert_eq!(log.entries(), ["chatty: half way"]);
    assert_eq!(Content::join(&outcome.contexts()[0].content), "by the way");
}

/// Conclude, and fail if asked to.
#[tool]
fn conclude(fails: bool, ctx: &ToolContext) -> Result<(), String> {
    ctx.conclude_turn();
    if fails { Err("after all".to_owned()) } else { Ok(()) }
}

#[tokio::test]
async fn pipe_12_a_success_may_conclude_the_turn_and_a_failure_never() {
    let registry = ToolRegistry::builder().tools(tools![conclude, add]).build().unwrap();
    assert!(registry.call("conclude", json!({ "fails": false })).await.concludes_turn());
    assert!(!registry.call("conclude", json!({ "fails": true })).await.concludes_turn());
    assert!(!registry.call("add", json!({ "a": 1, "b": 2 })).await.concludes_turn());
}

#[tokio::test]
async fn pipe_12_a_nested_success_forwards_it() {
    let registry = ToolRegistry::builder().tools(tools![conclude, add]).mode(Mode::Code);
    let registry = registry.runtime(InProcess::new()).build().unwrap();
    let run = async |code: &str| {
        let arguments = json!({ "code": code, "description": "a test" });
        registry.call("run_code", arguments).await.concludes_turn()
    };
    assert!(run("await tools.conclude({ fails: false })").await);
    assert!(!run("await tools.conclude({ fails: true }).catch(() => 1)").await);
    assert!(!run("await tools.add({ a: 1, b: 2 })").await);
}

#[tokio::test]
async fn mac_4_nan_is_an_invalid_output() {
    let outcome = registry().call("not_a_number", json!({})).await;
    assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT");
}

#[tokio::test]
async fn sch_8_arguments_are_validated_with_all_violations() {
    let outcome = registry().call("add", json!({ "a": "x" })).await;
    assert_eq!(code(&outcome), "INVALID_ARGS");
    let text = outcome.text();
    assert!(text.contains('a') && text.lines().count() > 2, "both violations: {text}");
}

#[tokio::test]
async fn sch_8_outputs_are_validated() {
    let wrong =
        with_body(builder("wrong").output_json(json!({ "type": "string" })), |_| Ok(Json::from(1)));
    let registry = ToolRegistry::builder().tools(vec![wrong]).build().unwrap();
    assert_eq!(code(&registry.call("wrong", json!({})).await), "INVALID_TOOL_OUTPUT");
}

#[tokio::test]
async fn can_1_only_a_success_is_replaced_after_the_body_started() {
    let token = CancellationToken::new();
    let fires = token.clone();
    let ends = with_body(builder("ends"), move |arguments| {
        fires.cancel();
        if arguments["fail"].is_null() { Ok(Json::Null) } else { Err(ToolError::new("own")) }
    });
    let registry = ToolRegistry::builder().tools(vec![ends]).build().unwrap();
    let call = |arguments| ToolCall::new("ends", arguments).with_cancel(token.clone());
    assert_eq!(code(&registry.execute(call(json!({}))).await), "ABORTED");
    let own = ToolCall::new("ends", json!({ "fail": true }));
    assert_eq!(registry.execute(own).await.text(), "Error: own");
}

#[tokio::test]
async fn can_1_execute_waits_for_a_body_that_ignores_the_signal() {
    let log = Log::default();
    let done = log.clone();
    let stubborn = builder("stubborn")
        .body(move |_: Json, _: CallContext<()>| {
            let done = done.clone();
            async move {
                tokio::time::sleep(Duration::from_millis(30)).await;
                done.add("body done");
                Ok(Json::Null)
            }
        })
        .build()
        .unwrap();
    let registry = ToolRegistry::builder().tools(vec![stubborn]).build().unwrap();
    let call = ToolCall::new("stubborn", json!({}));
    let cancel = call.cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(5)).await;
        cancel.cancel();
    });
    assert_eq!(code(&registry.execute(call).await), "ABORTED");
    assert_eq!(log.entries(), ["body done"]);
}

#[tokio::test]
async fn can_2_a_call_cancelled_on_entry_runs_only_finalize_and_observers() {
    let log = Log::default();
    let (finalize, gate, body, result) = (log.clone(), log.clone(), log.clone(), log.clone());
    let tool = with_body(
        builder("t").finalize_content(move |_| {
            finalize.add("finalize");
            None
        }),
        move |_| {
            body.add("body");
            Ok(Json::Null)
        },
    );
    let registry = ToolRegistry::builder().tools(vec![tool]).build().unwrap();
    registry
        .guard(move |_: &CallHandle<()>| {
            gate.add("guard");
            None
        })
        .keep();
    registry.observe(move |_: &CallHandle<()>, _: &Outcome| result.add("observer")).keep();
    let call = ToolCall::new("t", json!({}));
    call.cancel.cancel();
    assert_eq!(code(&registry.execute(call).await), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(log.entries(), ["finalize", "observer"]);
}

#[tokio::test]
async fn can_3_dropping_execute_cancels_the_body() {
    let log = Log::default();
    let (dropped, signal) = (log.clone(), log.clone());
    let forever = builder("forever")
        .body(move |_: Json, call: CallContext<()>| {
            let guard = OnDrop(dropped.clone(), "body dropped");
            let (signal, cancel) = (signal.clone(), call.cancel().clone());
            tokio::spawn(async move {
                cancel.cancelled().await;
                signal.add("signal fired");
            });
            async move {
                let _guard = guard;
                std::future::pending::<Result<Json, ToolError>>().await
            }
        })
        .build()
        .unwrap();
    let registry =
        ToolRegistry::builder().tools(vec![forever, giving("other", 1)]).build().unwrap();
    let call = ToolCall::new("forever", json!({}));
    let caller = call.cancel.clone();
    let dropped = tokio::time::timeout(Duration::from_millis(20), registry.execute(call)).await;
    assert!(dropped.is_err(), "it waits for the body");
    tokio::time::sleep(Duration::from_millis(20)).await;
    let mut entries = log.entries();
    entries.sort();
    assert_eq!(entries, ["body dropped", "signal fired"]);
    assert!(!caller.is_cancelled(), "the caller's own signal is not touched");
}
