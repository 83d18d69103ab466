// fail: an attribute twice
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(name = "a", read_only, name = "b")]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
