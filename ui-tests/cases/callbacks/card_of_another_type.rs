// fail: what people see is a card
use dsh_tools::call::{DurableResult, TerminalCall};
use dsh_tools::prelude::*;

/// Add two integers.
#[tool(
    present_call = |args| args.a.to_string(),
    present_result = |_, result: &DurableResult| TerminalCall::new(result.text()),
)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
