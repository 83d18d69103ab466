//! The tools that the programs of the family `programs` call, and a meter of how many bodies run at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dsh_tools::call::{Content, DeferredContext};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::{
    CallContext, DefinitionBuilder, MissingBody, NamePolicy, NoState, Tool, ToolBody, ToolHandler,
    ToolOf,
};
use serde_json::Value;

/// Counts the bodies that run, and remembers the most that ran at once.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Meter {
    /// The most bodies that ran at once.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }

    /// Counts a body for as long as the guard lives.
    #[must_use]
    pub fn enter(&self) -> Running {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        Running(self.now.clone())
    }
}

/// A body that runs.
#[derive(Debug)]
pub struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

type Built = anyhow::Result<ToolDefinition<()>>;

/// All fixture tools.
///
/// # Errors
///
/// A definition that is refused.
pub fn tools(meter: &Meter) -> anyhow::Result<Vec<ToolDefinition<()>>> {
    let mut tools = plain(meter)?;
    tools.extend(slow(meter)?);
    tools.extend(odd(meter)?);
    tools.push(metered(undefined_output::tool(), meter)?);
    Ok(tools)
}

/// A tool with an open argument object.
fn tool(name: &str, properties: Value, output: Value) -> DefinitionBuilder<MissingBody> {
    let required: Vec<String> = match &properties {
        Value::Object(members) => {
            members.keys().filter(|key| !key.ends_with('?')).cloned().collect()
        }
        _ => Vec::new(),
    };
    let properties: serde_json::Map<String, Value> = match properties {
        Value::Object(members) => members
            .into_iter()
            .map(|(key, schema)| (key.trim_end_matches('?').to_owned(), schema))
            .collect(),
        _ => serde_json::Map::new(),
    };
    ToolDefinition::builder(name, "A tool for programs under test.")
        .name_policy(NamePolicy::Any)
        .parameters_json(json!({
            "type": "object", "properties": properties, "required": required
        }))
        .output_json(output)
}

/// Adds a body that ends at once.
fn at_once(
    builder: DefinitionBuilder<MissingBody>,
    meter: &Meter,
    body: impl Fn(&Json, &ToolContext) -> Result<Json, ToolError> + Send + Sync + 'static,
) -> Built {
    let meter = meter.clone();
    let handler = move |arguments: Json, call: CallContext<()>| {
        let running = meter.enter();
        let result = body(&arguments, &call.for_tool::<NoState>());
        drop(running);
        std::future::ready(result)
    };
    Ok(builder.body(handler).build()?)
}

/// Adds a body that sleeps for `ms`, and then gives what `value` makes of the arguments.
fn sleeping(
    builder: DefinitionBuilder<MissingBody>,
    meter: &Meter,
    stubborn: bool,
    value: fn(&Json) -> Json,
) -> Built {
    let meter = meter.clone();
    let handler = move |arguments: Json, call: CallContext<()>| {
        let running = meter.enter();
        async move {
            let _running = running;
            let sleep = tokio::time::sleep(milliseconds(&arguments));
            if stubborn {
                sleep.await;
                return Ok(value(&arguments));
            }
            tokio::select! {
                biased;
                () = call.cancel().cancelled() => Err(ToolError::new("sleep aborted")),
                () = sleep => Ok(value(&arguments)),
            }
        }
    };
    Ok(builder.body(handler).build()?)
}

fn milliseconds(arguments: &Json) -> Duration {
    Duration::from_millis(arguments["ms"].as_u64().unwrap_or_default())
}

/// A number as JSON; whole ones are integers.
fn number(value: f64) -> Json {
    dsh_tools::json::to_json(&value).unwrap_or_default()
}

fn message_of(arguments: &Json) -> ToolError {
    ToolError::new(arguments["message"].as_str().unwrap_or_default())
}

fn plain(meter: &Meter) -> anyhow::Result<Vec<ToolDefinition<()>>> {
    let numbers = json!({ "a": { "type": "number" }, "b": { "type": "number" } });
    let add = tool("add", numbers, json!({ "type": "number" }));
    let echo = tool("echo", json!({ "value": {} }), json!({}));
    let fail = tool("fail", json!({ "message": { "type": "string" } }), json!({}));
    let fail_raw = tool("fail_raw", json!({}), json!({}));
    let give_null = tool("give_null", json!({}), json!({ "type": "null" })).concurrency_safe();
    let integers = json!({ "type": "array", "items": { "type": "integer" } });
    let big_array = tool("big_array", json!({ "n": { "type": "integer" } }), integers)
        .concurrency_safe()
        .render(|_, value| {
            let items = value.as_array().map_or(0, dsh_tools::json::Array::len);
            Ok(vec![Content::text(format!("{items} items"))])
        });
    Ok(vec![
        at_once(add, meter, |arguments, _| {
            let sum = arguments["a"].as_f64().zip(arguments["b"].as_f64());
            Ok(sum.map_or(Json::Null, |(a, b)| number(a + b)))
        })?,
        at_once(echo, meter, |arguments, _| Ok(arguments["value"].clone()))?,
        at_once(fail, meter, |arguments, _| Err(message_of(arguments)))?,
        at_once(fail_raw, meter, |_, _| Err(ToolError::new("raw object message")))?,
        at_once(give_null, meter, |_, _| Ok(Json::Null))?,
        at_once(big_array, meter, |arguments, _| {
            let items = arguments["n"].as_i64().unwrap_or_default();
            Ok((0..items).map(Json::from).collect())
        })?,
    ])
}

fn slow(meter: &Meter) -> anyhow::Result<Vec<ToolDefinition<()>>> {
    let integer = || json!({ "type": "integer" });
    let tagged = || json!({ "ms": integer(), "tag": { "type": "string" } });
    let text = || json!({ "type": "string" });
    let tag = |arguments: &Json| arguments["tag"].clone();
    let maybe = json!({ "safe": { "type": "boolean" }, "ms": integer() });
    let maybe = tool("maybe_safe", maybe, json!({ "type": "boolean" }))
        .concurrency_safe_when(|arguments| arguments["safe"].as_bool() == Some(true));
    let stubborn = tool("stubborn", json!({ "ms": integer() }), text()).concurrency_safe();
    Ok(vec![
        sleeping(tool("slow_read", tagged(), text()).concurrency_safe(), meter, false, tag)?,
        sleeping(tool("slow_write", tagged(), text()), meter, false, tag)?,
        sleeping(stubborn, meter, true, |_| Json::from("done"))?,
        sleeping(maybe, meter, false, |arguments| arguments["safe"].clone())?,
    ])
}

fn odd(meter: &Meter) -> anyhow::Result<Vec<ToolDefinition<()>>> {
    let text = || json!({ "type": "string" });
    let closed = json!({
        "type": "object",
        "properties": { "n": { "type": "integer" } },
        "required": ["n"],
        "additionalProperties": false
    });
    let picture = tool("picture", json!({}), text()).render(|_, value| {
        let text = value.as_str().unwrap_or_default();
        Ok(vec![Content::text(text), Content::image("image/png", "aW1n")])
    });
    Ok(vec![
        at_once(tool("unicode", json!({}), json!({})), meter, |_, _| {
            Ok(json!({ "face": "😀👩‍👩‍👧", "naïve key": "日本語\u{2028}" }).into())
        })?,
        at_once(
            tool("my-tool", json!({ "x?": { "type": "integer" } }), text()),
            meter,
            |arguments, _| {
                let x =
                    arguments["x"].as_i64().map_or_else(|| "none".to_owned(), |x| x.to_string());
                Ok(format!("my-tool:{x}").into())
            },
        )?,
        at_once(tool("bad_output", json!({}), closed), meter, |_, _| {
            Ok(json!({ "n": "x", "extra": 1 }).into())
        })?,
        at_once(picture, meter, |_, _| Ok(Json::from("img-1")))?,
        at_once(tool("finish_turn", json!({}), json!({})), meter, |_, call| {
            call.conclude_turn();
            call.defer_context(DeferredContext::new("finish_turn", vec!["the end".into()]));
            Ok(Json::from(true))
        })?,
        at_once(tool("__proto__", json!({}), text()), meter, |_, _| {
            Ok(Json::from("proto-called"))
        })?,
    ])
}

/// The tool of a function, counted like the others.
fn metered<F: Tool + ToolBody<()> + 'static>(tool: ToolOf<F>, meter: &Meter) -> Built {
    let meter = meter.clone();
    let body = move |arguments: Json, context: CallContext<()>| {
        let running = meter.enter();
        let body = ToolHandler::call(&tool, &arguments, context);
        async move {
            let result = body.await;
            drop(running);
            result
        }
    };
    Ok(ToolDefinition::new(tool.spec()?, Arc::new(body)))
}

/// Returns what is no JSON, as far as a typed function can.
#[tool]
#[must_use]
pub fn undefined_output() -> f64 {
    f64::NAN
}
