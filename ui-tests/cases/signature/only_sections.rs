// fail: a doc comment that says nothing to a model
use dsh_tools::prelude::*;

/// # Errors
///
/// Always.
#[tool]
fn fail() -> Result<(), ToolError> {
    Ok(())
}

///
#[tool]
fn nothing() {}

fn main() {}
