//! Between programs and tools: the rules CODE-1 to CODE-9 and PROMPT-3, with programs written in Rust.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dsh_tools::call::{CodeDispatchStart, Content, DeferredContext, Record};
use dsh_tools::code::{CodeFailure, CodeOptions, CodeReport, CodeRun, FailureKind};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::registry::RegistryBuilder;
use dsh_tools::tool::{CallContext, NoState};
use dsh_tools_tests::fixtures::Meter;
use dsh_tools_tests::kit::{Log, builder, code, giving, with_body};
use dsh_tools_tests::stub::{Scripted, advance, reply, start};
use serde_json::Value;

/// A registry in mode `code` whose programs are that script.
fn scripted<F>(script: impl Fn(CodeRun) -> F + Send + Sync + 'static) -> RegistryBuilder<()>
where
    F: Future<Output = CodeReport> + Send + 'static,
{
    ToolRegistry::builder().mode(Mode::Code).runtime(Scripted::new(script))
}

fn done(value: impl Into<Json>) -> CodeReport {
    CodeReport::new(Ok(Some(value.into())), Vec::new())
}

fn threw(message: &str) -> CodeReport {
    CodeReport::new(Err(CodeFailure::new(FailureKind::Exception, message)), Vec::new())
}

async fn run(registry: &ToolRegistry) -> Outcome {
    let arguments = json!({ "code": "…", "description": "a test" });
    registry.execute(ToolCall::new("run_code", arguments).with_id("call")).await
}

/// A tool that waits for `ms`, or for its signal.
fn slow(log: &Log, meter: &Meter) -> ToolDefinition<()> {
    let (log, meter) = (log.clone(), meter.clone());
    let body = move |arguments: Json, call: CallContext<()>| {
        let (log, running) = (log.clone(), meter.enter());
        async move {
            let _running = running;
            let time = Duration::from_millis(arguments["ms"].as_u64().unwrap_or(10_000));
            tokio::select! {
                () = tokio::time::sleep(time) => Ok(Json::from("slept")),
                () = call.cancel().cancelled() => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    log.add("cleaned up");
                    Err(ToolError::new("interrupted"))
                }
            }
        }
    };
    builder("slow").concurrency_safe().body(body).build().unwrap()
}

fn fails(name: &str, message: &'static str) -> ToolDefinition<()> {
    with_body(builder(name), move |_| Err(ToolError::new(message)))
}

/// Keeps records as the JSON that they are documented to be.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<Value>>>);

impl Kept {
    fn journal(&self) -> impl Fn(Record) -> Result<(), ToolError> + Send + Sync + 'static {
        let kept = self.0.clone();
        move |record| {
            kept.lock().unwrap().push(serde_json::to_value(&record)?);
            Ok(())
        }
    }

    fn all(&self) -> Vec<Value> {
        self.0.lock().unwrap().clone()
    }
}

/// Log in.
#[tool]
fn login(#[arg(secret)] password: &str) -> bool {
    password == "hunter2"
}

#[tokio::test(flavor = "multi_thread")]
async fn mac_3_secrets_reach_the_tool_and_no_record() {
    let kept = Kept::default();
    let builder = ToolRegistry::builder().mode(Mode::Code).runtime(InProcess::new());
    let registry = builder.tools(tools![login]).journal(kept.journal()).build().unwrap();
    let code = "return await tools.login({ password: 'hunter2' })";
    let outcome = registry.call("run_code", json!({ "code": code, "description": "log in" })).await;
    assert_eq!(outcome.text(), "true");
    let records = serde_json::to_string(&kept.all()).unwrap();
    assert!(records.contains("[redacted]") && !records.contains("hunter2"), "{records}");
}

#[tokio::test]
async fn code_1_run_code_is_unknown_in_mode_native() {
    let registry = ToolRegistry::builder().runtime(Scripted::returning("ran")).build().unwrap();
    assert_eq!(code(&run(&registry).await), "UNKNOWN_TOOL");
    assert!(registry.schemas().is_empty());
}

#[tokio::test]
async fn code_1_the_description_must_not_be_blank() {
    let registry = scripted(|_| async { done("ran") }).build().unwrap();
    for description in ["", "  \n"] {
        let arguments = json!({ "code": "", "description": description });
        let outcome = registry.call("run_code", arguments).await;
        assert_eq!(code(&outcome), "INVALID_ARGS", "{description:?}");
    }
    assert_eq!(code(&registry.call("run_code", json!({ "code": "" })).await), "INVALID_ARGS");
    assert_eq!(run(&registry).await.text(), "ran");
}

#[tokio::test]
async fn code_2_bindings_are_the_tools_visible_at_the_start() {
    let bound = Log::default();
    let seen = bound.clone();
    let registry = scripted(move |run| {
        let group = &run.bindings[0];
        seen.add(format!("{}: {}", group.global, group.members.join(", ")));
        assert_eq!(group.error_class.as_ref().unwrap().name, "ToolCallError");
        std::future::ready(done(1))
    });
    let registry = registry.tools(vec![giving("b", 1), giving("a", 1), giving("c", 1)]);
    let registry = registry.build().unwrap();
    let scope = registry.scope();
    scope.restrict(Filter::deny(["b"])).unwrap().keep();
    scope.call("run_code", json!({ "code": "", "description": "d" })).await;
    assert_eq!(bound.entries(), ["tools: a, c"]);
}

#[tokio::test]
async fn code_3_replies_carry_values_or_messages_after_policy() {
    let replies = Log::default();
    let seen = replies.clone();
    let registry = scripted(move |mut run| {
        let seen = seen.clone();
        async move {
            for (id, name) in [(1, "fine"), (2, "broken"), (3, "guarded"), (4, "missing")] {
                start(&mut run, id, name, json!({}));
                let reply = reply(&mut run).await;
                assert_eq!(reply.id, id);
                seen.add(reply.result.map_or_else(|message| message, |value| value.to_string()));
            }
            done(Json::Null)
        }
    });
    let tools = vec![giving("fine", 7), fails("broken", "no luck"), giving("guarded", 1)];
    let registry = registry.tools(tools).build().unwrap();
    registry
        .guard(|call: &CallHandle<()>| (call.name() == "guarded").then(|| "not you".to_owned()))
        .keep();
    assert_eq!(run(&registry).await.text(), "null");
    let entries = replies.entries();
    assert_eq!(entries[..3], ["7", "no luck", "not you"]);
    assert!(entries[3].contains("missing"), "{entries:?}");
}

#[tokio::test]
async fn reg_8_a_nested_call_resolves_its_tool_when_it_starts() {
    let registration = Arc::new(Mutex::new(None::<dsh_tools::registry::Registration>));
    let gone = registration.clone();
    let registry = scripted(move |mut run| {
        assert_eq!(run.bindings[0].members.len(), 1);
        gone.lock().unwrap().take().unwrap().unregister();
        async move {
            start(&mut run, 1, "t", json!({}));
            done(reply(&mut run).await.result.unwrap_err())
        }
    });
    let registry = registry.build().unwrap();
    *registration.lock().unwrap() = Some(registry.register(giving("t", 1)).unwrap());
    let text = run(&registry).await.text();
    assert!(text.contains("no tool named \"t\""), "{text}");
}

#[tokio::test]
async fn code_4_nested_calls_overlap_up_to_the_bound_and_answer_in_order() {
    let (log, meter) = (Log::default(), Meter::default());
    let script = Scripted::new(|mut run| async move {
        for id in 1..=5 {
            start(&mut run, id, "slow", json!({ "ms": 60 - 10 * id }));
        }
        let mut ids = Vec::new();
        for _ in 1..=5 {
            ids.push(Json::from(reply(&mut run).await.id));
        }
        done(ids.into_iter().collect::<Json>())
    });
    let options = CodeOptions::default().max_parallel_sub_calls(NonZeroUsize::new(2).unwrap());
    let registry = ToolRegistry::builder().mode(Mode::Code).runtime_with(script, options);
    let registry = registry.tools(vec![slow(&log, &meter)]).build().unwrap();
    let outcome = run(&registry).await;
    assert_eq!(outcome.value().unwrap()["result"].to_string(), "[1,2,3,4,5]");
    assert_eq!(meter.most(), 2);
}

#[tokio::test]
async fn code_5_started_calls_are_numbered_and_recorded() {
    let kept = Kept::default();
    let registry = scripted(|mut run| async move {
        for (id, name) in [(41, "shown"), (42, "broken")] {
            start(&mut run, id, name, json!({ "n": id }));
        }
        assert_eq!(reply(&mut run).await.id, 41);
        assert_eq!(reply(&mut run).await.id, 42);
        done("end")
    });
    let shown = builder("shown").render(|_, _| Ok(vec![Content::text("as shown")]));
    let tools = vec![with_body(shown, |_| Ok(Json::from("hidden"))), fails("broken", "no luck")];
    let registry = registry.tools(tools).journal(kept.journal()).build().unwrap();
    assert_eq!(run(&registry).await.text(), "end");

    let brief: Vec<String> = kept
        .all()
        .iter()
        .map(|record| format!("{} {} {}", record["type"], record["sub_call_id"], record["name"]))
        .map(|line| line.replace('"', ""))
        .collect();
    assert_eq!(
        brief,
        [
            "tool/code-dispatch-start call:code:1 shown",
            "tool/code-dispatch call:code:1 shown",
            "tool/code-dispatch-start call:code:2 broken",
            "tool/code-dispatch call:code:2 broken",
        ]
    );
    for record in kept.all() {
        assert_eq!(
            (&record["root_call_id"], &record["parent_call_id"]),
            (&json!("call"), &json!("call"))
        );
        assert!(record["time"].as_u64().unwrap() > 1_000_000_000_000, "{record}");
        assert!(record["arguments"]["n"].is_u64(), "{record}");
        assert!(!record.to_string().contains("hidden"), "no canonical value: {record}");
    }
    let end = &kept.all()[1];
    assert_eq!((&end["is_error"], &end["content"][0]["text"]), (&json!(false), &json!("as shown")));
    let failure = &kept.all()[3];
    assert_eq!(failure["is_error"], true);
    assert_eq!(failure["content"][0]["text"], "Error: no luck");
}

#[tokio::test]
async fn code_5_a_journal_that_fails_or_panics_fails_no_run() {
    for panics in [false, true] {
        let registry = scripted(|mut run| async move {
            start(&mut run, 1, "t", json!({}));
            done(reply(&mut run).await.result.unwrap())
        });
        let journal = move |_: Record| {
            assert!(!panics, "the journal broke");
            Err(ToolError::new("full"))
        };
        let registry = registry.tools(vec![giving("t", 5)]).journal(journal).build().unwrap();
        assert_eq!(run(&registry).await.text(), "5");
    }
}

#[tokio::test]
async fn code_5_a_hook_replaces_the_content_of_the_journals_copy_alone() {
    let kept = Kept::default();
    let registry = scripted(|mut run| async move {
        start(&mut run, 1, "t", json!({}));
        let value = reply(&mut run).await.result.expect("a value");
        done(value)
    });
    let hidden = |call: &CodeDispatchStart, _: &[Content]| {
        (&*call.name == "t").then(|| vec![Content::text("[hidden]")])
    };
    let broken =
        |_: &CodeDispatchStart, _: &[Content]| -> Option<Vec<Content>> { panic!("the hook broke") };
    let registry = registry
        .tools(vec![giving("t", "secret")])
        .journal(kept.journal())
        .journal_content(hidden)
        .journal_content(broken)
        .build()
        .unwrap();
    let outcome = run(&registry).await;
    assert_eq!(outcome.text(), "secret");
    assert_eq!(kept.all()[1]["content"], json!([{ "type": "text", "text": "[hidden]" }]));
}

#[tokio::test]
async fn code_5_calls_that_never_started_are_not_recorded() {
    let kept = Kept::default();
    let registry = scripted(|mut run| async move {
        for id in 1..=3 {
            start(&mut run, id, "t", json!({}));
        }
        done("early")
    });
    let registry = registry.tools(vec![giving("t", 5)]).journal(kept.journal()).build().unwrap();
    let outcome = run(&registry).await;
    assert_eq!(kept.all(), <[Value; 0]>::default());
    assert_eq!(outcome.value().unwrap()["result"], Json::from("early"));
    assert!(
        outcome.text().ends_with("dropped when the program ended: t, t, t."),
        "{}",
        outcome.text()
    );
}

#[tokio::test]
async fn code_6_running_calls_are_cancelled_and_awaited() {
    let (log, kept) = (Log::default(), Kept::default());
    let registry = scripted(|mut run| async move {
        start(&mut run, 1, "slow", json!({}));
        advance(&mut run).await;
        done("early")
    });
    let tools = vec![slow(&log, &Meter::default())];
    let registry = registry.tools(tools).journal(kept.journal()).build().unwrap();
    let outcome = run(&registry).await;
    assert_eq!(log.entries(), ["cleaned up"], "the body had ended when `run_code` returned");
    assert_eq!(kept.all().len(), 2, "its end is recorded too");
    assert_eq!(outcome.value().unwrap()["result"], Json::from("early"));
    let text = outcome.text();
    let note = text.strip_prefix("early\n").unwrap();
    assert!(note.contains("slow"), "the note names the call: {note}");
}

#[tokio::test]
async fn code_6_unhandled_rejections_are_noted_and_no_part_of_the_value() {
    let registry = scripted(|_| {
        let mut report = done("end");
        report.unhandled = vec!["ToolCallError: no luck".to_owned()];
        std::future::ready(report)
    });
    let outcome = run(&registry.build().unwrap()).await;
    assert_eq!(outcome.value().unwrap().to_string(), r#"{"logs":[],"result":"end"}"#);
    let text = outcome.text();
    assert!(text.starts_with("end\n") && text.contains("ToolCallError: no luck"), "{text}");
}

#[tokio::test]
async fn code_6_a_failure_lists_the_calls_that_had_finished() {
    let registry = scripted(|mut run| async move {
        for (id, name) in [(1, "fine"), (2, "broken")] {
            start(&mut run, id, name, json!({}));
            let _ = reply(&mut run).await;
        }
        let mut report = threw("boom");
        report.logs = vec!["one".to_owned(), "two".to_owned()];
        report
    });
    let tools = vec![giving("fine", 1), fails("broken", "no luck\nat all")];
    let outcome = run(&registry.tools(tools).build().unwrap()).await;
    assert_eq!(code(&outcome), "CODE_RUN_FAILED");
    let text = outcome.text();
    assert!(text.starts_with("Error: code run failed (exception): boom\n"), "{text}");
    let (before, captured) = text.split_once("\nCaptured output:\n").unwrap();
    assert_eq!(captured, "one\ntwo");
    let listed: Vec<&str> = before.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(listed, ["- fine: done", "- broken: failed: no luck"]);
}

#[tokio::test]
async fn code_6_at_most_twenty_finished_calls_are_listed() {
    let registry = scripted(|mut run| async move {
        for id in 1..=25 {
            start(&mut run, id, "t", json!({}));
            let _ = reply(&mut run).await;
        }
        threw("boom")
    });
    let outcome = run(&registry.tools(vec![giving("t", 1)]).build().unwrap()).await;
    let text = outcome.text();
    assert_eq!(text.lines().filter(|line| *line == "- t: done").count(), 20, "{text}");
    assert!(text.contains("5 more"), "{text}");
}

#[tokio::test]
async fn code_6_cancelling_the_run_reaches_the_program_and_its_calls() {
    let log = Log::default();
    let registry = scripted(|mut run| async move {
        start(&mut run, 1, "slow", json!({}));
        let cancel = run.cancel.clone();
        tokio::select! {
            _ = reply(&mut run) => done("not cancelled"),
            () = cancel.cancelled() => {
                CodeReport::new(Err(CodeFailure::new(FailureKind::Abort, "cancelled")), Vec::new())
            }
        }
    });
    let registry = registry.tools(vec![slow(&log, &Meter::default())]).build().unwrap();
    let call = ToolCall::new("run_code", json!({ "code": "", "description": "d" }));
    let cancel = call.cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(20)).await;
        cancel.cancel();
    });
    let outcome = registry.execute(call).await;
    assert!(outcome.text().starts_with("Error: code run failed (abort): "), "{}", outcome.text());
    assert_eq!(log.entries(), ["cleaned up"]);
}

/// A tool that shows an image, and one that defers a context.
fn showing() -> Vec<ToolDefinition<()>> {
    let picture = builder("picture").render(|_, value| {
        let text = value.as_str().unwrap_or_default();
        Ok(vec![Content::text(text), Content::image("image/png", "aW1n")])
    });
    let defers = builder("defers")
        .body(|_: Json, call: CallContext<()>| {
            let call = call.for_tool::<NoState>();
            call.defer_context(DeferredContext::new("defers", vec!["aside".into()]));
            call.conclude_turn();
            std::future::ready(Ok(Json::Null))
        })
        .build()
        .unwrap();
    vec![with_body(picture, |_| Ok(Json::from("seen"))), defers]
}

#[tokio::test]
async fn code_7_images_and_contexts_are_deferred_in_call_order() {
    let registry = scripted(|mut run| async move {
        for (id, name) in [(1, "picture"), (2, "defers")] {
            start(&mut run, id, name, json!({}));
        }
        let picture = reply(&mut run).await.result.unwrap();
        let _ = reply(&mut run).await;
        done(picture)
    });
    let outcome = run(&registry.tools(showing()).build().unwrap()).await;
    assert_eq!(outcome.value().unwrap().to_string(), r#"{"logs":[],"result":"seen"}"#);
    assert!(!outcome.content().iter().any(Content::is_image), "images travel beside the result");
    let contexts = outcome.contexts();
    let images =
        |context: &DeferredContext| context.content.iter().filter(|block| block.is_image()).count();
    assert_eq!(contexts.iter().map(images).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(&*contexts[1].source, "defers");
    assert!(outcome.concludes_turn(), "PIPE-12: a nested success forwards it");
}

#[tokio::test]
async fn code_7_contexts_survive_a_failing_run() {
    let registry = scripted(|mut run| async move {
        start(&mut run, 1, "defers", json!({}));
        let _ = reply(&mut run).await;
        threw("boom")
    });
    let outcome = run(&registry.tools(showing()).build().unwrap()).await;
    assert!(outcome.is_error() && !outcome.concludes_turn());
    assert_eq!(outcome.contexts().len(), 1);
}

#[tokio::test]
async fn code_8_logs_come_before_the_value() {
    let registry = scripted(|_| async {
        CodeReport::new(Ok(Some(json!({ "a": 1 }).into())), vec!["hello".to_owned()])
    });
    let outcome = run(&registry.build().unwrap()).await;
    assert_eq!(outcome.text(), "hello\n{\n  \"a\": 1\n}");
    let value = r#"{"logs":["hello"],"result":{"a":1}}"#;
    assert_eq!(outcome.value().unwrap().to_string(), value);
}

#[tokio::test]
async fn prompt_3_a_direct_call_in_mode_code_is_refused_before_any_hook() {
    let log = Log::default();
    let gate = log.clone();
    let registry = scripted(|mut run| async move {
        start(&mut run, 1, "t", json!({}));
        done(reply(&mut run).await.result.unwrap())
    });
    let registry = registry.tools(vec![giving("t", 5)]).build().unwrap();
    registry
        .pre_execute(move |call: CallHandle<()>, next: Next<()>| {
            gate.add(call.name());
            async move { next.run(call).await }
        })
        .keep();
    let direct = registry.call("t", json!({})).await;
    assert_eq!(code(&direct), "UNKNOWN_TOOL");
    assert!(direct.text().contains("run_code"), "{}", direct.text());
    assert_eq!(log.entries(), <[String; 0]>::default());
    assert_eq!(run(&registry).await.text(), "5");
    assert_eq!(log.entries(), ["run_code", "t"]);

    let native = registry.scope();
    native.present_as(Mode::Native).unwrap().keep();
    assert_eq!(native.call("t", json!({})).await.text(), "5");
}

#[tokio::test]
async fn prompt_2_each_mode_contributes_its_own() {
    let registry = scripted(|_| async { done("ran") });
    let registry = registry.tools(vec![giving("b", 1), giving("a", 1)]).build().unwrap();
    let told = async |mode: Mode| {
        let scope = registry.scope();
        scope.present_as(mode).unwrap().keep();
        let prompt = scope.prompt().await.unwrap();
        let tools: Vec<String> = prompt.tools.iter().map(|tool| tool.name.to_string()).collect();
        let sections: Vec<(String, i32)> = prompt
            .sections
            .iter()
            .map(|section| (section.name.to_string(), section.order))
            .collect();
        (tools.join(" "), sections)
    };
    let sdk = ("tools:sdk".to_owned(), 150);
    let only = ("tools:code-only".to_owned(), 99);
    assert_eq!(told(Mode::Native).await, ("a b".to_owned(), vec![]));
    assert_eq!(told(Mode::Code).await, ("run_code".to_owned(), vec![only, sdk.clone()]));
    assert_eq!(told(Mode::Both).await, ("a b run_code".to_owned(), vec![sdk]));
}
