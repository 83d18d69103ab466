//! Gemini's generateContent: one entry with all function declarations, calls as parts, ids only sometimes.

use super::gemini_schema::projected;
use super::read::{array, cut_off, require_object, text, wrong};
use super::{Limits, Provider, ResponseError, Told, Vendor, object, root, strict};
use crate::call::{Arguments, Content, Outcome, ToolCall};
use crate::json::{Json, Object};
use crate::registry::ToolSchema;

const LIMITS: Limits = Limits {
    first: |letter| letter.is_ascii_alphabetic() || letter == '_',
    rest: |letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-'),
    longest_name: 64,
    longest_description: 16_384,
    most_tools: Some(128),
};

/// Marks ids that the response did not have, so that the results do not have them either.
const WITHOUT_ID: &str = "without-id:";

/// The tools for generateContent: a list with one entry, `functionDeclarations`.
///
/// A call that comes without an id gets one of its own for the registry, which is not sent back.
///
/// ```
/// use dsh_tools::present::provider::gemini;
///
/// assert_eq!(gemini::generate_content(&[]).tools().to_string(), "[]");
/// ```
#[must_use]
pub fn generate_content(tools: &[ToolSchema]) -> Provider {
    Provider::new(&GenerateContent, tools)
}

struct GenerateContent;

impl Vendor for GenerateContent {
    fn limits(&self) -> &'static Limits {
        &LIMITS
    }

    fn schema(&self, schema: &Json, losses: &mut Vec<(String, String)>) -> Json {
        projected(&root::flat(schema, losses), losses)
    }

    fn strict(&self) -> Option<&'static strict::Rules> {
        None
    }

    fn tool(&self, told: &Told<'_>) -> Json {
        let mut members: Vec<(&str, Json)> =
            vec![("name", told.name.into()), ("description", told.description.into())];
        // An object without properties is refused; no parameters at all are not.
        if told.parameters.get("properties").is_some() {
            members.push(("parameters", told.parameters.clone()));
        }
        members.into_iter().collect::<Object>().into()
    }

    fn list(&self, tools: Vec<Json>) -> Json {
        if tools.is_empty() {
            return Vec::new().into();
        }
        vec![object([("functionDeclarations", tools.into())])].into()
    }

    fn calls(&self, response: &Json) -> Result<Vec<ToolCall>, ResponseError> {
        let candidates = array(&response["candidates"], "candidates")?;
        match candidates.len() {
            1 => {}
            0 => {
                return Err(ResponseError::new(
                    "candidates",
                    "is missing or empty; the prompt may be blocked",
                ));
            }
            _ => return Err(ResponseError::new("candidates", "has several answers; ask for one")),
        }
        let candidate = &response["candidates"][0];
        let finish = candidate["finishReason"].as_str();
        if let Some(reason @ ("MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL")) = finish {
            let reason = format!(
                "{reason}: the model wrote a call that the provider could not read; ask again"
            );
            return Err(ResponseError::new("candidates[0].finishReason", reason));
        }
        let at = "candidates[0].content.parts";
        let parts = array(&candidate["content"]["parts"], at)?;
        let mut calls = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let at = format!("{at}[{index}]");
            require_object(part, &at)?;
            let Some(call) = part.get("functionCall") else { continue };
            let mut call = function(call, &format!("{at}.functionCall"))?;
            if finish == Some("MAX_TOKENS") && index + 1 == parts.len() {
                cut_off(&mut call);
            }
            calls.push(call);
        }
        Ok(calls)
    }

    fn results(&self, results: &[(&str, &ToolCall, &Outcome)]) -> Vec<Json> {
        let mut parts = Vec::new();
        let mut images = Vec::new();
        for (name, call, outcome) in results {
            let key = if outcome.is_error() { "error" } else { "output" };
            let mut members: Vec<(&str, Json)> = Vec::new();
            if !call.call_id.as_str().starts_with(WITHOUT_ID) {
                members.push(("id", call.call_id.as_str().into()));
            }
            members.push(("name", (*name).into()));
            members.push(("response", object([(key, outcome.text().into())])));
            parts.push(object([(
                "functionResponse",
                members.into_iter().collect::<Object>().into(),
            )]));
            let before = images.len();
            for block in outcome.content() {
                let Content::Image { mime_type, data } = block else { continue };
                if images.len() == before {
                    images.push(object([(
                        "text",
                        format!("Images of the result of {name}:").into(),
                    )]));
                }
                let inline =
                    [("mimeType", mime_type.clone().into()), ("data", data.clone().into())];
                images.push(object([("inlineData", object(inline))]));
            }
        }
        let message = |parts: Vec<Json>| object([("role", "user".into()), ("parts", parts.into())]);
        let mut messages = vec![message(parts)];
        if !images.is_empty() {
            messages.push(message(images));
        }
        messages
    }
}

fn function(from: &Json, at: &str) -> Result<ToolCall, ResponseError> {
    require_object(from, at)?;
    let name = text(&from["name"], &format!("{at}.name"))?;
    let arguments = match &from["args"] {
        Json::Null => Arguments::Missing,
        Json::Object(_) => Arguments::Value(from["args"].clone()),
        other => return Err(wrong(&format!("{at}.args"), "an object", other)),
    };
    let call = ToolCall::new(name, arguments);
    let id = match &from["id"] {
        Json::String(id) if !id.is_empty() => id.to_string(),
        Json::Null | Json::String(_) => format!("{WITHOUT_ID}{}", call.call_id),
        other => return Err(wrong(&format!("{at}.id"), "a string", other)),
    };
    Ok(call.with_id(id))
}
