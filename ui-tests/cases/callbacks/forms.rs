// fail: callbacks in a form that they do not have
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(
    concurrency_safe = true,
    render = "show",
    presentation_meta(show),
    finalize_content,
)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
