//! Closures as callbacks of every kind.
use dsh_tools::prelude::*;

use dsh_tools::call::Outcome;

const LIMIT: i64 = 5;

/// Add two integers.
#[tool(
    concurrency_safe = |args| args.a < LIMIT && args.b.is_none(),
    render = move |args, sum: &i64| {
        let text = format!("{} and more is {sum}", args.a);
        vec![Content::from(text)]
    },
    presentation_meta = |_, sum| json!({ "sum": sum }),
    finalize_content = |outcome: &Outcome| outcome.is_error().then(|| vec!["gone".into()]),
)]
fn add(a: i64, b: Option<i64>) -> i64 {
    a + b.unwrap_or_default()
}

/// Nothing.
#[tool(concurrency_safe = |_| true, render = |_, ()| Vec::new(), presentation_meta = |_, _| ())]
fn nothing() -> Result<(), ToolError> {
    Ok(())
}

fn main() {
    let _: Tools<()> = tools![add, nothing];
}
