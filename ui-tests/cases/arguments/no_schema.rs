// fail: an argument without a schema
use dsh_tools::prelude::*;

#[derive(serde::Deserialize)]
struct Point {
    x: i64,
}

/// Show a point.
#[tool]
async fn show(point: &Vec<Point>) -> i64 {
    point[0].x
}

fn main() {}
