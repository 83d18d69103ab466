//! Metrics and spans (rule POL-2).

use std::fmt::{Debug, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dsh_tools::policy::{Measured, Metrics, Trace};
use dsh_tools::prelude::*;
use dsh_tools_tests::kit::Log;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Log in, and wait.
#[tool(concurrency_safe)]
async fn login(ms: u64, #[arg(secret)] key: String) -> Result<(), ToolError> {
    tracing::info!("inside");
    tokio::time::sleep(Duration::from_millis(ms)).await;
    if key == "wrong" { Err(ToolError::new("no").with_code("NO")) } else { Ok(()) }
}

#[tokio::test]
async fn pol_2_metrics_count_failures_durations_and_what_runs() {
    let log = Log::default();
    let told = log.clone();
    let metrics = Metrics::new()
        .export(|_: &Measured| panic!("on purpose"))
        .export(move |one: &Measured| told.add(format!("{} {:?}", one.tool, one.error)));
    let registry =
        ToolRegistry::builder().tools(tools![login]).around(metrics.clone()).build().unwrap();
    registry.call("login", json!({ "ms": 0, "key": "k" })).await;
    registry.call("login", json!({ "ms": 0, "key": "wrong" })).await;
    registry.call("made_up", json!({})).await;
    {
        let running = registry.call("login", json!({ "ms": 60_000, "key": "k" }));
        let _ = tokio::time::timeout(Duration::from_millis(5), async {
            tokio::select! {
                biased;
                _ = running => {}
                () = tokio::time::sleep(Duration::from_millis(1)) => {}
            }
        })
        .await;
    }
    let tools = metrics.snapshot().tools;
    let login = &tools["login"];
    assert_eq!((login.durations.count(), login.in_flight), (3, 0));
    assert_eq!((login.errors["NO"], login.errors["ABORTED"]), (1, 1));
    assert_eq!(tools["_OTHER"].errors["UNKNOWN_TOOL"], 1);
    assert_eq!(log.entries().len(), 4);
    assert_eq!(log.entries()[1], "login Some(\"NO\")");
}

/// Notes spans, what is recorded in them, and events with the span they stand in.
struct Noting(Log, AtomicU64);

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

impl Subscriber for Noting {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() || metadata.target().starts_with("policies")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields("span".to_owned());
        span.record(&mut fields);
        self.0.add(fields.0);
        Id::from_u64(self.1.fetch_add(1, Ordering::SeqCst))
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        let mut fields = Fields("record".to_owned());
        values.record(&mut fields);
        self.0.add(fields.0);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {
        self.0.add("event");
    }

    fn enter(&self, _: &Id) {
        self.0.add("enter");
    }

    fn exit(&self, _: &Id) {
        self.0.add("exit");
    }
}

async fn noted(policy: Trace, name: &str, arguments: serde_json::Value) -> Vec<String> {
    let log = Log::default();
    let registry = ToolRegistry::builder()
        .tools(tools![login])
        .mode(Mode::Both)
        .runtime(InProcess::new())
        .around(policy)
        .build()
        .unwrap();
    let guard = tracing::subscriber::set_default(Noting(log.clone(), AtomicU64::new(1)));
    registry.execute(ToolCall::new(name, arguments).with_id("c1")).await;
    drop(guard);
    log.entries()
}

#[tokio::test]
async fn pol_2_a_span_holds_the_names_of_opentelemetry_and_the_bodys_events() {
    let seen = noted(Trace::default(), "login", json!({ "ms": 0, "key": "wrong" })).await;
    for field in [
        "otel.name=execute_tool login",
        "gen_ai.operation.name=\"execute_tool\"",
        "gen_ai.tool.name=\"login\"",
        "gen_ai.tool.call.id=c1",
        "call.root_id=c1",
    ] {
        assert!(seen[0].contains(field), "{field}: {}", seen[0]);
    }
    let event = seen.iter().position(|line| line == "event").unwrap();
    let entered = seen[..event].iter().filter(|line| *line == "enter").count();
    let left = seen[..event].iter().filter(|line| *line == "exit").count();
    assert_eq!(entered, left + 1);
    assert!(seen.iter().any(|line| line == "record error.type=\"NO\""), "{seen:?}");
    assert!(!seen.concat().contains("arguments"));
}

#[tokio::test]
async fn pol_2_secrets_never_stand_in_spans() {
    let arguments = json!({ "ms": 12, "key": "hunter2" });
    let seen = noted(Trace::default().with_arguments(), "login", arguments).await.concat();
    assert!(seen.contains("gen_ai.tool.call.arguments={\"ms\":12"), "{seen}");
    assert!(!seen.contains("hunter2"), "{seen}");
}

#[tokio::test]
async fn pol_2_calls_of_programs_name_root_parent_and_sub_call() {
    let program = "await tools.login({ ms: 0, key: 'k' })";
    let arguments = json!({ "code": program, "description": "d" });
    let seen = noted(Trace::default(), "run_code", arguments).await.concat();
    assert!(seen.contains("call.sub_id=c1:code:1"), "{seen}");
    assert!(seen.contains("call.parent_id=\"c1\""), "{seen}");
}
