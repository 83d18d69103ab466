//! Makes thousands of isolated runs in one go: good ones with calls to tools in between, ones that fail, and ones that
//! are killed by a limit or cancelled. Each must end as it should, and nothing may be left of any.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use dsh_tools::prelude::*;
use dsh_tools_tests::held::{held, settled};
use tokio::task::JoinSet;

const TASKS: u64 = 4;
/// So many come first: what is made once and kept, by this program and by the allocator, is there then.
const WARM_UP: u64 = 1_000;
/// More resident memory than this at the end counts as leaked: 10,000 runs that left 1 kB each would show.
const MOST_GROWN: u64 = 8 << 20;

/// The number after this one.
#[tool(concurrency_safe)]
fn next(of: i64) -> i64 {
    of + 1
}

/// Wait until the call is cancelled.
#[tool(concurrency_safe)]
async fn wait(ctx: &ToolContext) {
    ctx.cancel().cancelled().await;
}

/// A program, and what the text of its outcome has to contain.
const MIX: [(&str, &str); 10] = [
    ("return 1", "1"),
    ("return await tools.next({ of: 1 })", "2"),
    ("let n = 0; for (let i = 0; i < 5; i++) n = await tools.next({ of: n }); return n", "5"),
    ("return (await Promise.all([1, 2, 3].map((of) => tools.next({ of })))).length", "3"),
    ("return [3, 1, 2].sort().join('')", "123"),
    ("console.log('said'); return { a: [1, 2] }", "said"),
    ("throw new Error('on purpose')", "on purpose"),
    ("return await tools.next({ of: 'one' })", "of"),
    ("return tools.", "(exception)"),
    ("for (;;) console.log('x'.repeat(1000))", "(output-limit)"),
];

fn main() -> anyhow::Result<ExitCode> {
    dsh_tools::worker::init();
    let runs: u64 = match std::env::args().nth(1) {
        Some(text) => text.parse().context("the argument is a number of runs")?,
        None => 10_000,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (registry, before, wrong, took) = runtime.block_on(async {
        let registry = registry()?;
        all(&registry, WARM_UP).await?;
        // The last ones take a moment to be gone, and would stand for ones that leak later.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let before = held()?;
        let began = Instant::now();
        let wrong = all(&registry, runs).await?;
        anyhow::Ok((registry, before, wrong, began.elapsed()))
    })?;
    // The runtime and its threads are still there, as they were before.
    let after = settled(&before, MOST_GROWN)?;
    drop(registry);
    let leaked = after.leaked_since(&before, MOST_GROWN);
    println!("before: {before}");
    println!("after:  {after}, {:.0} s later", took.as_secs_f64());
    println!("{runs} runs, {wrong} lost, {leaked} leaked");
    Ok(if wrong + leaked == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Over a host that keeps one process ready, the fewest there can be.
fn registry() -> anyhow::Result<ToolRegistry> {
    let isolated = Isolated::builder()
        .max_concurrent(4)
        .compute(Duration::from_millis(500))
        .memory(128 << 20)
        .output_bytes(16 << 10)
        .spares(1)
        .build()?;
    let registry = ToolRegistry::builder().tools(tools![next, wait]).mode(Mode::Code);
    Ok(registry.runtime(isolated).build()?)
}

/// Makes so many runs; how many did not end as they should.
async fn all(registry: &ToolRegistry, runs: u64) -> anyhow::Result<u64> {
    let (begun, right) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let mut tasks = JoinSet::new();
    for _ in 0..TASKS {
        let (registry, begun, right) = (registry.clone(), begun.clone(), right.clone());
        tasks.spawn(async move {
            loop {
                let number = begun.fetch_add(1, Ordering::Relaxed);
                if number >= runs {
                    return;
                }
                right.fetch_add(u64::from(one(&registry, number).await), Ordering::Relaxed);
            }
        });
    }
    while let Some(task) = tasks.join_next().await {
        task?;
    }
    Ok(runs - right.load(Ordering::Relaxed))
}

/// The run of that number; whether it ended as it should. One of a hundred is killed while it computes, is out of
/// memory, or is cancelled while it waits for a tool.
async fn one(registry: &ToolRegistry, number: u64) -> bool {
    let (code, expected) = match number % 300 {
        0 => ("while (true) {}", "(timeout)"),
        100 => (
            "const all = []; while (true) all.push(' '.repeat(1 << 20) + all.length)",
            "code run failed",
        ),
        200 => ("await tools.wait({})", "(abort)"),
        _ => MIX[usize::try_from(number).unwrap_or_default() % MIX.len()],
    };
    let call = ToolCall::new("run_code", json!({ "code": code, "description": "a run" }));
    let cancel = call.cancel.clone();
    let cancelling = async {
        if expected == "(abort)" {
            tokio::time::sleep(Duration::from_millis(20)).await;
            cancel.cancel();
        }
    };
    let (outcome, ()) = tokio::join!(registry.execute(call), cancelling);
    let right = outcome.text().contains(expected);
    if !right {
        println!("wrong: {code}: {}", outcome.text());
    }
    right
}
