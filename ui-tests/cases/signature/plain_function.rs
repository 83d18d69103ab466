//! Plain functions, no arguments, no value, lifetimes.
use dsh_tools::prelude::*;

/// Nothing.
#[tool]
fn nothing() {}

/// The first of two.
#[tool]
fn first<'a>(left: &'a str, _right: &str) -> &'static str {
    let _: &'a str = left;
    "first"
}

/// Work hard.
#[tool(blocking)]
fn work(seconds: u64) -> Result<(), std::io::Error> {
    std::thread::sleep(std::time::Duration::from_secs(seconds));
    Ok(())
}

fn main() {
    nothing();
    let _: Tools<()> = tools![nothing, first, work];
}
