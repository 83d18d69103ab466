// fail: an output that is borrowed from an argument
use dsh_tools::prelude::*;

/// The first word.
#[tool]
fn first<'a>(text: &'a str, other: &str) -> Option<&'a str> {
    let _ = other;
    text.split(' ').next()
}

/// The same.
#[tool]
async fn same(text: &str) -> &str {
    text
}

/// Without spaces.
#[tool]
fn trimmed(text: &str) -> Result<std::borrow::Cow<'_, str>, ToolError> {
    Ok(text.trim().into())
}

fn main() {}
