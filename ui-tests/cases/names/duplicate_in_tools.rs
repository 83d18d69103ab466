// fail: two tools of one `tools!` have the same name
use dsh_tools::prelude::*;

/// One.
#[tool(name = "dup")]
async fn one() {}

/// Two.
#[tool(name = "dup")]
async fn two() {}

fn main() {
    let _: Tools<()> = tools![one, two];
}
