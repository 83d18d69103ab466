// fail: attributes of arguments in a form that they do not have
use dsh_tools::prelude::*;

/// Join texts.
#[tool]
fn join(
    #[arg(name = 5)] a: String,
    #[arg(default)] b: String,
    #[arg(length = 5)] c: String,
    #[arg(length(5))] d: String,
    #[arg(pattern("x"))] e: String,
    #[arg = "text"] f: String,
    #[arg(range(min))] g: String,
    #[arg("the last")] h: String,
) -> String {
    [a, b, c, d, e, f, g, h].concat()
}

fn main() {}
