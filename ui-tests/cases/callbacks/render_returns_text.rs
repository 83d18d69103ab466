// fail: renderers that give text instead of blocks
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(render = |args, sum| format!("{} {sum}", args.a))]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn show(_args: &dsh_tools::tool::ArgsOf<subtract>, sum: &i64) -> String {
    sum.to_string()
}

/// Subtract.
#[tool(render = show)]
fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

fn main() {}
