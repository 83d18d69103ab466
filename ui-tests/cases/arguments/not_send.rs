// fail: an argument that cannot go to another thread is reported once, where it is
use dsh_tools::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Shared {
    #[serde(skip)]
    #[schemars(skip)]
    count: std::rc::Rc<u8>,
}

/// Count.
#[tool]
async fn count(shared: Shared) -> u8 {
    *shared.count
}

fn main() {}
