// fail: `impl Trait` inside other types
use dsh_tools::prelude::*;

/// Join.
#[tool]
fn join(texts: Vec<impl AsRef<str>>, more: &impl ToString) -> Result<impl ToString, ToolError> {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    Ok(texts.concat() + &more.to_string())
}

fn main() {}
