// fail: an argument that cannot be read from JSON
use dsh_tools::prelude::*;

struct Point {
    x: i64,
}

/// Show a point.
#[tool]
async fn show(point: Point, name: String) -> i64 {
    let _ = name;
    point.x
}

fn main() {}
