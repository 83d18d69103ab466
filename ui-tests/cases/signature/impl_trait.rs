// fail: `impl Trait` as parameter and as output
use dsh_tools::prelude::*;

/// Give it back.
#[tool]
async fn echo(value: impl Into<String>) -> impl std::fmt::Display {
    value.into()
}

fn main() {}
