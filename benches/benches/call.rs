//! What a call costs beside its body: through the erased definition of a tool, and through a registry, beside
//! the same function with serde on both sides.

use std::time::Duration;

use dsh_tools::json::{Json, from_json, parse, to_json};
use dsh_tools::prelude::*;
use dsh_tools::tool::ToolHandler;
use dsh_tools_benches::{Report, medians, ready, work};
use serde::Deserialize;

/// How much dearer an erased call may be than serde in, function, serde out.
const MOST_OVERHEAD: Duration = Duration::from_nanos(150);

/// The price of some parts.
#[tool]
async fn price(name: String, count: u32, each: f64) -> f64 {
    f64::from(count) * each + f64::from(u32::from(name.is_empty()))
}

/// The same arguments, for serde by hand.
#[derive(Deserialize)]
struct Price {
    name: String,
    count: u32,
    each: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = parse(r#"{"name":"bolt","count":12,"each":0.25}"#)?;
    let handler: Box<dyn ToolHandler<()>> = Box::new(price::tool());
    let context = ToolContext::test(());
    let registry: ToolRegistry = ToolRegistry::builder().tools(tools![price]).build()?;

    let [typed, erased, whole] = medians([
        work(|| by_hand(&arguments)),
        work(|| ready(handler.call(&arguments, context.to_call_context()))),
        work(|| ready(registry.call("price", arguments.clone()))),
    ]);
    let mut report = Report::default();
    report.time("serde in, function, serde out", typed);
    report.time("the same as an erased tool", erased);
    report.time_within("  more than by hand", erased.saturating_sub(typed), MOST_OVERHEAD);
    report.time("the same through a registry, validated", whole);
    report.finish();
    Ok(())
}

fn by_hand(arguments: &Json) -> Option<Json> {
    let Price { name, count, each } = from_json(arguments).ok()?;
    to_json(&ready(price(name, count, each))).ok()
}
