//! Raw identifiers, `mut` and unused parameters.
use dsh_tools::prelude::*;
use dsh_tools::tool::NamedTool;

/// Match a text.
#[tool]
async fn r#match(r#type: String, mut n: u32, _unused: u8) -> String {
    n += 1;
    format!("{}{n}", r#type)
}

fn main() {
    assert_eq!(<r#match as NamedTool>::NAME, "match");
    let _: Tools<()> = tools![r#match];
}
