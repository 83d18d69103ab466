// fail: the same inside a `Result` behind an alias
use dsh_tools::prelude::*;

struct Point;

type Outcome<T> = Result<T, std::io::Error>;

/// Make a point.
#[tool]
async fn make() -> Outcome<Point> {
    Ok(Point)
}

fn main() {}
