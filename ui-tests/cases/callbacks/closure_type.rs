// fail: a classifier that gives no answer, and asks for what is no argument
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(concurrency_safe = |args| args.c)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Subtract.
#[tool(concurrency_safe = |args| args.a)]
async fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

fn main() {}
