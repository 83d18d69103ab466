// fail: comments and documentation that are none of the function
use dsh_tools::prelude::*;

// Add two integers.
#[tool(name = "plus")]
fn add(/** The first. */ a: i64, b: i64) -> i64 {
    a + b
}

/* Subtract. */
#[tool]
#[doc(hidden)]
fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

fn main() {}
