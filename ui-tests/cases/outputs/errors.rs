//! Everything that a tool can fail with.
use dsh_tools::prelude::*;

/// Fail.
#[tool]
fn text() -> Result<(), String> {
    Err("no".into())
}

/// Fail.
#[tool]
fn boxed() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Err("no".into())
}

/// Fail.
#[tool]
async fn own() -> Result<(), ToolError> {
    std::fs::read("/nowhere/at/all")?;
    Ok(())
}

fn main() {
    let _: Tools<()> = tools![text, boxed, own];
}
