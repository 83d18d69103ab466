// fail: a reference to what has no owned form
use dsh_tools::prelude::*;

/// Show it.
#[tool]
fn show(value: &dyn std::fmt::Display) -> String {
    value.to_string()
}

fn main() {}
