// fail: a classifier for the arguments of another tool
use dsh_tools::prelude::*;

use dsh_tools::tool::ArgsOf;

fn small(args: &ArgsOf<add>) -> bool {
    args.a < 5
}

/// Add two integers.
#[tool(concurrency_safe = small)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Subtract.
#[tool(concurrency_safe = small)]
fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

fn main() {}
