// fail: finalizers that take or give something else
use dsh_tools::prelude::*;

use dsh_tools::call::Content;

fn finalize(text: &str) -> Option<Vec<Content>> {
    Some(vec![text.to_owned().into()])
}

/// Add two integers.
#[tool(finalize_content = finalize)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Subtract.
#[tool(finalize_content = |outcome| vec![outcome.text().into()])]
fn subtract(a: i64, b: i64) -> i64 {
    a - b
}

fn main() {}
