// fail: five mistakes of attributes and syntax, five messages
use dsh_tools::prelude::*;

/// Run it.
#[tool(timeout_ms = 0, colour = "red", read_only, read_only)]
async fn run_code(&(a, b): &(i64, i64)) -> i64 {
    a + b
}

fn main() {}
