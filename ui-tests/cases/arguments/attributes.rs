// fail: attributes of arguments
use dsh_tools::prelude::*;

/// Add two integers.
#[tool]
async fn add(
    #[arg(defautl = 5)] a: i64,
    #[arg(range(min = 5, max = 1), length())] b: i64,
    #[arg] c: i64,
    #[arg(range(least = 5))] d: i64,
    #[cfg(unix)] e: i64,
) -> i64 {
    a + b + c + d + e
}

fn main() {}
