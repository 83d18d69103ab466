// fail: unknown attributes, one of them nearly known
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(timeout = 5, colour)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
