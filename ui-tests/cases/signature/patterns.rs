// fail: every pattern that is more than a name
use dsh_tools::prelude::*;

struct Point {
    x: i64,
}

/// Take them apart.
#[tool]
fn take(Point { x }: Point, [a, b]: [u8; 2], ref text: String, whole @ (_, _): (u8, u8)) -> i64 {
    x + i64::from(a + b) + text.len() as i64 + i64::from(whole.0)
}

fn main() {}
