//! Anthropic messages: calls are blocks of the answer, and all results are blocks of one user message.

use std::sync::Arc;

use super::read::{cut_off, require_object, required_array, text, wrong};
use super::{Limits, Provider, ResponseError, Told, Vendor, object, openai, root, strict};
use crate::call::{Arguments, Content, Outcome, ToolCall};
use crate::json::{Json, Object};
use crate::registry::ToolSchema;

const LIMITS: Limits = Limits {
    first: openai::plain,
    rest: openai::plain,
    longest_name: 64,
    longest_description: 16_384,
    most_tools: None,
};

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
        "description",
        "title",
        "default",
        "format",
    ],
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    all_required: false,
    deepest: 10,
    most_properties: usize::MAX,
    most_enum_values: usize::MAX,
    longest_text: usize::MAX,
    most_tools: 20,
    most_optional: 24,
    most_unions: 16,
};

const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const LONGEST_PROPERTY: usize = 64;

/// The tools for the messages API.
///
/// ```
/// use dsh_tools::present::provider::anthropic;
///
/// assert_eq!(anthropic::messages(&[]).tools().to_string(), "[]");
/// ```
#[must_use]
pub fn messages(tools: &[ToolSchema]) -> Provider {
    Provider::new(&Messages, tools)
}

struct Messages;

impl Vendor for Messages {
    fn limits(&self) -> &'static Limits {
        &LIMITS
    }

    fn schema(&self, schema: &Json, losses: &mut Vec<(String, String)>) -> Json {
        without_refused_names(root::flat(schema, losses), losses)
    }

    fn strict(&self) -> Option<&'static strict::Rules> {
        Some(&STRICT)
    }

    fn tool(&self, told: &Told<'_>) -> Json {
        let mut members: Vec<(&str, Json)> = vec![("name", told.name.into())];
        if !told.description.is_empty() {
            members.push(("description", told.description.into()));
        }
        members.push(("input_schema", told.parameters.clone()));
        if told.strict {
            members.push(("strict", true.into()));
        }
        members.into_iter().collect::<Object>().into()
    }

    fn calls(&self, response: &Json) -> Result<Vec<ToolCall>, ResponseError> {
        let blocks = required_array(response, "content")?;
        let cut = response["stop_reason"].as_str() == Some("max_tokens");
        let mut calls = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            let at = format!("content[{index}]");
            require_object(block, &at)?;
            if text(&block["type"], &format!("{at}.type"))? != "tool_use" {
                continue; // Text, thinking, and tools that the vendor runs itself.
            }
            let id = text(&block["id"], &format!("{at}.id"))?;
            let name = text(&block["name"], &format!("{at}.name"))?;
            let arguments = match &block["input"] {
                Json::Null => Arguments::Missing,
                Json::String(text) => Arguments::Text(text.to_string()), // As it is streamed.
                Json::Object(_) => Arguments::Value(block["input"].clone()),
                other => return Err(wrong(&format!("{at}.input"), "an object", other)),
            };
            let mut call = ToolCall::new(name, arguments).with_id(id);
            if cut && index + 1 == blocks.len() {
                cut_off(&mut call);
            }
            calls.push(call);
        }
        Ok(calls)
    }

    fn results(&self, results: &[(&str, &ToolCall, &Outcome)]) -> Vec<Json> {
        let result = |(_, call, outcome): &(&str, &ToolCall, &Outcome)| {
            let mut members: Vec<(&str, Json)> =
                vec![("type", "tool_result".into()), ("tool_use_id", call.call_id.as_str().into())];
            let content: Vec<Json> = outcome.content().iter().filter_map(block).collect();
            if !content.is_empty() {
                members.push(("content", content.into()));
            }
            if outcome.is_error() {
                members.push(("is_error", true.into()));
            }
            Json::from(members.into_iter().collect::<Object>())
        };
        let content: Json = results.iter().map(result).collect();
        vec![object([("role", "user".into()), ("content", content)])]
    }
}

/// A block of a result; blank texts are refused, so they are left out.
fn block(block: &Content) -> Option<Json> {
    let text = match block {
        Content::Text { text } if text.trim().is_empty() => return None,
        Content::Text { text } => text.clone(),
        Content::Image { mime_type, data } if IMAGES.contains(&&**mime_type) => {
            let source = object([
                ("type", "base64".into()),
                ("media_type", mime_type.clone().into()),
                ("data", data.clone().into()),
            ]);
            return Some(object([("type", "image".into()), ("source", source)]));
        }
        Content::Image { mime_type, .. } => format!("[an image of type {mime_type}]").into(),
    };
    Some(object([("type", "text".into()), ("text", text.into())]))
}

/// The schema without properties at the root whose names are refused.
fn without_refused_names(schema: Json, losses: &mut Vec<(String, String)>) -> Json {
    let allowed = |name: &str| {
        (1..=LONGEST_PROPERTY).contains(&name.len())
            && name.chars().all(|letter| openai::plain(letter) || letter == '.')
    };
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    if properties.keys().all(|name| allowed(name)) {
        return schema;
    }
    for name in properties.keys().filter(|name| !allowed(name)) {
        let reason = "left out: the provider refuses the property's name";
        losses.push((format!(".properties.{name}"), reason.to_owned()));
    }
    let rewrite = |(keyword, value): (&Arc<str>, &Json)| {
        let kept = match &**keyword {
            "properties" => properties
                .iter()
                .filter(|(name, _)| allowed(name))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect::<Object>()
                .into(),
            "required" => {
                let names = value.as_array().into_iter().flat_map(|names| names.iter());
                names.filter(|name| name.as_str().is_some_and(allowed)).cloned().collect()
            }
            _ => value.clone(),
        };
        (keyword.clone(), kept)
    };
    schema.as_object().into_iter().flatten().map(rewrite).collect::<Object>().into()
}
