// fail: the description without its key
use dsh_tools::prelude::*;

/// Add.
#[tool("Add two integers.")]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
