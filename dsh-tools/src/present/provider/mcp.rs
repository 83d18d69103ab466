//! MCP: tools as `tools/list` has them, calls as `tools/call` asks for them, outcomes as its results. No protocol.

use super::read::{require_object, text, wrong};
use super::{Limits, Provider, ResponseError, Told, Vendor, object, openai, root, strict};
use crate::call::{Arguments, Content, Outcome, ToolCall};
use crate::json::{Json, Object};
use crate::registry::ToolSchema;

const LIMITS: Limits = Limits {
    first: allowed,
    rest: allowed,
    longest_name: 128,
    longest_description: 16_384,
    most_tools: None,
};

fn allowed(letter: char) -> bool {
    openai::plain(letter) || letter == '.'
}

/// The tools for the result of `tools/list`.
///
/// [`Provider::tool_calls`] takes the request `tools/call`, or its `params` alone, and gives one call.
/// [`Provider::results`] gives one `CallToolResult` for each.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::present::provider::mcp;
///
/// let calls = mcp::tools(&[]).tool_calls(&parse(r#"{ "name": "add", "arguments": { "a": 1 } }"#)?)?;
/// assert_eq!(&*calls[0].name, "add");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn tools(tools: &[ToolSchema]) -> Provider {
    Provider::new(&Mcp, tools)
}

struct Mcp;

impl Vendor for Mcp {
    fn limits(&self) -> &'static Limits {
        &LIMITS
    }

    /// Any JSON Schema goes, as long as its root says that it is an object.
    fn schema(&self, schema: &Json, losses: &mut Vec<(String, String)>) -> Json {
        if schema["type"].as_str() == Some("object") {
            schema.clone()
        } else {
            root::flat(schema, losses)
        }
    }

    fn strict(&self) -> Option<&'static strict::Rules> {
        None
    }

    fn tool(&self, told: &Told<'_>) -> Json {
        object([
            ("name", told.name.into()),
            ("description", told.description.into()),
            ("inputSchema", told.parameters.clone()),
        ])
    }

    fn calls(&self, request: &Json) -> Result<Vec<ToolCall>, ResponseError> {
        let (params, at) = match request.get("params") {
            Some(params) => (params, "params."),
            None => (request, ""),
        };
        require_object(params, "params")?;
        let name = text(&params["name"], &format!("{at}name"))?;
        let arguments = match &params["arguments"] {
            Json::Null => Arguments::Missing,
            Json::Object(_) => Arguments::Value(params["arguments"].clone()),
            other => return Err(wrong(&format!("{at}arguments"), "an object", other)),
        };
        let call = ToolCall::new(name, arguments);
        Ok(vec![match &request["id"] {
            Json::String(id) => call.with_id(id.clone()),
            Json::Number(id) => call.with_id(id.to_string()),
            _ => call,
        }])
    }

    fn results(&self, results: &[(&str, &ToolCall, &Outcome)]) -> Vec<Json> {
        results.iter().map(|(_, _, outcome)| result(outcome)).collect()
    }
}

fn result(outcome: &Outcome) -> Json {
    let content: Json = outcome.content().iter().map(block).collect();
    let mut members: Vec<(&str, Json)> = vec![("content", content)];
    if let Some(value @ Json::Object(_)) = outcome.value() {
        members.push(("structuredContent", value.clone()));
    }
    members.push(("isError", outcome.is_error().into()));
    members.into_iter().collect::<Object>().into()
}

fn block(block: &Content) -> Json {
    match block {
        Content::Text { text } => object([("type", "text".into()), ("text", text.clone().into())]),
        Content::Image { mime_type, data } => object([
            ("type", "image".into()),
            ("data", data.clone().into()),
            ("mimeType", mime_type.clone().into()),
        ]),
    }
}
