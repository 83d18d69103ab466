// fail: a `Result` of a `Result`, and an error that is an `Option`
use dsh_tools::prelude::*;

/// Fail.
#[tool]
fn nested() -> Result<Result<u8, ToolError>, ToolError> {
    Ok(Ok(1))
}

/// Fail.
#[tool]
fn optional() -> Result<u8, Option<ToolError>> {
    Ok(1)
}

fn main() {}
