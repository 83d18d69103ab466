// fail: something that is not `Send` lives across an await
use dsh_tools::prelude::*;

async fn pause() {}

/// Count.
#[tool]
async fn count(to: u32) -> u32 {
    let counter = std::rc::Rc::new(to);
    pause().await;
    *counter
}

fn main() {}
