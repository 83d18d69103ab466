// fail: callbacks that are not there
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(render = show, concurrency_safe = classify::small)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
