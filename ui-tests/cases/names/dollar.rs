// fail: names that the functions of the SDK have, and other signs
use dsh_tools::prelude::*;

/// Search.
#[tool(name = "$search")]
fn search() {}

/// Read.
#[tool(name = "fs/read")]
fn read() {}

fn main() {}
