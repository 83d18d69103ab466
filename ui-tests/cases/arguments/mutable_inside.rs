// fail: a mutable reference inside another type
use dsh_tools::prelude::*;

/// Count up.
#[tool]
fn count(counter: Option<&mut u8>, ctx: &mut ToolContext) {
    let _ = (counter, ctx);
}

fn main() {}
