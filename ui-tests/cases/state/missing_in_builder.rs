// fail: the builder's state does not give what the tool asks for
use dsh_tools::prelude::*;
use dsh_tools::registry::ToolRegistry;

#[derive(Clone)]
struct Db;
struct App;

/// Wait.
#[tool]
async fn wait(seconds: u32, ctx: &ToolContext<Db>) -> u32 {
    let _ = ctx.state();
    seconds
}

fn main() {
    let _ = ToolRegistry::builder().state(App).tools(tools![wait]).build();
}
