//! The tool of a scenario: `t` with `{x: integer}`, whose body and callbacks do what the case says.

use dsh_tools::call::Content;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::{CallContext, NoState};
use serde_json::Value;

use super::scenario::{Body, Scenario, Told, Tool, context};
use super::world::World;
use crate::case::json as value_of;

/// The definition, unless the case has no tool.
pub(super) fn of(scenario: &Scenario, world: &World) -> anyhow::Result<Option<ToolDefinition<()>>> {
    let Told::Said(tool) = &scenario.tool else { return Ok(None) };
    let mut builder = ToolDefinition::builder("t", "The tool of the scenario.")
        .parameters_json(json!({
            "type": "object",
            "properties": { "x": { "type": "integer" } },
            "required": ["x"]
        }))
        .output_json(output(tool.output.as_ref())?);
    let (log, fails) = (world.clone(), tool.render.as_deref() == Some("throw"));
    builder = builder.render(move |_, value| {
        log.log("render");
        if fails { Err(ToolError::new("render broke")) } else { Ok(rendered(value)) }
    });
    if let Some(meta) = &tool.meta {
        let (log, fails) = (world.clone(), *meta == "throw");
        builder = builder.presentation_meta(move |_, value| {
            log.log("meta");
            if fails { Err(ToolError::new("meta broke")) } else { Ok(meta_of(value)) }
        });
    }
    if tool.finalize.is_some() {
        builder = builder.finalize_content(finalize(tool, world));
    }
    let (world, body) = (world.clone(), tool.body.clone());
    let body = move |_: Json, call: CallContext<()>| {
        let (world, body) = (world.clone(), body.clone());
        let call = call.for_tool::<NoState>();
        async move { run(&body, &world, &call).await }
    };
    Ok(Some(builder.body(body).build()?))
}

/// `{"type":"json"}` of the author's notation is any JSON.
fn output(schema: Option<&Value>) -> anyhow::Result<Value> {
    match schema {
        None => Ok(json!({ "type": "string" })),
        Some(schema) if schema["type"] == "json" => Ok(json!({})),
        Some(other) => anyhow::bail!("an unknown output: {other}"),
    }
}

fn rendered(value: &Json) -> Vec<Content> {
    vec![Content::text(format!("rendered:{value}"))]
}

fn meta_of(value: &Json) -> Json {
    [("meta_of", value.clone())].into_iter().collect::<dsh_tools::json::Object>().into()
}

fn finalize(
    tool: &Tool,
    world: &World,
) -> impl Fn(&Outcome) -> Option<Vec<Content>> + Send + Sync + 'static {
    let (world, kind) = (world.clone(), tool.finalize.clone().unwrap_or_default());
    move |outcome| {
        world.log(format!("finalize(isError={})", outcome.is_error()));
        world.reach("in_finalize");
        assert!(kind != "throw", "finalize broke");
        if kind != "append" {
            return None;
        }
        let mut content = outcome.content().to_vec();
        content.push(Content::text("[finalized]"));
        Some(content)
    }
}

async fn run(body: &Body, world: &World, call: &ToolContext) -> Result<Json, ToolError> {
    world.log("body");
    world.reach("in_body");
    body.defer.iter().for_each(|text| call.defer_context(context(text)));
    if body.conclude {
        call.conclude_turn();
    }
    if let Some(then) = &body.wait_signal {
        call.cancel().cancelled().await;
        if then != "resolve" {
            return Err(ToolError::new("saw abort"));
        }
    }
    if let Some(message) = &body.throw {
        return Err(ToolError::new(message));
    }
    if let Some(coded) = &body.throw_coded {
        return Err(coded.clone().into());
    }
    if let Some(thrown) = &body.throw_value {
        // The nearest form of something thrown that is no error: its message, or what it shows as.
        let message = thrown["message"].as_str().or(thrown.as_str());
        return Err(ToolError::new(message.map_or_else(|| thrown.to_string(), str::to_owned)));
    }
    Ok(body.returns.as_ref().map_or_else(|| Json::from("ok"), value_of))
}
