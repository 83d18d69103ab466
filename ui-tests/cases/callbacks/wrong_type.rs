// fail: callbacks of the wrong type
use dsh_tools::prelude::*;

fn show(sum: &i64) -> String {
    sum.to_string()
}

/// Add two integers.
#[tool(render = show)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
