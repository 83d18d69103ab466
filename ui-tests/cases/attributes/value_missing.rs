// fail: an attribute that ends too early
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(read_only, name =)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
