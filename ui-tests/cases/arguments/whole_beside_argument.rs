// fail: an argument beside the struct of all arguments
use dsh_tools::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query {
    text: String,
}

/// Search.
#[tool]
async fn search(#[args] query: Query, limit: u32) -> String {
    let _ = limit;
    query.text
}

fn main() {}
