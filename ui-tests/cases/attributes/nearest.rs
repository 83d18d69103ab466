// fail: attributes that are nearly known
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(readonly, idempotant, concurency_safe, desc = "Add.", Blocking, open, finalise_content = f)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
