// fail: the registry's state does not give what the tool asks for
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
    let _: Tools<App> = tools![wait];
}
