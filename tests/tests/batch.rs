//! Several calls of one turn: the rules BATCH-1 and BATCH-2, over the public API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::num::NonZeroUsize;
use std::time::Duration;

use dsh_tools::call::{Content, DeferredContext};
use dsh_tools::code::{CodeOptions, CodeReport, CodeRun};
use dsh_tools::hook::{FinishedCall, PostNext};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::registry::RegistryBuilder;
use dsh_tools::tool::{CallContext, NoState};
use dsh_tools_tests::fixtures::Meter;
use dsh_tools_tests::kit::{Log, builder, code};
use dsh_tools_tests::stub::{Scripted, reply, start};

/// What the tools of a test share.
#[derive(Clone, Default)]
struct Bench {
    log: Log,
    meter: Meter,
}

impl Bench {
    /// `read`, which is safe, and `write`, which is not: each sleeps for `ms` and gives its `tag`.
    fn registry(&self) -> ToolRegistry {
        let read = self.sleeping("read", true);
        let write = self.sleeping("write", false);
        ToolRegistry::builder().tools(vec![read, write]).build().unwrap()
    }

    fn sleeping(&self, name: &str, safe: bool) -> ToolDefinition<()> {
        let bench = self.clone();
        let builder = if safe { builder(name).concurrency_safe() } else { builder(name) };
        let body = move |arguments: Json, call: CallContext<()>| {
            let (bench, call) = (bench.clone(), call.for_tool::<NoState>());
            async move { Ok(bench.sleep(&arguments, &call).await) }
        };
        builder.body(body).build().unwrap()
    }

    async fn sleep(&self, arguments: &Json, call: &ToolContext) -> Json {
        let _running = self.meter.enter();
        let tag = arguments["tag"].as_str().unwrap().to_owned();
        self.log.add(format!("{tag}>"));
        call.defer_context(DeferredContext::new(&*tag, vec![Content::text("late")]));
        let time = Duration::from_millis(arguments["ms"].as_u64().unwrap());
        tokio::time::sleep(time).await;
        self.log.add(format!("<{tag}"));
        tag.into()
    }
}

fn call(name: &str, tag: &str, ms: u64) -> ToolCall {
    ToolCall::new(name, json!({ "tag": tag, "ms": ms })).with_id(tag)
}

fn texts(outcomes: &[Outcome]) -> Vec<String> {
    outcomes.iter().map(Outcome::text).collect()
}

fn at_most(bound: usize) -> Batch {
    Batch::parallel(NonZeroUsize::new(bound).unwrap())
}

#[tokio::test]
async fn batch_1_safe_calls_overlap_up_to_the_bound() {
    let bench = Bench::default();
    let calls = ["a", "b", "c", "d", "e"].map(|tag| call("read", tag, 20));
    let outcomes = bench.registry().execute_batch(calls, at_most(3)).await;
    assert_eq!(texts(&outcomes), ["a", "b", "c", "d", "e"]);
    assert_eq!(bench.meter.most(), 3);
}

#[tokio::test]
async fn batch_1_the_bound_is_ten_by_default() {
    let bench = Bench::default();
    let calls = (0..25).map(|number| call("read", &number.to_string(), 20));
    let outcomes = bench.registry().execute_batch(calls, Batch::default()).await;
    assert_eq!((outcomes.len(), bench.meter.most()), (25, 10));
}

#[tokio::test]
async fn batch_1_exclusive_calls_run_alone() {
    let bench = Bench::default();
    let calls = [
        call("read", "r1", 20),
        call("read", "r2", 10),
        call("write", "w", 5),
        call("read", "r3", 1),
    ];
    let outcomes = bench.registry().execute_batch(calls, Batch::default()).await;
    assert_eq!(texts(&outcomes), ["r1", "r2", "w", "r3"]);
    let expected = ["r1>", "r2>", "<r2", "<r1", "w>", "<w", "r3>", "<r3"];
    assert_eq!(bench.log.entries(), expected);
}

#[tokio::test]
async fn batch_1_an_exclusive_call_holds_back_others_until_its_post_execute_is_done() {
    let bench = Bench::default();
    let registry = bench.registry();
    let log = bench.log.clone();
    registry
        .post_execute(move |call: FinishedCall<()>, next: PostNext<()>| {
            let log = log.clone();
            async move {
                tokio::time::sleep(Duration::from_millis(10)).await;
                log.add(format!("post {}", call.call_id()));
                next.run(call).await
            }
        })
        .keep();
    registry.execute_batch([call("write", "w", 1), call("read", "r", 1)], Batch::default()).await;
    assert_eq!(bench.log.entries(), ["w>", "<w", "post w", "r>", "<r", "post r"]);
}

#[tokio::test]
async fn batch_1_hooks_and_results_keep_the_order_of_the_calls() {
    let bench = Bench::default();
    let registry = bench.registry();
    let (gates, results) = (Log::default(), Log::default());
    let (gate, result) = (gates.clone(), results.clone());
    registry
        .pre_execute(move |call: CallHandle<()>, next: Next<()>| {
            gate.add(call.call_id().as_str());
            async move { next.run(call).await }
        })
        .keep();
    registry
        .observe(move |call: &CallHandle<()>, _: &Outcome| result.add(call.call_id().as_str()))
        .keep();
    let calls = [call("read", "a", 30), call("read", "b", 15), call("read", "c", 1)];
    registry.execute_batch(calls, Batch::default()).await;
    assert_eq!(bench.log.entries()[3..], ["<c", "<b", "<a"], "bodies end as they end");
    assert_eq!(gates.entries(), ["a", "b", "c"]);
    assert_eq!(results.entries(), ["a", "b", "c"]);
}

#[tokio::test]
async fn batch_1_a_failure_does_not_keep_others_from_running() {
    let bench = Bench::default();
    let calls = [call("nothing", "x", 1), call("read", "r", 1)];
    let outcomes = bench.registry().execute_batch(calls, Batch::default()).await;
    assert_eq!(code(&outcomes[0]), "UNKNOWN_TOOL");
    assert_eq!(outcomes[1].text(), "r");
}

#[tokio::test]
async fn batch_3_a_program_and_a_batch_run_calls_in_the_same_order() {
    let calls = [("read", 30), ("read", 10), ("write", 20), ("read", 5), ("read", 5), ("write", 1)];
    let tags = ["a", "b", "c", "d", "e", "f"];

    let batched = Bench::default();
    let of_batch = calls.iter().zip(tags).map(|((name, ms), tag)| call(name, tag, *ms));
    batched.registry().execute_batch(of_batch.collect::<Vec<_>>(), at_most(2)).await;

    let programmed = Bench::default();
    let script = move |mut run: CodeRun| async move {
        for (id, ((name, ms), tag)) in (0..).zip(calls.iter().zip(tags)) {
            start(&mut run, id, name, json!({ "tag": tag, "ms": ms }));
        }
        for _ in calls {
            reply(&mut run).await;
        }
        CodeReport::new(Ok(None), Vec::new())
    };
    let options = CodeOptions::default().max_parallel_sub_calls(NonZeroUsize::new(2).unwrap());
    let registry = ToolRegistry::builder()
        .mode(Mode::Code)
        .tools(vec![programmed.sleeping("read", true), programmed.sleeping("write", false)])
        .runtime_with(Scripted::new(script), options)
        .build()
        .unwrap();
    let arguments = json!({ "code": "…", "description": "a test" });
    let outcome = registry.call("run_code", arguments).await;
    assert!(!outcome.is_error(), "{}", outcome.text());

    assert_eq!(batched.log.entries().len(), 12);
    assert_eq!(programmed.log.entries(), batched.log.entries());
}

#[tokio::test]
async fn batch_2_contexts_come_after_the_last_result_in_call_order() {
    let bench = Bench::default();
    let calls = [call("read", "a", 20), call("read", "b", 1), call("write", "c", 1)];
    let outcomes = bench.registry().execute_batch(calls, Batch::default()).await;
    assert!(outcomes.iter().all(|outcome| outcome.contexts().is_empty()));
    let sources: Vec<&str> = outcomes.contexts().iter().map(|context| &*context.source).collect();
    assert_eq!(sources, ["a", "b", "c"]);
}

/// The most bodies that ran at once in a batch of eight safe calls, over a registry with these bounds.
async fn most_at_once(bounds: impl FnOnce(RegistryBuilder<()>) -> RegistryBuilder<()>) -> usize {
    let meter = Meter::default();
    let counted = |name: &str| {
        let meter = meter.clone();
        ToolDefinition::builder(name, "Take a while.")
            .concurrency_safe()
            .body(move |_, _: CallContext<()>| {
                let running = meter.enter();
                async move {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                    drop(running);
                    Ok(Json::Null)
                }
            })
            .build()
    };
    let tools = vec![counted("a"), counted("b")];
    let registry = bounds(ToolRegistry::builder().tools(tools)).build().expect("a registry");
    let calls =
        (0..8).map(|index| ToolCall::new(if index % 2 == 0 { "a" } else { "b" }, json!({})));
    let outcomes = registry.execute_batch(calls, Batch::default()).await;
    assert!(outcomes.iter().all(|outcome| !outcome.is_error()));
    meter.most()
}

#[tokio::test]
async fn reg_10_hosts_bound_how_much_runs_in_all_and_per_tool() {
    let two = NonZeroUsize::new(2).expect("two");
    assert_eq!(most_at_once(|builder| builder).await, 8);
    assert_eq!(most_at_once(|builder| builder.max_running(two)).await, 2);
    assert_eq!(most_at_once(|builder| builder.max_running_per_tool(two)).await, 4);
}
