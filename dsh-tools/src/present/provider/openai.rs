//! `OpenAI`: chat completions and responses. The two differ in where a tool, a call and a result lie.

use super::read::{array, cut_off, require_object, required_array, text, wrong};
use super::{Limits, Provider, ResponseError, Told, Vendor, object, root, strict};
use crate::call::{Arguments, Content, Outcome, ToolCall};
use crate::json::Json;
use crate::registry::ToolSchema;

pub(super) const LIMITS: Limits = Limits {
    first: plain,
    rest: plain,
    longest_name: 64,
    longest_description: 1024,
    most_tools: Some(128),
};

pub(super) fn plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '-'
}

const STRICT: strict::Rules = strict::Rules {
    keywords: &[
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "$defs",
        "definitions",
        "description",
        "title",
        "pattern",
        "format",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ],
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    all_required: true,
    deepest: 10,
    most_properties: 5000,
    most_enum_values: 1000,
    longest_text: 120_000,
    most_tools: usize::MAX,
    most_optional: usize::MAX,
    most_unions: usize::MAX,
};

/// The tools for chat completions.
///
/// ```
/// use dsh_tools::present::provider::openai;
/// use dsh_tools::registry::ToolSchema;
/// use dsh_tools::schema::build::object;
///
/// let tool = ToolSchema::new("get.logs", "Get logs.", object().closed().build()?);
/// let openai = openai::chat(&[tool]);
/// assert!(openai.name_of("get.logs").starts_with("get_logs_"));
/// assert!(openai.strictness()[0].is_strict());
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
#[must_use]
pub fn chat(tools: &[ToolSchema]) -> Provider {
    Provider::new(&Chat, tools)
}

/// The tools for the responses API. `strict` is always written, since leaving it out means true there.
///
/// ```
/// use dsh_tools::present::provider::openai;
///
/// assert_eq!(openai::responses(&[]).tools().to_string(), "[]");
/// ```
#[must_use]
pub fn responses(tools: &[ToolSchema]) -> Provider {
    Provider::new(&Responses, tools)
}

struct Chat;
struct Responses;

impl Vendor for Chat {
    fn limits(&self) -> &'static Limits {
        &LIMITS
    }

    fn schema(&self, schema: &Json, losses: &mut Vec<(String, String)>) -> Json {
        root::flat(schema, losses)
    }

    fn strict(&self) -> Option<&'static strict::Rules> {
        Some(&STRICT)
    }

    fn tool(&self, told: &Told<'_>) -> Json {
        let function = object([
            ("name", told.name.into()),
            ("description", told.description.into()),
            ("parameters", told.parameters.clone()),
            ("strict", told.strict.into()),
        ]);
        object([("type", "function".into()), ("function", function)])
    }

    fn calls(&self, response: &Json) -> Result<Vec<ToolCall>, ResponseError> {
        let choices = array(&response["choices"], "choices")?;
        let choice = match choices.len() {
            1 => &response["choices"][0],
            0 => return Err(ResponseError::new("choices", "is missing or empty")),
            _ => {
                return Err(ResponseError::new(
                    "choices",
                    "has several answers; ask for one (`n`: 1)",
                ));
            }
        };
        let message = &choice["message"];
        require_object(message, "choices[0].message")?;
        if !message["function_call"].is_null() {
            let reason = "is the form before tools; give the request `tools`, not `functions`";
            return Err(ResponseError::new("choices[0].message.function_call", reason));
        }
        let at = "choices[0].message.tool_calls";
        let mut calls = Vec::new();
        for (index, call) in array(&message["tool_calls"], at)?.iter().enumerate() {
            let at = format!("{at}[{index}]");
            require_object(call, &at)?;
            if !matches!(call["type"].as_str(), Some("function") | None) {
                return Err(ResponseError::new(
                    format!("{at}.type"),
                    "is not `function`; no other kind was listed",
                ));
            }
            let id = text(&call["id"], &format!("{at}.id"))?;
            calls.push(function(&call["function"], id, &format!("{at}.function"))?);
        }
        if choice["finish_reason"].as_str() == Some("length")
            && let Some(last) = calls.last_mut()
        {
            cut_off(last);
        }
        Ok(calls)
    }

    fn results(&self, results: &[(&str, &ToolCall, &Outcome)]) -> Vec<Json> {
        let mut messages = Vec::new();
        let mut images = Vec::new();
        for (_, call, outcome) in results {
            messages.push(object([
                ("role", "tool".into()),
                ("tool_call_id", call.call_id.as_str().into()),
                ("content", outcome.text().into()),
            ]));
            let shown = outcome.content().iter().filter_map(data_url);
            for (index, url) in shown.enumerate() {
                if index == 0 {
                    let title = format!("Images of the result of call {}:", call.call_id);
                    images.push(object([("type", "text".into()), ("text", title.into())]));
                }
                let url = object([("url", url.into())]);
                images.push(object([("type", "image_url".into()), ("image_url", url)]));
            }
        }
        if !images.is_empty() {
            messages.push(object([("role", "user".into()), ("content", images.into())]));
        }
        messages
    }
}

impl Vendor for Responses {
    fn limits(&self) -> &'static Limits {
        &LIMITS
    }

    fn schema(&self, schema: &Json, losses: &mut Vec<(String, String)>) -> Json {
        root::flat(schema, losses)
    }

    fn strict(&self) -> Option<&'static strict::Rules> {
        Some(&STRICT)
    }

    fn tool(&self, told: &Told<'_>) -> Json {
        object([
            ("type", "function".into()),
            ("name", told.name.into()),
            ("description", told.description.into()),
            ("parameters", told.parameters.clone()),
            ("strict", told.strict.into()),
        ])
    }

    fn calls(&self, response: &Json) -> Result<Vec<ToolCall>, ResponseError> {
        let items = required_array(response, "output")?;
        let incomplete = response["status"].as_str() == Some("incomplete");
        let mut calls = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let at = format!("output[{index}]");
            require_object(item, &at)?;
            match item["type"].as_str() {
                Some("function_call") => {}
                Some("custom_tool_call") => {
                    return Err(ResponseError::new(
                        format!("{at}.type"),
                        "calls a custom tool; none was listed",
                    ));
                }
                Some(_) => continue, // Messages, reasoning, and tools that the vendor runs itself.
                None => return Err(ResponseError::new(format!("{at}.type"), "is missing")),
            }
            let id = text(&item["call_id"], &format!("{at}.call_id"))?;
            let mut call = function(item, id, &at)?;
            let partial = matches!(item["status"].as_str(), Some("incomplete" | "in_progress"));
            if partial || (incomplete && index + 1 == items.len()) {
                cut_off(&mut call);
            }
            calls.push(call);
        }
        Ok(calls)
    }

    fn results(&self, results: &[(&str, &ToolCall, &Outcome)]) -> Vec<Json> {
        let message = |(_, call, outcome): &(&str, &ToolCall, &Outcome)| {
            let output = if outcome.content().iter().any(Content::is_image) {
                outcome.content().iter().map(input).collect()
            } else {
                outcome.text().into()
            };
            object([
                ("type", "function_call_output".into()),
                ("call_id", call.call_id.as_str().into()),
                ("output", output),
            ])
        };
        results.iter().map(message).collect()
    }
}

/// A call whose name and arguments lie there.
fn function(from: &Json, id: &str, at: &str) -> Result<ToolCall, ResponseError> {
    let name = text(&from["name"], &format!("{at}.name"))?;
    let arguments = match &from["arguments"] {
        Json::String(text) => Arguments::Text(text.to_string()),
        Json::Null => Arguments::Missing,
        Json::Object(_) => Arguments::Value(from["arguments"].clone()), // Some servers of this format do.
        other => return Err(wrong(&format!("{at}.arguments"), "a string", other)),
    };
    Ok(ToolCall::new(name, arguments).with_id(id))
}

fn data_url(block: &Content) -> Option<String> {
    match block {
        Content::Image { mime_type, data } => Some(format!("data:{mime_type};base64,{data}")),
        Content::Text { .. } => None,
    }
}

fn input(block: &Content) -> Json {
    match data_url(block) {
        Some(url) => object([("type", "input_image".into()), ("image_url", url.into())]),
        None => object([
            ("type", "input_text".into()),
            ("text", block.as_text().unwrap_or_default().into()),
        ]),
    }
}
