// fail: a state that does not give itself
use dsh_tools::prelude::*;

struct Db;

/// Wait.
#[tool]
fn wait(ctx: ToolContext<Db>) {
    let _: &Db = ctx.state();
}

fn main() {
    let _: Tools<Db> = tools![wait];
}
