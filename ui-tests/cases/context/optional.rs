// fail: a context that may be missing: there always is one
use dsh_tools::prelude::*;

/// Wait.
#[tool]
fn wait(ctx: Option<&ToolContext>) {
    let _ = ctx;
}

fn main() {}
