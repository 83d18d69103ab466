// fail: metadata that cannot be written as JSON
use dsh_tools::prelude::*;

struct Meta;

/// Add two integers.
#[tool(presentation_meta = |_, _| Meta)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
