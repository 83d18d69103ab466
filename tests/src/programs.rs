//! The family `programs`: programs against the fixture tools, through `run_code` (rules CODE-1 to CODE-11).

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dsh_tools::call::Record;
use dsh_tools::code::{CodeOptions, CodeRuntime};
use dsh_tools::prelude::*;
use dsh_tools::registry::RegistryBuilder;
use serde::Deserialize;
use serde_json::Value;

use crate::case::{Differences, json as value_of, judge_each};
use crate::fixtures::{self, Meter};
use crate::hosting::{Budgets, Hosting};
use crate::render::present;
use crate::report::{Report, Verdict};

/// One case.
#[derive(Debug, Deserialize)]
struct Case {
    code: String,
    #[serde(default)]
    config: Config,
    #[serde(default)]
    tools_config: ToolsConfig,
    abort_after_ms: Option<u64>,
    #[serde(default)]
    timing_sensitive: bool,
    expected: Expected,
}

/// The budgets of a run.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Config {
    compute_ms: Option<u64>,
    max_wall_ms: Option<u64>,
    max_output_bytes: Option<usize>,
    max_old_generation_size_mb: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ToolsConfig {
    max_parallel_sub_calls: Option<NonZeroUsize>,
}

#[derive(Debug, Deserialize)]
struct Expected {
    #[serde(rename = "isError")]
    is_error: bool,
    content: Option<String>,
    #[serde(default)]
    content_contains: Vec<String>,
    #[serde(default)]
    message_contains: Vec<String>,
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    kind: Option<String>,
    captured: Option<String>,
    events: Option<Vec<serde_json::Map<String, Value>>>,
    events_count: Option<usize>,
    max_overlap: usize,
}

/// What came of a program.
struct Ran {
    outcome: Outcome,
    events: Vec<Value>,
    most: usize,
}

/// Runs all cases.
pub async fn run(cases: Vec<Value>, hosting: &Hosting) -> Report {
    judge_each(cases, |case| judge(case, hosting.clone())).await
}

async fn judge(case: Case, hosting: Hosting) -> Verdict {
    if case.config.max_old_generation_size_mb.is_some() && !hosting.is_isolated() {
        return Verdict::skipped("the host in this process does not bound memory");
    }
    let ran = match hosting.runtime(case.config.budgets()) {
        Ok(host) => play(&case, host).await,
        Err(error) => Err(error),
    };
    match ran {
        Ok(ran) => compare(&case, &ran),
        Err(error) => Verdict::failed(&"a run", &format!("{error:#}")),
    }
}

impl Config {
    fn budgets(&self) -> Budgets {
        Budgets {
            compute: self.compute_ms.map(Duration::from_millis),
            wall: self.max_wall_ms.map(Duration::from_millis),
            output_bytes: self.max_output_bytes,
            memory: self.max_old_generation_size_mb.map(|mebibytes| mebibytes * 1024 * 1024),
        }
    }
}

async fn play(case: &Case, host: impl CodeRuntime) -> anyhow::Result<Ran> {
    let meter = Meter::default();
    let records = Arc::new(Mutex::new(Vec::new()));
    let registry = builder(&meter, records.clone())?.runtime_with(host, options(case)).build()?;
    let call = ToolCall::new("run_code", json!({ "code": case.code, "description": "a case" }))
        .with_id("call");
    if let Some(after) = case.abort_after_ms {
        let cancel = call.cancel.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(after)).await;
            cancel.cancel();
        });
    }
    let outcome = registry.execute(call).await;
    let events = records.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Ran { outcome, events, most: meter.most() })
}

fn builder(meter: &Meter, records: Arc<Mutex<Vec<Value>>>) -> anyhow::Result<RegistryBuilder<()>> {
    let journal = move |record: Record| {
        records.lock().unwrap_or_else(PoisonError::into_inner).push(event(&record));
        Ok(())
    };
    let tools = fixtures::tools(meter)?;
    Ok(ToolRegistry::builder().mode(Mode::Code).tools(tools).journal(journal))
}

fn options(case: &Case) -> CodeOptions {
    let options = CodeOptions::default();
    match case.tools_config.max_parallel_sub_calls {
        Some(most) => options.max_parallel_sub_calls(most),
        None => options,
    }
}

/// A record in the notation of the cases.
fn event(record: &Record) -> Value {
    match record {
        Record::CodeDispatchStart(start) => json!({
            "type": "start",
            "id": start.sub_call_id,
            "name": start.name,
            "arguments": start.arguments,
        }),
        Record::CodeDispatch(end) => json!({
            "type": "finish",
            "id": end.call.sub_call_id,
            "name": end.call.name,
            "arguments": end.call.arguments,
            "isError": end.is_error,
            "content": dsh_tools::call::Content::join(&end.content),
        }),
        _ => json!({ "type": "unknown" }),
    }
}

fn compare(case: &Case, ran: &Ran) -> Verdict {
    let expected = &case.expected;
    let mut differences = Differences::default();
    differences.equal("isError", &expected.is_error, &ran.outcome.is_error());
    texts(expected, &ran.outcome, &mut differences);
    if let Some(value) = &expected.value {
        differences.equal("value", &Some(&value_of(value)), &ran.outcome.value());
    }
    if let Some(events) = &expected.events
        && !same_events(events, &ran.events)
    {
        differences.add("events", events, &ran.events);
    }
    counts(case, ran, &mut differences);
    if !differences.is_empty() && expected.content.is_none() {
        // Whatever differs, the text says why.
        differences.add("text", &"", &ran.outcome.text());
    }
    differences.verdict()
}

fn texts(expected: &Expected, outcome: &Outcome, differences: &mut Differences) {
    let text = outcome.text();
    if let Some(content) = &expected.content {
        // An image shows as a block of the outer result's contexts, so the text is all there is.
        differences.equal("content", content, &text);
    }
    for part in &expected.content_contains {
        if !text.contains(&**part) {
            differences.add("content with", part, &text);
        }
    }
    let message = outcome.error().map(|error| &*error.message).unwrap_or_default();
    for part in &expected.message_contains {
        if !message.contains(&**part) {
            differences.add("message with", part, &message);
        }
    }
    if let Some(kind) = &expected.kind {
        differences.equal("kind", &Some(&**kind), &kind_of(message));
    }
    if let Some(captured) = &expected.captured {
        let got = message.split_once("\nCaptured output:\n").map(|(_, lines)| lines);
        differences.equal("captured", &Some(&**captured), &got);
    }
}

/// The kind in `code run failed (<kind>): …`.
fn kind_of(message: &str) -> Option<&str> {
    message.strip_prefix("code run failed (")?.split_once("): ").map(|(kind, _)| kind)
}

/// Whether the events have all members that were expected of them.
fn same_events(expected: &[serde_json::Map<String, Value>], got: &[Value]) -> bool {
    let covers = |(expected, got): (&serde_json::Map<String, Value>, &Value)| {
        expected.iter().all(|(key, member)| got[key] == *member)
    };
    expected.len() == got.len() && expected.iter().zip(got).all(covers)
}

fn counts(case: &Case, ran: &Ran, differences: &mut Differences) {
    let expected = &case.expected;
    if case.timing_sensitive {
        if ran.most > expected.max_overlap {
            differences.add("overlap of at most", &expected.max_overlap, &ran.most);
        }
    } else {
        differences.equal("max_overlap", &expected.max_overlap, &ran.most);
    }
    let Some(count) = expected.events_count else { return };
    let starts = ran.events.iter().filter(|event| event["type"] == "start").count();
    // Loosely: whatever started is over, and at most one call more or less got to start.
    if starts * 2 != ran.events.len() || ran.events.len().abs_diff(count) > 2 {
        differences.add("events", &count, &ran.events);
    }
}
