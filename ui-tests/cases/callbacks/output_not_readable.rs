// fail: a renderer needs an output that can be read back
use dsh_tools::prelude::*;

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Sum(i64);

/// Add two integers.
#[tool(render = |_, sum| vec![sum.0.to_string().into()])]
async fn add(a: i64, b: i64) -> Sum {
    Sum(a + b)
}

fn main() {}
