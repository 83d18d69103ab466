// fail: `run_code` is the tool that runs programs
use dsh_tools::prelude::*;

/// Run it.
#[tool]
async fn run_code(code: String) -> String {
    code
}

fn main() {
    // The stand-in keeps this from being a second mistake.
    let _: Tools<()> = tools![run_code];
}
