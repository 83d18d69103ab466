//! The tool that reads back what was kept: pages from a byte or a line on, and lines that match.

use std::sync::Arc;

use fancy_regex::Regex;
use serde_json::json;

use super::Spill;
use super::preview::{ceil, floor};
use crate::call::ToolError;
use crate::json::Json;
use crate::tool::{CallContext, DefinitionError, Hints, ToolDefinition};

/// Room for the line above a page.
const HEADER: usize = 256;
/// No more of a matching line is shown.
const EXCERPT: usize = 200;

pub(super) fn tool<S: Send + Sync + 'static>(
    name: &str,
    spill: Spill,
) -> Result<ToolDefinition<S>, DefinitionError> {
    let parameters = json!({
        "type": "object", "additionalProperties": false, "required": ["handle"],
        "properties": {
            "handle": { "type": "string", "description": "The handle in the first line of the shortened result." },
            "offset": { "type": "integer", "minimum": 0, "description": "The byte to go on from." },
            "line": { "type": "integer", "minimum": 1, "description": "The line to go on from, in place of offset." },
            "search": { "type": "string", "minLength": 1, "description": "Only lines that hold this." },
            "regex": { "type": "boolean", "description": "Whether search is a regular expression." },
        },
    });
    let mut hints = Hints::default();
    (hints.read_only, hints.idempotent) = (true, true);
    ToolDefinition::builder(
        name,
        "Read a result that was shortened: a page of it, or the lines that match a search.",
    )
    .parameters_json(parameters)
    .output_json(json!({ "type": "string" }))
    .hints(hints)
    .concurrency_safe()
    .body(move |arguments: Json, _: CallContext<S>| {
        let spill = spill.clone();
        async move { read(&spill, &arguments).await }
    })
    .build()
}

async fn read(spill: &Spill, arguments: &Json) -> Result<Json, ToolError> {
    let handle = arguments["handle"].as_str().unwrap_or_default().to_owned();
    let text = spill.get(handle).await?;
    let number = |name: &str| arguments[name].as_u64().and_then(|at| usize::try_from(at).ok());
    let start = match number("line") {
        Some(line) => start_of_line(&text, line),
        None => ceil(&text, number("offset").unwrap_or(0).min(text.len())),
    };
    let room = spill.limit - HEADER;
    let Some(search) = arguments["search"].as_str() else {
        return Ok(page(&text, start, room).into());
    };
    let pattern = if arguments["regex"].as_bool() == Some(true) {
        search.to_owned()
    } else {
        fancy_regex::escape(search).into_owned()
    };
    let pattern = Regex::new(&pattern)
        .map_err(|error| ToolError::new(format!("search is no regular expression: {error}")))?;
    // Searching computes, so it does not hold up other calls.
    let found = tokio::task::spawn_blocking(move || matches(&text, &pattern, start, room)).await?;
    Ok(found?.into())
}

fn start_of_line(text: &str, line: usize) -> usize {
    let mut breaks = text.match_indices('\n');
    if line <= 1 { 0 } else { breaks.nth(line - 2).map_or(text.len(), |(at, _)| at + 1) }
}

fn page(text: &str, start: usize, room: usize) -> String {
    let end = floor(text, start.saturating_add(room));
    let first = text[..start].matches('\n').count() + 1;
    let all = text.len();
    let next = if end < all { format!("; go on with offset {end}") } else { String::new() };
    format!("[bytes {start} to {end} of {all}, from line {first} on{next}]\n{}", &text[start..end])
}

/// The lines that match, until the page is full.
fn matches(
    text: &Arc<str>,
    pattern: &Regex,
    start: usize,
    room: usize,
) -> Result<String, ToolError> {
    let mut number = text[..start].matches('\n').count();
    let (mut at, mut found, mut next) = (start, String::new(), None);
    for line in text[start..].split_inclusive('\n') {
        number += 1;
        if let Some(hit) = pattern.find(line.trim_end_matches(['\n', '\r']))? {
            // Of a long line, what is shown begins where it matches.
            let from = if line.len() > EXCERPT { hit.start() } else { 0 };
            let to = floor(line, from + EXCERPT);
            let entry =
                format!("line {number}, byte {}: {}\n", at + from, line[from..to].trim_end());
            if found.len() + entry.len() > room {
                next = Some(at);
                break;
            }
            found.push_str(&entry);
        }
        at += line.len();
    }
    let next =
        next.map_or_else(String::new, |at| format!("[more matches; go on with offset {at}]"));
    Ok(if found.is_empty() { "[no line matches]".to_owned() } else { found + &next })
}
