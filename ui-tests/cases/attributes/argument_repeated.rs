// fail: an attribute of an argument twice, in every way
use dsh_tools::prelude::*;

/// Add integers.
#[tool]
fn add(
    #[arg(default = 1, default = 2)] a: i64,
    #[arg(name = "first")] #[arg(name = "second")] b: i64,
    #[arg(range(min = 1, min = 2))] c: i64,
) -> i64 {
    a + b + c
}

/// Add what is in there.
#[tool]
fn sum(#[args] #[args] all: Vec<i64>) -> i64 {
    all.iter().sum()
}

fn main() {}
