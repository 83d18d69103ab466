// fail: a colon where an equals sign is due, and a path for a name
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(name: "plus", description: "Add.", std::read_only)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
