// fail: a receiver without a type to belong to
use dsh_tools::prelude::*;

/// Read it.
#[tool]
async fn read(self: &Server, path: String) -> String {
    path
}

struct Server;

fn main() {}
