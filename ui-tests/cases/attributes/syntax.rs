// fail: what is no attribute; the rest is still read
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(5, name = , read_only closed, idempotent = false)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
