// fail: `Self` where there is none
use dsh_tools::prelude::*;

/// Make one.
#[tool]
fn make(from: Option<Self>) -> Self {
    from.unwrap()
}

fn main() {}
