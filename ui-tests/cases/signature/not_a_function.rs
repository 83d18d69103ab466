// fail: a struct is no tool
use dsh_tools::prelude::*;

/// A server.
#[tool]
struct Server;

fn main() {}
