// fail: a result is shown from the arguments and what the conversation keeps, never from the value
use dsh_tools::call::TerminalResult;
use dsh_tools::prelude::*;

fn show(_: &dsh_tools::tool::ArgsOf<add>, sum: &i64) -> TerminalResult {
    TerminalResult::new(sum.to_string())
}

/// Add two integers.
#[tool(present_result = show)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
