// fail: patterns as parameters
use dsh_tools::prelude::*;

/// Add two integers.
#[tool]
async fn add((a, b): (i64, i64), _: u8) -> i64 {
    a + b
}

fn main() {}
