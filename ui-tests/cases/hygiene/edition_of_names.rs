//! Parameters whose names are special elsewhere.
#![deny(warnings)]
use dsh_tools::prelude::*;

/// Names.
#[tool]
async fn names(ctx: u8, args: u8, self_: u8, value: u8, names: u8, error: u8, arguments: u8, context: u8) -> u8 {
    ctx + args + self_ + value + names + error + arguments + context
}

fn main() {
    let _: Tools<()> = tools![names];
}
