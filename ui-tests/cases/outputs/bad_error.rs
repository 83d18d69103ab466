// fail: an error that says nothing
use dsh_tools::prelude::*;

struct Failed;

/// Fail.
#[tool]
async fn fail() -> Result<u8, Failed> {
    Err(Failed)
}

fn main() {}
