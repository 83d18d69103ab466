//! Goes one of four hot paths so often, for whoever counts its instructions: `instructions PATH TIMES`.
//! Counting is the business of `run.sh`, which takes two counts and the difference, so that beginning costs nothing.

use std::hint::black_box;

use anyhow::{Context as _, bail, ensure};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::present::sdk_text;
use dsh_tools::schema::Schema;
use measure::{ready, sample};

// A library of its own, of which other benches use the rest.
#[allow(dead_code, unreachable_pub, unused_imports)]
#[path = "../src/lib.rs"]
mod measure;

/// How many tools the SDK text has.
const TOOLS: usize = 40;

/// The price of some parts.
#[tool(concurrency_safe)]
async fn price(name: String, count: u32, each: f64) -> f64 {
    f64::from(count) * each + f64::from(u32::from(name.is_empty()))
}

/// The number after this one.
#[tool(concurrency_safe)]
fn next(of: i64) -> i64 {
    of + 1
}

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let path = words.next().context("name a path, and how often to go it")?;
    let times = words.next().context("say how often to go that path")?.parse()?;
    match path.as_str() {
        "execute" => execute(times),
        "nested" => nested(times),
        "validate" => validate(times),
        "sdk" => sdk(times),
        other => bail!("there is no path `{other}`: execute, nested, validate, sdk"),
    }
}

/// A call through a registry, validated on both sides.
fn execute(times: u32) -> anyhow::Result<()> {
    let registry: ToolRegistry = ToolRegistry::builder().tools(tools![price]).build()?;
    let arguments = json!({ "name": "bolt", "count": 12, "each": 0.25 });
    for _ in 0..times {
        let outcome = ready(registry.execute(ToolCall::new("price", arguments.clone())));
        ensure!(outcome.value().and_then(Json::as_f64) == Some(3.0), "{}", outcome.text());
    }
    Ok(())
}

/// The calls of one program in this process, one after the other.
fn nested(times: u32) -> anyhow::Result<()> {
    let registry: ToolRegistry = ToolRegistry::builder()
        .tools(tools![next])
        .mode(Mode::Code)
        .runtime(InProcess::new())
        .build()?;
    let code = format!(
        "let sum = 0; for (let i = 0; i < {times}; i++) sum = await tools.next({{ of: sum }}); return sum"
    );
    let program = ToolCall::new("run_code", json!({ "code": code, "description": "count" }));
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let outcome = runtime.block_on(registry.execute(program));
    ensure!(outcome.text() == times.to_string(), "{}", outcome.text());
    Ok(())
}

/// Arguments of 4 kB against a compiled schema.
fn validate(times: u32) -> anyhow::Result<()> {
    let schema = Schema::from_json(&sample::order_schema().into())?;
    let order = Json::from(sample::order());
    for _ in 0..times {
        ensure!(
            schema.validate(black_box(&order), "").is_empty(),
            "the order is meant to be valid"
        );
    }
    Ok(())
}

/// The SDK text of many tools.
fn sdk(times: u32) -> anyhow::Result<()> {
    let tools = (0..TOOLS).map(sample::tool).collect::<Result<Vec<_>, _>>();
    let tools = tools.map_err(|error| anyhow::anyhow!("{error}"))?;
    for _ in 0..times {
        ensure!(sdk_text(black_box(&tools)).contains("search_0039"), "a tool is missing");
    }
    Ok(())
}
