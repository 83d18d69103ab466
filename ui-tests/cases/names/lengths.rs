// fail: names that are too short and too long
use dsh_tools::prelude::*;

/// Nothing.
#[tool(name = "")]
fn short() {}

/// Sixty-five characters.
#[tool(name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
fn long() {}

fn main() {}
