// fail: a doc comment that says nothing to a model
use dsh_tools::prelude::*;

/// # Errors
///
/// Always.
#[tool]
fn fail() -> Result<(), ToolError> {
    Err("no".into())
}

///
#[tool]
fn nothing() {}

fn main() {}
