// fail: a model cannot uphold a contract
use dsh_tools::prelude::*;

/// Read memory.
#[tool]
unsafe fn peek(address: u32) -> u32 {
    address
}

fn main() {}
