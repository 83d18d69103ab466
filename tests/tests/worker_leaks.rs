//! What is left of isolated runs: nothing. In a binary of their own, since these tests count processes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::time::{Duration, Instant};

use dsh_tools::prelude::*;
use dsh_tools::worker::IsolatedBuilder;

/// Wait for so many milliseconds, or until the call is cancelled.
#[tool(concurrency_safe)]
async fn sleep(ms: u64, ctx: &ToolContext) -> u64 {
    tokio::select! {
        () = tokio::time::sleep(Duration::from_millis(ms)) => {}
        () = ctx.cancel().cancelled() => {}
    }
    ms
}

fn isolated() -> IsolatedBuilder {
    Isolated::builder()
        .worker(env!("CARGO_BIN_EXE_code-worker"))
        .compute(Duration::from_secs(1))
        .memory(256 * 1024 * 1024)
}

fn full(runtime: Isolated) -> ToolRegistry {
    ToolRegistry::builder().mode(Mode::Code).runtime(runtime).tools(tools![sleep]).build().unwrap()
}

async fn run(registry: &ToolRegistry, code: &str) -> Outcome {
    registry.call("run_code", json!({ "code": code, "description": "a test" })).await
}

/// The processes that this one has started, and its open descriptors.
fn held() -> (usize, usize) {
    let me = std::process::id().to_string();
    let is_child = |entry: &std::fs::DirEntry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The parent is the second field behind the name, which stands in brackets.
        let parent = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1));
        parent == Some(me.as_str())
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let children = processes.filter(is_child).count();
    (children, std::fs::read_dir("/proc/self/fd").unwrap().count())
}

/// Tests that count processes must not run beside others that start some.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

#[tokio::test(flavor = "multi_thread")]
async fn code_12_nothing_is_left_of_runs_that_ended_in_any_way() {
    let _alone = ALONE.lock().await;
    let before = held();
    let runtime = isolated().max_concurrent(4).spares(2).build().unwrap();
    let registry = full(runtime.clone());
    for round in 0..10 {
        assert_eq!(run(&registry, "return 1").await.text(), "1");
        // Cancelled while it computes, while it waits for a tool, and before it has a process.
        for (program, after) in
            [("while (true) {}", 30), ("await tools.sleep({ ms: 60000 })", 30), ("return 1", round)]
        {
            let arguments = json!({ "code": program, "description": "a test" });
            let call = ToolCall::new("run_code", arguments);
            let cancel = call.cancel.clone();
            let cancelling = async {
                tokio::time::sleep(Duration::from_millis(after)).await;
                cancel.cancel();
            };
            tokio::join!(registry.execute(call), cancelling);
        }
        // Dropped.
        let dropped = run(&registry, "await tools.sleep({ ms: 60000 })");
        assert!(tokio::time::timeout(Duration::from_millis(20), dropped).await.is_err());
        // Out of memory.
        run(&registry, "return 'a'.repeat(2 ** 30).length").await;
    }
    runtime.shutdown().await;
    let refused = run(&registry, "return 1").await.text();
    assert!(refused.contains("shut down"), "{refused}");
    drop((registry, runtime));
    let deadline = Instant::now() + Duration::from_secs(5);
    while held() != before && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(held(), before, "children and descriptors");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_12_a_runtime_that_is_dropped_takes_its_processes_along() {
    let _alone = ALONE.lock().await;
    let before = held();
    drop(isolated().spares(3).build().unwrap());
    let deadline = Instant::now() + Duration::from_secs(5);
    while held() != before && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(held(), before, "children and descriptors");
}
