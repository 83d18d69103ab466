// fail: a lock that is held while waiting
use dsh_tools::prelude::*;

use std::sync::Mutex;

static COUNT: Mutex<u32> = Mutex::new(0);

async fn pause() {}

/// Count.
#[tool(concurrency_safe)]
async fn count(by: u32, ctx: &ToolContext) -> Result<u32, ToolError> {
    let _ = ctx.call_id();
    let mut count = COUNT.lock().unwrap();
    pause().await;
    *count += by;
    Ok(*count)
}

fn main() {}
