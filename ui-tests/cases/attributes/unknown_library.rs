// fail: a library that is not there
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(crate = nowhere)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
