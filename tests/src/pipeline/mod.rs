//! The family `pipeline`: hooks, guards, approval, one tool and cancellation (rules PIPE-1 to CAN-2).

mod compare;
mod hooks;
mod scenario;
mod tool;
mod world;

use dsh_tools::call::Parent;
use dsh_tools::prelude::*;
use serde_json::Value;

use self::scenario::{Case, Scenario, Told};
use self::world::World;
use crate::case::judge_each;
use crate::report::{Report, Verdict};
use crate::stub::Scripted;

/// Runs all cases.
pub async fn run(cases: Vec<Value>) -> Report {
    judge_each(cases, judge).await
}

async fn judge(case: Case) -> Verdict {
    if let Some(reason) = skipped(&case.scenario) {
        return Verdict::skipped(reason);
    }
    let world = World::default();
    match play(&case.scenario, &world).await {
        Ok(outcome) => compare::outcome(&case.expected, &outcome, &world.told()),
        Err(error) => Verdict::failed(&"a scenario", &format!("{error:#}")),
    }
}

/// What Rust has no form for.
fn skipped(scenario: &Scenario) -> Option<&'static str> {
    let Told::Said(tool) = &scenario.tool else { return None };
    if tool.body.return_undefined {
        return Some("a body always returns JSON, so there is no `undefined` to return");
    }
    tool.body
        .return_nan
        .then_some("a body returns JSON, which has no NaN; `mac_4_…` tests typed functions instead")
}

async fn play(scenario: &Scenario, world: &World) -> anyhow::Result<Outcome> {
    let mut builder = ToolRegistry::builder().mode(scenario.mode);
    if scenario.mode.runs_code() {
        builder = builder.runtime(Scripted::returning("ran"));
    }
    if let Some(answer) = scenario.approval {
        builder = builder.approval(hooks::Asked { world: world.clone(), answer });
    }
    if let Some(tool) = tool::of(scenario, world)? {
        builder = builder.tools(vec![tool]);
    }
    world.set_abort(scenario.abort.clone());
    let registry = builder.build()?;
    hooks::mount(scenario, world, &registry);

    let agent = registry.scope();
    let arguments = scenario.call.args.clone().unwrap_or_else(|| json!({ "x": 1 }));
    let name = scenario.call.name.as_deref().unwrap_or("t");
    let mut call = ToolCall::new(name, arguments).with_cancel(world.signal().clone());
    if scenario.call.parent.as_ref().is_some_and(|parent| *parent != false) {
        let token = ToolContext::detached().token().clone();
        call = call.with_parent(Parent::new(token, "outer".into()));
    }
    world.reach("pre");
    let handle = if scenario.call.agent { &*agent } else { &*registry };
    Ok(handle.execute(call).await)
}
