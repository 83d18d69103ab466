// fail: an example that cannot be written as JSON
use dsh_tools::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point {
    x: i64,
}

/// Show a point.
#[tool]
fn show(#[arg(example = Point { x: 1 })] point: Point) -> i64 {
    point.x
}

fn main() {}
