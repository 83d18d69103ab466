//! Borrowed forms, aliases and structs of arguments.
use std::borrow::Cow;
use std::path::Path;

use dsh_tools::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Query {
    /// What to look for.
    search_text: String,
    #[serde(default)]
    limit: u32,
}

type Maybe<T> = Option<T>;

/// Search.
#[tool]
async fn search(#[args] query: &Query, ctx: ToolContext) -> usize {
    let _ = ctx.call_id();
    query.search_text.len() + query.limit as usize
}

/// Count.
#[tool]
async fn count(
    text: &str,
    bytes: &[u8],
    path: &Path,
    cow: Cow<'_, str>,
    limit: &Maybe<u32>,
    owned: Box<str>,
    maybe: Option<&str>,
    many: Vec<&Path>,
) -> usize {
    let limit = limit.iter().count() + maybe.map_or(0, str::len) + many.len();
    text.len() + bytes.len() + path.as_os_str().len() + cow.len() + owned.len() + limit
}

fn main() {
    let _: Tools<()> = tools![search, count];
}
