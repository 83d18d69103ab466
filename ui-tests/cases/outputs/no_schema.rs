// fail: an output that is written as JSON and has no schema
use dsh_tools::prelude::*;

#[derive(serde::Serialize)]
struct Point {
    x: i64,
}

/// Make points.
#[tool]
async fn make() -> Vec<Point> {
    vec![Point { x: 1 }]
}

fn main() {}
