// fail: a default that does not fit
use dsh_tools::prelude::*;

/// Add two integers.
#[tool]
async fn add(a: i64, #[arg(default = 1.5)] b: i64) -> i64 {
    a + b
}

fn main() {}
