// fail: a context that is described like an argument
use dsh_tools::prelude::*;

/// Wait.
#[tool]
fn wait(seconds: u8, #[arg(description = "the context", name = "c")] ctx: &ToolContext) -> u8 {
    let _ = ctx;
    seconds
}

fn main() {}
