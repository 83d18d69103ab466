// fail: a reference behind an alias
use dsh_tools::prelude::*;

type Context<'a> = &'a ToolContext;

/// Wait.
#[tool]
async fn wait(ctx: Context<'_>) {
    let _ = ctx;
}

fn main() {}
