// fail: a name that providers refuse
use dsh_tools::prelude::*;

/// Say hello.
#[tool(name = "say hello")]
async fn hello() {}

fn main() {}
