//! Values into outcomes: validated against the output schema, rendered, with metadata.
//! The same for what a body returned, what a wrapper authored and what a post-execute hook put in place.

use super::call::Left;
use super::contain;
use crate::call::{CallError, Content, ErrorCode, Outcome, ToolError};
use crate::hook::CallHandle;
use crate::json::{Json, compact_text};
use crate::schema::nearest;
use crate::tool::ToolDefinition;

/// Checks what the around-execute hooks returned, unless it is what this call's dispatch made.
pub(super) fn returned<S>(call: &CallHandle<S>, mut outcome: Outcome) -> (Outcome, Left) {
    if outcome.is_sealed_by(call.token()) {
        return (outcome, Left::All);
    }
    let Some(value) = outcome.value().cloned() else { return (outcome, Left::All) };
    let contexts = std::mem::take(outcome.contexts_mut());
    let mut checked = match call.definition() {
        Some(tool) => success(call, tool, value),
        None => Outcome::failure(unknown_tool(call.name(), [])),
    };
    let left = if checked.is_error() { Left::Finalize } else { Left::All };
    *checked.contexts_mut() = contexts;
    (checked, left)
}

/// The outcome of a value that should be a success.
pub(super) fn success<S>(call: &CallHandle<S>, tool: &ToolDefinition<S>, value: Json) -> Outcome {
    let violations = tool.spec().output().validate(&value, "value");
    if !violations.is_empty() {
        return Outcome::from_error(ToolError::of_output(call.name(), &violations));
    }
    match present(call, tool, &value) {
        Ok((content, meta)) => Outcome::rendered(value, content, meta, call.token()),
        Err(error) => Outcome::from_error(error),
    }
}

/// What the model reads of a value, and what people get with it.
fn present<S>(
    call: &CallHandle<S>,
    tool: &ToolDefinition<S>,
    value: &Json,
) -> Result<(Vec<Content>, Option<Json>), ToolError> {
    let callbacks = tool.spec().callbacks();
    let mut content = match &callbacks.render {
        Some(render) => contain::sync("the renderer", || render(call.arguments(), value))?
            .map_err(|error| unpresentable("rendered", &error))?,
        None => vec![plain(value)],
    };
    let notes = call.call().take_notes();
    content.extend(notes.into_iter().map(Content::text));
    let meta = match &callbacks.presentation_meta {
        Some(meta) if call.parent().is_none() => {
            let made = contain::sync("presentation_meta", || meta(call.arguments(), value))?;
            Some(made.map_err(|error| unpresentable("described", &error))?)
        }
        _ => None,
    };
    Ok((content, meta))
}

fn unpresentable(done: &str, error: &ToolError) -> ToolError {
    ToolError::new(format!("the tool's value could not be {done}: {error}"))
        .with_code(ErrorCode::INVALID_TOOL_OUTPUT)
}

/// Text as it is, other values as compact JSON.
fn plain(value: &Json) -> Content {
    match value {
        Json::String(text) => Content::text(text.clone()),
        other => Content::text(compact_text(other)),
    }
}

pub(super) fn unknown_tool<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> CallError {
    let hint =
        nearest(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    CallError::new(format!("there is no tool named {name:?}{hint}"))
        .with_code(ErrorCode::UNKNOWN_TOOL)
}
