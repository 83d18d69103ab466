// fail: two contexts beside the struct of all arguments
use dsh_tools::prelude::*;

#[dsh_tools::data]
struct Query {
    text: String,
}

/// Search.
#[tool]
fn search(ctx: &ToolContext, #[args] query: Query, more: ToolContext) -> String {
    let _ = (ctx, more);
    query.text
}

fn main() {}
