//! The family `lossless-json`: which values of a program are JSON without loss, and which are refused. Each
//! expression is evaluated in a program that returns it (rules CODE-4 and PIPE-1).

use std::future::ready;

use dsh_tools::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use crate::case::judge_each;
use crate::hosting::{Budgets, Hosting};
use crate::report::{Report, Verdict};

/// One case.
#[derive(Debug, Deserialize)]
struct Case {
    expr: String,
    expected: Expected,
}

#[derive(Debug, Deserialize)]
struct Expected {
    accept: bool,
    json: Option<String>,
}

/// Runs all cases.
pub async fn run(cases: Vec<Value>, hosting: &Hosting) -> Report {
    let registry = match registry(hosting) {
        Ok(registry) => registry,
        Err(error) => {
            let failed = |_: Value| ready(Verdict::failed(&"a registry", &format!("{error:#}")));
            return judge_each(cases, failed).await;
        }
    };
    judge_each(cases, |case| judge(case, registry.clone())).await
}

fn registry(hosting: &Hosting) -> anyhow::Result<ToolRegistry> {
    let runtime = hosting.runtime(Budgets::default())?;
    Ok(ToolRegistry::builder().mode(Mode::Code).runtime(runtime).build()?)
}

async fn judge(case: Case, registry: ToolRegistry) -> Verdict {
    // In a list, since a promise that is returned itself would be awaited.
    let code = format!("return [({})];", case.expr);
    let outcome = registry.call("run_code", json!({ "code": code, "description": "a case" })).await;
    match (case.expected.accept, outcome.is_error()) {
        (false, true) => Verdict::Passed,
        (false, false) => Verdict::failed(&"refused", &outcome.text()),
        (true, true) => Verdict::failed(&"accepted", &outcome.text()),
        (true, false) => match case.expected.json {
            Some(expected) => compare(&expected, &outcome),
            None => Verdict::Passed,
        },
    }
}

fn compare(expected: &str, outcome: &Outcome) -> Verdict {
    let value = outcome.value().and_then(|value| value["result"].as_array()?.get(0));
    let got = value.map(ToString::to_string).unwrap_or_default();
    if got == expected { Verdict::Passed } else { Verdict::failed(&expected, &got) }
}
