// fail: two contexts, one of them behind an alias
use dsh_tools::prelude::*;

type Context = ToolContext<u8>;

/// Wait.
#[tool]
async fn wait(ctx: &ToolContext, seconds: u32, more: Context) -> u32 {
    let _ = (ctx, more);
    seconds
}

fn main() {}
