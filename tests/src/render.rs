//! The family `render-result`: what the model reads of a run, whether it succeeded or failed
//! (rules CODE-8 and CODE-9).

use anyhow::{Context as _, bail};
use dsh_tools::code::{CodeFailure, CodeReport, FailureKind, render_result};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::case::{Differences, json, judge_each};
use crate::report::{Report, Verdict};
use crate::stub::Scripted;

/// One case.
#[derive(Clone, Debug, Deserialize)]
struct Case {
    #[serde(alias = "run_result_gen")]
    run_result: RunResult,
    expected: Expected,
}

#[derive(Clone, Debug, Deserialize)]
struct RunResult {
    logs: Vec<String>,
    /// Absent for `undefined`, which differs from null.
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    error: Option<Failure>,
}

#[derive(Clone, Debug, Deserialize)]
struct Failure {
    kind: FailureKind,
    message: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
struct Expected {
    #[serde(rename = "isError")]
    is_error: bool,
    content: Option<String>,
    content_length: Option<usize>,
    content_head: Option<String>,
    content_tail: Option<String>,
}

/// A member that is there, even when it is null.
pub(crate) fn present<'de, D: Deserializer<'de>>(member: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(member).map(Some)
}

/// Runs all cases.
pub async fn run(cases: Vec<Value>) -> Report {
    judge_each(cases, judge).await
}

/// Renders a value directly, and everything through `run_code` over a runtime that reports it.
async fn judge(case: Case) -> Verdict {
    compared(&case).await.unwrap_or_else(|error| Verdict::failed(&"a case", &error))
}

async fn compared(case: &Case) -> anyhow::Result<Verdict> {
    let Case { run_result, expected, .. } = case;
    let value = match &run_result.value {
        Some(Value::String(text)) if expected.content.is_none() => Some(generated(text)?),
        Some(value) => Some(json(value)),
        None => None,
    };
    let mut differences = Differences::default();
    if run_result.error.is_none() {
        let text = render_result(&run_result.logs, value.as_ref());
        compare(expected, &text, "rendered", &mut differences);
    }
    let result = match &run_result.error {
        Some(failure) => Err(CodeFailure::new(failure.kind, &*failure.message)),
        None => Ok(value),
    };
    let outcome = show(CodeReport::new(result, run_result.logs.clone())).await?;
    differences.equal("isError", &expected.is_error, &outcome.is_error());
    compare(expected, &outcome.text(), "content", &mut differences);
    Ok(differences.verdict())
}

async fn show(report: CodeReport) -> anyhow::Result<Outcome> {
    let runtime = Scripted::reporting(report);
    let registry = ToolRegistry::builder().mode(Mode::Code).runtime(runtime).build()?;
    Ok(registry.call("run_code", json!({ "code": "", "description": "show" })).await)
}

fn compare(expected: &Expected, got: &str, what: &str, differences: &mut Differences) {
    if let Some(content) = &expected.content {
        differences.equal(what, &**content, got);
    }
    if let Some(length) = expected.content_length {
        differences.equal("length", &length, &got.encode_utf16().count());
    }
    if let Some(head) = expected.content_head.as_deref()
        && !got.starts_with(head)
    {
        differences.add("head", &head, &got.get(..head.len()));
    }
    if let Some(tail) = expected.content_tail.as_deref()
        && !got.ends_with(tail)
    {
        differences.add("tail", &tail, &got.get(got.len().saturating_sub(tail.len())..));
    }
}

/// A value that is told in words: `1 wrapped in 10000 arrays`, `array of 0..999`.
fn generated(text: &str) -> anyhow::Result<Json> {
    if let Some(last) = text.strip_prefix("array of 0..") {
        let last: i64 = last.parse()?;
        return Ok((0..=last).map(Json::from).collect());
    }
    let Some(depth) = text.strip_prefix("1 wrapped in ") else { bail!("unknown value {text:?}") };
    let depth: usize = depth.strip_suffix(" arrays").context("no depth")?.parse()?;
    Ok((0..depth).fold(Json::from(1), |inner, _| [inner].into_iter().collect()))
}
