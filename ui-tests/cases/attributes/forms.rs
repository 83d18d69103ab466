// fail: attributes in a form that they do not have
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(name, read_only = true, type = "Add", render = 5)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
