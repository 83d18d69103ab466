// fail: a timeout that is no number
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(timeout_ms = "5s")]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
