// fail: a default that is text, for a number
use dsh_tools::prelude::*;

/// Add two integers.
#[tool]
fn add(a: i64, #[arg(default = "5")] b: i64) -> i64 {
    a + b
}

fn main() {}
