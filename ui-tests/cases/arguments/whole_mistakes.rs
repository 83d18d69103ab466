// fail: mistakes around `#[args]`
use dsh_tools::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query {
    text: String,
}

/// Search.
#[tool(closed)]
async fn search(#[args(flatten)] query: Query, #[args] #[arg(name = "q")] more: Query) -> String {
    let _ = more;
    query.text
}

fn main() {}
