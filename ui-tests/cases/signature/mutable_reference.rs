// fail: an argument that the body would change
use dsh_tools::prelude::*;

/// Sort them.
#[tool]
async fn sort(items: &mut Vec<u8>) {
    items.sort();
}

fn main() {}
