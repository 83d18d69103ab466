// fail: attributes of arguments that are nearly known
use dsh_tools::prelude::*;

/// Add integers.
#[tool]
fn add(
    #[arg(examples = 1)] a: i64,
    #[arg(Name = "b")] b: i64,
    #[arg(descripton = "the third", regex = "x")] c: i64,
    #[arg(range(minimum = 1), lenght(max = 2))] d: i64,
    #[arg(optional)] e: i64,
) -> i64 {
    a + b + c + d + e
}

fn main() {}
