// fail: metadata of the arguments alone
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(presentation_meta = |args| args.a)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
