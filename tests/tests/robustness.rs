//! What must hold under odd input: deep values, failing hooks, dropped batches, many tasks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::time::Duration;

use dsh_tools::call::DeferredContext;
use dsh_tools::hook::AroundNext;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::{CallContext, NoState};
use dsh_tools_tests::fixtures::{self, Meter};
use dsh_tools_tests::kit::{Log, OnDrop, builder, code, giving, with_body};

const DEEP: usize = 100_000;

/// Count a list.
#[tool]
#[allow(clippy::needless_pass_by_value)] // The argument is to be made of JSON.
fn typed(value: Vec<serde_json::Value>) -> usize {
    value.len()
}

fn nested(levels: usize) -> String {
    format!(r#"{{"value":{}{}}}"#, "[".repeat(levels), "]".repeat(levels))
}

#[tokio::test]
async fn sch_6_deep_values_pass_through_the_pipeline() {
    let echo = with_body(builder("echo"), |arguments| Ok(arguments.clone()));
    let registry = ToolRegistry::builder().tools(vec![echo]).build().unwrap();
    registry.guard(|call: &CallHandle<()>| call.arguments().is_null().then(String::new)).keep();
    let outcome = registry.call("echo", nested(DEEP)).await;
    assert!(!outcome.is_error(), "{:.200}", outcome.text());
    assert_eq!(outcome.text().len(), nested(DEEP).len());
    let copy = outcome.clone();
    drop(outcome);
    drop(copy);
}

#[tokio::test]
async fn sch_6_typed_arguments_that_are_too_deep_are_refused() {
    let registry = ToolRegistry::builder().tools(tools![typed]).build().unwrap();
    assert_eq!(registry.call("typed", nested(100)).await.text(), "1");
    for levels in [600, DEEP] {
        assert_eq!(code(&registry.call("typed", nested(levels)).await), "INVALID_ARGS", "{levels}");
    }
}

fn defers() -> ToolDefinition<()> {
    builder("defers")
        .body(|_: Json, call: CallContext<()>| {
            let call = call.for_tool::<NoState>();
            call.defer_context(DeferredContext::new("defers", vec!["aside".into()]));
            std::future::ready(Ok(Json::Null))
        })
        .build()
        .unwrap()
}

#[tokio::test]
async fn pipe_11_contexts_survive_a_wrapper_that_fails() {
    let registry = ToolRegistry::builder().tools(vec![defers()]).build().unwrap();
    let breaks = |call: CallHandle<()>, next: AroundNext<()>| async move {
        next.run(call).await?;
        Err::<Outcome, _>(ToolError::new("wrapper broke"))
    };
    registry.around(breaks).keep();
    let outcome = registry.call("defers", json!({})).await;
    assert_eq!((outcome.text().as_str(), outcome.contexts().len()), ("Error: wrapper broke", 1));
}

#[tokio::test]
async fn pipe_8_hooks_that_panic_are_contained() {
    let panics: [fn(&ToolRegistry); 4] = [
        |registry| registry.guard(|_: &CallHandle<()>| panic!("guard")).keep(),
        |registry| {
            let gate =
                |_: CallHandle<()>, _: Next<()>| -> std::future::Ready<Decision> { panic!("gate") };
            registry.pre_execute(gate).keep();
        },
        |registry| {
            let around = |_: CallHandle<()>, _: AroundNext<()>| -> std::future::Ready<Outcome> {
                panic!("around")
            };
            registry.around(around).keep();
        },
        |registry| {
            let post = |_: dsh_tools::hook::FinishedCall<()>,
                        _: dsh_tools::hook::PostNext<()>|
             -> std::future::Ready<dsh_tools::hook::PostDecision> {
                panic!("post")
            };
            registry.post_execute(post).keep();
        },
    ];
    for panics in panics {
        let registry = ToolRegistry::builder().tools(vec![giving("t", 1)]).build().unwrap();
        panics(&registry);
        assert_eq!(code(&registry.call("t", json!({})).await), "TOOL_PANICKED");
    }
}

#[tokio::test]
async fn pipe_8_callbacks_that_panic_are_contained() {
    let render = builder("render").render(|_, _| panic!("render"));
    let meta = builder("meta").presentation_meta(|_, _| panic!("meta"));
    let tools = [render, meta].map(|builder| with_body(builder, |_| Ok(Json::Null)));
    let registry = ToolRegistry::builder().tools(tools.to_vec()).build().unwrap();
    for name in ["render", "meta"] {
        assert_eq!(code(&registry.call(name, json!({})).await), "TOOL_PANICKED", "{name}");
    }
}

#[tokio::test]
async fn can_3_dropping_a_batch_drops_its_bodies() {
    let log = Log::default();
    let dropped = log.clone();
    let forever = builder("forever").concurrency_safe();
    let forever = forever.body(move |_: Json, _: CallContext<()>| {
        let guard = OnDrop(dropped.clone(), "dropped");
        async move {
            let _guard = guard;
            std::future::pending::<Result<Json, ToolError>>().await
        }
    });
    let registry = ToolRegistry::builder().tools(vec![forever.build()]).build().unwrap();
    let calls = (0..3).map(|_| ToolCall::new("forever", json!({})));
    let batch = registry.execute_batch(calls, Batch::default());
    assert!(tokio::time::timeout(Duration::from_millis(20), batch).await.is_err());
    assert_eq!(log.entries(), ["dropped"; 3]);
}

#[tokio::test]
async fn can_1_a_call_cancelled_in_the_queue_never_starts() {
    let meter = Meter::default();
    let registry = ToolRegistry::builder().tools(fixtures::tools(&meter).unwrap()).build().unwrap();
    let write = |tag: &str, ms: u64| ToolCall::new("slow_write", json!({ "ms": ms, "tag": tag }));
    let (first, second) = (write("first", 30), write("second", 1));
    let cancel = second.cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(5)).await;
        cancel.cancel();
    });
    let outcomes = registry.execute_batch([first, second], Batch::default()).await;
    assert_eq!(outcomes[0].text(), "first");
    assert_eq!(code(&outcomes[1]), "ABORTED_BEFORE_DISPATCH");
}

#[tokio::test]
async fn the_fixture_tools_do_what_the_vectors_say() {
    let tools = fixtures::tools(&Meter::default()).unwrap();
    let registry = ToolRegistry::builder().tools(tools).build().unwrap();
    let text = async |name: &str, arguments| registry.call(name, arguments).await.text();
    assert_eq!(text("add", json!({ "a": 1, "b": 2 })).await, "3");
    assert_eq!(text("add", json!({ "a": 0.5, "b": 0.25 })).await, "0.75");
    assert_eq!(text("echo", json!({ "value": [1, "x"] })).await, r#"[1,"x"]"#);
    assert_eq!(text("fail", json!({ "message": "m" })).await, "Error: m");
    assert_eq!(text("fail_raw", json!({})).await, "Error: raw object message");
    assert_eq!(text("give_null", json!({})).await, "null");
    assert_eq!(text("big_array", json!({ "n": 3 })).await, "3 items");
    assert_eq!(text("my-tool", json!({})).await, "my-tool:none");
    assert_eq!(text("my-tool", json!({ "x": 4 })).await, "my-tool:4");
    assert_eq!(text("picture", json!({})).await, "img-1\n[image content]");
    assert_eq!(text("stubborn", json!({ "ms": 1 })).await, "done");
    assert_eq!(text("maybe_safe", json!({ "safe": true, "ms": 1 })).await, "true");
    assert_eq!(text("__proto__", json!({})).await, "proto-called");
    assert_eq!(code(&registry.call("undefined_output", json!({})).await), "INVALID_TOOL_OUTPUT");
    let turn = registry.call("finish_turn", json!({})).await;
    assert!(turn.concludes_turn() && turn.contexts().len() == 1);
}

#[tokio::test]
async fn prompt_6_the_prompt_is_the_same_in_whatever_order_tools_came() {
    let prompt = async |names: [&str; 3]| {
        let tools: Vec<_> = names.into_iter().map(|name| giving(name, 1)).collect();
        let runtime = dsh_tools_tests::stub::Scripted::returning("ran");
        let registry = ToolRegistry::builder().mode(Mode::Both).runtime(runtime).tools(tools);
        let prompt = registry.build().unwrap().prompt().await.unwrap();
        let tools: Vec<_> = prompt.tools.iter().map(|tool| tool.name.to_string()).collect();
        (tools, prompt.text())
    };
    let sorted = prompt(["a", "b", "c"]).await;
    assert_eq!(sorted.0, ["a", "b", "c", "run_code"]);
    assert_eq!(prompt(["c", "a", "b"]).await, sorted);
}
