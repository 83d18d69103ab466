// fail: two hints that exclude each other
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(read_only, destructive)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
