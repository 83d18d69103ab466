// fail: a type that has the name of the tool already
use dsh_tools::prelude::*;

#[allow(non_camel_case_types)]
struct add {
    sum: i64,
}

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
