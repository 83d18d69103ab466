// fail: a whole state is given by its clone
use dsh_tools::prelude::*;

struct Db;

/// Count the rows.
#[tool]
fn rows(ctx: &ToolContext<Db>) -> usize {
    size_of_val(ctx.state())
}

fn main() {
    let _: Tools<Db> = tools![rows];
}
