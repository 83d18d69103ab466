// fail: an associated function that nothing tells from a free one
use dsh_tools::prelude::*;

struct Server;

impl Server {
    /// Add two integers.
    #[tool]
    fn add(a: i64, b: i64) -> i64 {
        a + b
    }
}

fn main() {}
