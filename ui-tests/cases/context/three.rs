// fail: three contexts in three forms
use dsh_tools::prelude::*;

/// Wait.
#[tool]
fn wait(one: ToolContext, two: &ToolContext, three: &ToolContext<String>) {
    let _ = (one, two, three);
}

fn main() {}
