// fail: a state that threads cannot share
use dsh_tools::prelude::*;

#[derive(Clone)]
struct Db(std::rc::Rc<u8>);

/// Wait.
#[tool]
async fn wait(seconds: u32, ctx: &ToolContext<Db>) -> u32 {
    let _ = ctx.state().0;
    seconds
}

fn main() {}
