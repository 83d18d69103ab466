// fail: a description that the macro cannot see
use dsh_tools::prelude::*;

#[tool]
#[doc = include_str!("lifetimes.rs")]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tool(description = concat!("Sub", "tract."))]
fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

fn main() {}
