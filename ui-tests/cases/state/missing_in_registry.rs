// fail: the same where the state is known before the tool comes
use dsh_tools::prelude::*;

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
    let mut tools: Tools<App> = Tools::new();
    tools.add(wait::tool());
}
