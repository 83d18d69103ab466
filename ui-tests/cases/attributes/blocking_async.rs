// fail: `async` and `blocking`
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(blocking)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
