// fail: a renderer for another value, as a path
use dsh_tools::prelude::*;

use dsh_tools::tool::ArgsOf;

fn show(_args: &ArgsOf<add>, sum: &String) -> Vec<Content> {
    vec![sum.clone().into()]
}

/// Add two integers.
#[tool(render = show)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
