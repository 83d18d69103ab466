// fail: a generic tool
use dsh_tools::prelude::*;

/// Give it back.
#[tool]
async fn echo<T: Send, const N: usize>(value: [T; N]) -> [T; N] {
    value
}

fn main() {}
