// fail: one function, two tools
use dsh_tools::prelude::*;

/// Add two integers.
#[tool]
#[tool(name = "plus")]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
