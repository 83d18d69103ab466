// fail: arguments do not live for ever
use dsh_tools::prelude::*;

/// Greet.
#[tool]
fn greet(name: &'static str, more: Vec<&'static str>) -> String {
    format!("{name} {}", more.len())
}

fn main() {}
