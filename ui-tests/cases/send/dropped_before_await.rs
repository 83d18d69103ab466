//! What is not `Send` may live between two awaits.
use dsh_tools::prelude::*;

async fn pause() {}

/// Count.
#[tool]
async fn count(to: u32, ctx: &ToolContext<String>) -> u32 {
    let count = {
        let counter = std::rc::Rc::new(to);
        *counter
    };
    pause().await;
    count + u32::from(ctx.state().is_empty())
}

/// Count without waiting.
#[tool]
fn count_here(to: u32) -> u32 {
    *std::rc::Rc::new(to)
}

fn main() {
    let _: Tools<String> = tools![count, count_here];
}
