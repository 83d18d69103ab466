// fail: the function's own name is not portable
use dsh_tools::prelude::*;

/// Say hello.
#[tool]
async fn größe() {}

fn main() {}
