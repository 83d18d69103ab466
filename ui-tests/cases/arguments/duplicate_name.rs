// fail: two arguments of one name
use dsh_tools::prelude::*;

/// Add two integers.
#[tool]
async fn add(a: i64, #[arg(name = "a")] b: i64) -> i64 {
    a + b
}

fn main() {}
