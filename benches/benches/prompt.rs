//! What assembling a prompt of 1,000 tools costs: while nothing changes, after a change of the tools, after one of a
//! section, and with functions of the application; at each level of disclosure; and what a program's search costs.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use dsh_tools::code::{BindingCall, CodeReport, CodeRun, CodeRuntime, Isolation};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::present::{Disclosure, Prompt, PromptError, sdk_text};
use dsh_tools::registry::{Registration, ScopeHandle};
use dsh_tools::tool::{CallContext, DefinitionError};
use dsh_tools_benches::{Report, medians, ready, work};

/// A prompt of a set that did not change.
const MOST_UNCHANGED: Duration = Duration::from_micros(50);
/// A prompt after one change.
const MOST_AFTER_A_CHANGE: Duration = Duration::from_millis(10);

/// A search of a program, with the call of the program around it.
const MOST_SEARCH: Duration = Duration::from_millis(1);

/// A runtime whose programs are words to search for.
struct Searching;

impl CodeRuntime for Searching {
    fn language(&self) -> &'static str {
        "typescript"
    }

    fn isolation(&self) -> Isolation {
        Isolation::Thread
    }

    fn run(&self, run: CodeRun) -> Pin<Box<dyn Future<Output = CodeReport> + Send>> {
        let CodeRun { program, mut host, .. } = run;
        Box::pin(async move {
            host.start(BindingCall::new(1, 0, "$search".into(), Json::from(program)));
            let found = poll_fn(|context| host.poll_reply(context)).await;
            CodeReport::new(Ok(found.result.ok()), Vec::new())
        })
    }
}

/// A runtime that nobody asks: only its language counts.
struct Never;

impl CodeRuntime for Never {
    fn language(&self) -> &'static str {
        "typescript"
    }

    fn isolation(&self) -> Isolation {
        Isolation::Thread
    }

    fn run(&self, _: CodeRun) -> Pin<Box<dyn Future<Output = CodeReport> + Send>> {
        Box::pin(std::future::pending())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut report = Report::default();
    for mode in [Mode::Native, Mode::Code, Mode::Both] {
        let registry = registry(mode)?;
        let scope = registry.scope();
        let [unchanged, in_a_scope, after_a_tool, after_a_section] = medians([
            work(|| prompt(&registry)),
            work(|| prompt(&scope)),
            work(|| {
                // The tools are not those of before, nor those of any scope.
                let own = scope.register(tool("own"));
                let assembled = prompt(&scope);
                let _ = own.as_ref().map(Registration::unregister);
                assembled
            }),
            work(|| {
                let own = scope.section("own", 20, "Be brief, {{user}}.");
                let assembled = prompt(&scope);
                let _ = own.as_ref().map(Registration::unregister);
                assembled
            }),
        ]);
        let named = |what| format!("{what}, {}", mode.as_str());
        report.time_within(&named("unchanged"), unchanged, MOST_UNCHANGED);
        report.time_within(&named("unchanged in a scope"), in_a_scope, MOST_UNCHANGED);
        report.time_within(&named("after a tool"), after_a_tool, MOST_AFTER_A_CHANGE);
        report.time_within(&named("after a section"), after_a_section, MOST_AFTER_A_CHANGE);
    }
    sdk_alone(&report)?;
    with_functions(&mut report)?;
    at_each_level(&mut report)?;
    search(&mut report)?;
    report.finish();
    Ok(())
}

/// What is left of a change after that is what the rest of it costs.
fn sdk_alone(report: &Report) -> Result<(), Box<dyn std::error::Error>> {
    let tools = (0..1_000).map(|index| tool(&format!("search_{index}")));
    let tools = tools.collect::<Result<Vec<_>, _>>()?;
    let [alone] = medians([work(|| sdk_text(tools.iter().map(|tool| &**tool.spec())))]);
    report.time("the SDK text alone", alone);
    Ok(())
}

/// A function has to be asked each time, which leaves the tools as they are.
fn with_functions(report: &mut Report) -> Result<(), Box<dyn std::error::Error>> {
    let registry = registry(Mode::Both)?;
    registry.section("mode", 30, |scope: ScopeHandle<()>| scope.mode().as_str())?.keep();
    let [asked] = medians([work(|| prompt(&registry))]);
    report.time_within("unchanged, with a function, both", asked, MOST_UNCHANGED);
    Ok(())
}

/// After one change, at every level that is not the default.
fn at_each_level(report: &mut Report) -> Result<(), Box<dyn std::error::Error>> {
    let levels = [
        ("signatures", Disclosure::signatures()),
        ("catalog", Disclosure::catalog(1_000)),
        ("within 2,000", Disclosure::within(2_000)),
    ];
    for (name, disclosure) in levels {
        let scope = registry(Mode::Code)?.scope();
        scope.disclosure(disclosure)?.keep();
        let [unchanged, after_a_tool] = medians([
            work(|| prompt(&scope)),
            work(|| {
                let own = scope.register(tool("own"));
                let assembled = prompt(&scope);
                let _ = own.as_ref().map(Registration::unregister);
                assembled
            }),
        ]);
        report.time_within(&format!("unchanged, {name}"), unchanged, MOST_UNCHANGED);
        if name == "within 2,000" {
            // Every level is written before one is chosen.
            report.time(&format!("after a tool, {name}"), after_a_tool);
        } else {
            report.time_within(&format!("after a tool, {name}"), after_a_tool, MOST_AFTER_A_CHANGE);
        }
    }
    Ok(())
}

fn search(report: &mut Report) -> Result<(), Box<dyn std::error::Error>> {
    let tools: Vec<_> = (0..1_000).map(|index| tool(&format!("search_{index}"))).collect();
    let registry = ToolRegistry::builder().mode(Mode::Code).runtime(Searching).tools(tools);
    let registry = registry.disclosure(Disclosure::catalog(1_000)).build()?;
    let program = json!({ "code": "search a place for entries 500", "description": "search" });
    let first = ready(registry.call("run_code", program.clone()));
    assert!(first.text().contains("search_500"), "{}", first.text());
    let [searched] = medians([work(|| ready(registry.call("run_code", program.clone())))]);
    report.time_within("search of a program", searched, MOST_SEARCH);
    Ok(())
}

fn registry(mode: Mode) -> Result<ToolRegistry, Box<dyn std::error::Error>> {
    let tools: Vec<_> = (0..1_000).map(|index| tool(&format!("search_{index}"))).collect();
    let registry = ToolRegistry::builder().mode(mode).runtime(Never).tools(tools);
    let registry = registry.section("intro", 10, "You help {{user}}.").variable("user", "Ada");
    Ok(registry.build()?)
}

/// A tool with five arguments, one of them an object in a list.
fn tool(name: &str) -> Result<ToolDefinition<()>, DefinitionError> {
    let filter = json!({
        "type": "object",
        "properties": { "field": { "type": "string" }, "above": { "type": "number" } },
        "required": ["field"],
        "additionalProperties": false
    });
    let parameters = json!({
        "type": "object",
        "properties": {
            "path": { "type": "string", "description": "Where to look." },
            "depth": { "type": "integer", "minimum": 0 },
            "kind": { "enum": ["file", "folder", "link"] },
            "hidden": { "type": "boolean", "default": false },
            "filters": { "type": "array", "items": filter }
        },
        "required": ["path", "kind"]
    });
    ToolDefinition::builder(name, "Search a place for entries that fit, newest first.")
        .parameters_json(parameters)
        .output_json(json!({ "type": "array", "items": { "type": "string" } }))
        .body(|_: Json, _: CallContext<()>| async { Ok(Json::Null) })
        .build()
}

/// The prompt, which waits for nobody but itself.
fn prompt(scope: &ScopeHandle<()>) -> Result<Prompt, PromptError> {
    ready(scope.prompt())
}
