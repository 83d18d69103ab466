//! Tools, calls and results in the formats of providers: rule PROMPT-7, over the public API.
//! What each provider takes is read from the table in `docs/providers.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod calls;
mod foreign;
mod lists;
mod results;
mod strict;
mod table;

use dsh_tools::json::Json;
use dsh_tools::present::provider::{Provider, anthropic, gemini, mcp, openai};
use dsh_tools::registry::ToolSchema;
use dsh_tools::schema::Schema;

type Make = fn(&[ToolSchema]) -> Provider;

/// The providers, by the names of the table's columns.
const PROVIDERS: [(&str, Make); 5] = [
    ("openai chat", openai::chat),
    ("openai responses", openai::responses),
    ("anthropic", anthropic::messages),
    ("gemini", gemini::generate_content),
    ("mcp", mcp::tools),
];

fn schema(value: serde_json::Value) -> Schema {
    Schema::from_json(&value.into()).unwrap()
}

fn tool(name: &str, parameters: serde_json::Value) -> ToolSchema {
    ToolSchema::new(name, "Does it.", schema(parameters))
}

fn plain(name: &str) -> ToolSchema {
    tool(name, serde_json::json!({ "type": "object", "properties": { "a": { "type": "string" } } }))
}

/// One listed tool, whatever the provider: name, description and schema.
struct Listed {
    name: String,
    description: String,
    parameters: Json,
    strict: bool,
}

fn listed(provider: &Provider) -> Vec<Listed> {
    let tools = provider.tools();
    let entries = match tools[0].get("functionDeclarations") {
        Some(declarations) => declarations.as_array().unwrap(),
        None => tools.as_array().unwrap(),
    };
    let read = |entry: &Json| {
        let entry = entry.get("function").unwrap_or(entry);
        let keys = ["parameters", "input_schema", "inputSchema"];
        Listed {
            name: entry["name"].as_str().unwrap().to_owned(),
            description: entry["description"].as_str().unwrap_or_default().to_owned(),
            parameters: keys.iter().find_map(|key| entry.get(key)).cloned().unwrap_or_default(),
            strict: entry["strict"].as_bool().unwrap_or(false),
        }
    };
    entries.iter().map(read).collect()
}
