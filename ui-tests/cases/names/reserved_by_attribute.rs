// fail: `run_code` by another name
use dsh_tools::prelude::*;

/// Run it.
#[tool(name = "run_code", read_only)]
async fn execute(code: String) -> String {
    code
}

fn main() {}
