//! The family `scopes`: registrations, restrictions, guards and modes over a tree of scopes
//! (rules REG-1 to REG-5 and PROMPT-1 to PROMPT-5).

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use anyhow::Context as _;
use dsh_tools::code::CodeOptions;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::registry::{Registration, ScopeHandle};
use dsh_tools::tool::{CallContext, DefinitionError};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::case::{Differences, judge_each};
use crate::render::present;
use crate::report::{Report, Verdict};
use crate::stub::Scripted;

/// One case.
#[derive(Debug, Deserialize)]
struct Case {
    scenario: Scenario,
    expected: Vec<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Scenario {
    #[serde(default)]
    mode: Mode,
    #[serde(default, deserialize_with = "present")]
    runtime: Option<Value>,
    tool_order: Option<Vec<String>>,
    #[serde(default)]
    tools_config: ToolsConfig,
    steps: Vec<Step>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolsConfig {
    max_parallel_sub_calls: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase")]
enum Step {
    Register {
        scope: String,
        name: String,
        tag: Option<String>,
    },
    Dispose {
        step: usize,
    },
    Parent {
        child: String,
        parent: String,
    },
    Restrict {
        scope: String,
        filter: Lists,
    },
    Guard {
        scope: String,
        deny: String,
    },
    PresentAs {
        scope: String,
        mode: Mode,
    },
    Execute {
        scope: String,
        name: String,
        args: Option<Value>,
    },
    Look {
        scopes: Vec<String>,
    },
    Assemble {
        scopes: Vec<String>,
    },
    /// On the registry.
    Section {
        name: String,
        order: i32,
        text: String,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Deserialize)]
struct Lists {
    allow: Option<Vec<String>>,
    deny: Option<Vec<String>>,
}

impl From<&Lists> for Filter {
    fn from(lists: &Lists) -> Self {
        let filter = lists.allow.clone().map_or_else(Self::default, Self::allow);
        match lists.deny.clone() {
            Some(deny) => filter.and_deny(deny),
            None => filter,
        }
    }
}

/// Runs all cases.
pub async fn run(cases: Vec<Value>) -> Report {
    judge_each(cases, judge).await
}

async fn judge(case: Case) -> Verdict {
    if case.scenario.steps.iter().any(|step| matches!(step, Step::Unknown)) {
        return Verdict::skipped("a step that this runner does not know");
    }
    match play(&case.scenario).await {
        Ok(got) => compare(&case.expected, &got),
        Err(error) => Verdict::failed(&"a scenario", &format!("{error:#}")),
    }
}

/// What each step came to; a scenario whose registry is refused comes to that alone.
async fn play(scenario: &Scenario) -> anyhow::Result<Vec<Value>> {
    let Some(registry) = registry(scenario)? else { return Ok(vec![refused()]) };
    let mut world = World::new(registry, &scenario.steps);
    let mut got = Vec::new();
    for step in &scenario.steps {
        got.push(world.step(step).await?);
    }
    Ok(got)
}

fn registry(scenario: &Scenario) -> anyhow::Result<Option<ToolRegistry>> {
    let mut options = CodeOptions::default();
    if let Some(most) = scenario.tools_config.max_parallel_sub_calls {
        // The type has no zero: that is how zero is refused.
        let Some(most) = NonZeroUsize::new(most) else { return Ok(None) };
        options = options.max_parallel_sub_calls(most);
    }
    let mut builder = ToolRegistry::builder().mode(scenario.mode);
    if let Some(order) = &scenario.tool_order {
        builder = builder.tool_order(order.clone());
    }
    let runtime = Scripted::returning("ran");
    let builder = match &scenario.runtime {
        None => builder.runtime_with(runtime, options),
        Some(Value::Null) => builder,
        Some(other) => {
            anyhow::ensure!(other["language"] == "ruby", "an unknown runtime: {other}");
            builder.runtime_with(runtime.in_language("ruby"), options)
        }
    };
    Ok(Some(builder.build()?))
}

fn ok() -> Value {
    "ok".into()
}

fn refused() -> Value {
    json!({ "refused": true })
}

/// A registry, its scopes by letter, and what each step can take back.
struct World {
    registry: ToolRegistry,
    scopes: BTreeMap<String, Scope<()>>,
    parents: BTreeMap<String, String>,
    registrations: Vec<Option<Registration>>,
}

impl World {
    fn new(registry: ToolRegistry, steps: &[Step]) -> Self {
        let parents = steps.iter().filter_map(|step| match step {
            Step::Parent { child, parent } => Some((child.clone(), parent.clone())),
            _ => None,
        });
        let parents = parents.collect();
        Self { registry, scopes: BTreeMap::new(), parents, registrations: Vec::new() }
    }

    fn handle(&mut self, letter: &str) -> ScopeHandle<()> {
        if letter == "g" {
            return (*self.registry).clone();
        }
        if !self.scopes.contains_key(letter) {
            let above = self.parents.get(letter).cloned().unwrap_or_else(|| "g".to_owned());
            let scope = self.handle(&above).scope();
            self.scopes.insert(letter.to_owned(), scope);
        }
        (*self.scopes[letter]).clone()
    }

    async fn step(&mut self, step: &Step) -> anyhow::Result<Value> {
        let change = match step {
            Step::Register { scope, name, tag } => {
                let tag = tag.as_deref().unwrap_or(scope);
                self.handle(scope).register(tool(name, tag)).ok()
            }
            Step::Restrict { scope, filter } => self.handle(scope).restrict(filter.into()).ok(),
            Step::PresentAs { scope, mode } => self.handle(scope).present_as(*mode).ok(),
            Step::Section { name, order, text } => {
                self.registry.section(&**name, *order, &**text).ok()
            }
            Step::Guard { scope, deny } => {
                let reason = deny.clone();
                Some(self.handle(scope).guard(move |_: &CallHandle<()>| Some(reason.clone())))
            }
            other => {
                self.registrations.push(None);
                return self.ask(other).await;
            }
        };
        let answer = if change.is_some() { ok() } else { refused() };
        self.registrations.push(change);
        Ok(answer)
    }

    async fn ask(&mut self, step: &Step) -> anyhow::Result<Value> {
        match step {
            Step::Dispose { step } => {
                let undo = self.registrations.get(*step).and_then(Option::as_ref);
                undo.context("a step that can be taken back")?.unregister();
            }
            Step::Execute { scope, name, args } => {
                return Ok(self.execute(scope, name, args.as_ref()).await);
            }
            Step::Look { scopes } => {
                return Ok(scopes
                    .iter()
                    .map(|letter| self.look(letter))
                    .collect::<Map<_, _>>()
                    .into());
            }
            Step::Assemble { scopes } => {
                let mut assembled = Map::new();
                for letter in scopes {
                    assembled.insert(letter.clone(), assemble(&self.handle(letter)).await);
                }
                return Ok(assembled.into());
            }
            _ => {}
        }
        Ok(ok())
    }

    async fn execute(&mut self, scope: &str, name: &str, args: Option<&Value>) -> Value {
        let outcome = self.handle(scope).call(name, args.cloned()).await;
        match outcome.result() {
            Ok(success) => json!({ "isError": false, "value": success.value }),
            Err(error) => {
                json!({ "isError": true, "code": error.code().map(ToString::to_string) })
            }
        }
    }

    fn look(&mut self, letter: &str) -> (String, Value) {
        let scope = self.handle(letter);
        let names: BTreeSet<String> =
            scope.schemas().iter().map(|schema| schema.name.to_string()).collect();
        let mut resolves = Map::new();
        for name in names.iter().filter(|name| *name != "run_code") {
            let found = scope.get(name).map(|tool| tool.spec().description().to_owned());
            resolves.insert(name.clone(), found.into());
        }
        (letter.to_owned(), json!({ "names": names, "resolves_to": resolves }))
    }
}

/// A tool that gives its tag, which is its description too.
fn tool(name: &str, tag: &str) -> Result<ToolDefinition<()>, DefinitionError> {
    let value = Json::from(tag);
    let body = move |_: Json, _: CallContext<()>| std::future::ready(Ok(value.clone()));
    ToolDefinition::builder(name, tag).body(body).build()
}

async fn assemble(scope: &ScopeHandle<()>) -> Value {
    let Ok(prompt) = scope.prompt().await else { return refused() };
    let tools: Vec<&str> = prompt.tools.iter().map(|tool| &*tool.name).collect();
    let sections: Vec<Value> = prompt
        .sections
        .iter()
        .filter(|section| !section.text.is_empty())
        .map(|section| json!({ "name": section.name, "empty": false }))
        .collect();
    json!({ "tools": tools, "sections": sections })
}

fn compare(expected: &[Value], got: &[Value]) -> Verdict {
    let mut differences = Differences::default();
    differences.equal("steps", &expected.len(), &got.len());
    for (index, (expected, got)) in expected.iter().zip(got).enumerate() {
        let mut got = got.clone();
        if expected["code"].is_null() && got["isError"] == true {
            got["code"] = Value::Null; // Any code is right.
        }
        let (expected, got) = (normal(expected.clone()), normal(got));
        if expected != got {
            differences.add(&format!("step {index}"), &expected.to_string(), &got.to_string());
        }
    }
    differences.verdict()
}

/// Names in order, since they are compared as sets, and only sections with text.
fn normal(mut value: Value) -> Value {
    let Some(members) = value.as_object_mut() else { return value };
    for (key, member) in members {
        match (key.as_str(), member) {
            ("names", Value::Array(names)) => names.sort_by_key(Value::to_string),
            ("sections", Value::Array(sections)) => {
                sections.retain(|section| section["empty"] == false);
            }
            (_, member) => *member = normal(member.take()),
        }
    }
    value
}
