//! The context first, last, between and alone, by value and by reference.
use dsh_tools::prelude::*;

mod names {
    pub use dsh_tools::tool::ToolContext as Ctx;
    pub type Of<T> = Ctx<T>;
    pub type Twice<T> = Of<T>;
}

/// First.
#[tool]
async fn first(ctx: ToolContext, seconds: u32) -> u32 {
    let _ = ctx.cancel();
    seconds
}

/// Between.
#[tool]
async fn between(seconds: u32, ctx: &names::Ctx<String>, more: u32) -> usize {
    ctx.state().len() + (seconds + more) as usize
}

/// Last, beside the struct of all arguments.
#[tool]
fn last(#[args] all: std::collections::BTreeMap<String, u8>, ctx: names::Of<u8>) -> u8 {
    *ctx.state() + u8::from(all.is_empty())
}

/// Alone.
#[tool(blocking)]
fn alone<'a>(ctx: &'a names::Twice<u8>) -> u8 {
    *ctx.state()
}

fn main() {
    let _: Tools<u8> = tools![first, last, alone];
    let _: Tools<String> = tools![first, between];
}
