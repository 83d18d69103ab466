//! Names of every character that is allowed, as long as is allowed.
use dsh_tools::prelude::*;

/// Sixty-four characters.
#[tool(name = "abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ.0123456789")]
fn longest() {}

/// One character.
#[tool(name = "_")]
fn shortest() {}

/// Like the program's own.
#[tool(name = "Run_Code")]
fn run_code() {}

fn main() {
    let _: Tools<()> = tools![longest, shortest, run_code];
}
