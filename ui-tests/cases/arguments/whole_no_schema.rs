// fail: a struct of arguments without a schema
use dsh_tools::prelude::*;

struct Query {
    text: String,
}

/// Search.
#[tool]
async fn search(#[args] query: Query) -> String {
    query.text
}

fn main() {}
