// fail: the context marked as arguments
use dsh_tools::prelude::*;

/// Wait.
#[tool]
async fn wait(#[args] ctx: &ToolContext) {
    let _ = ctx;
}

fn main() {}
