// fail: an output that cannot be written as JSON
use dsh_tools::prelude::*;

struct Point {
    _x: i64,
}

/// Make a point.
#[tool]
async fn make() -> Point {
    Point { _x: 1 }
}

fn main() {}
