// fail: an argument that is described by nothing
use dsh_tools::prelude::*;

/// Add two integers.
#[tool]
fn add(#[arg(description = "")] a: i64, #[arg(description)] b: i64) -> i64 {
    a + b
}

fn main() {}
