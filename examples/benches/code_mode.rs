//! What a program costs: a run that does nothing, nested calls one after the other and at once, large values, and
//! the memory of many runs, under both hosts; beside a worker thread of Node.js, where there is one.
//!
//! `cargo bench -p dsh-tools-examples --bench code_mode`

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use dsh_tools::code::CodeRuntime;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use measure::Report;
use tokio::sync::Semaphore;

// A library of its own, of which other benches use the rest.
#[allow(dead_code, unreachable_pub, unused_imports)]
#[path = "../../benches/src/lib.rs"]
mod measure;

/// How many runs there are of each kind; their median counts.
const RUNS: usize = 41;
/// How many calls a program makes one after the other.
const CALLS: u32 = 10_000;
/// How many runs are there at once when their memory is looked at.
const AT_ONCE: usize = 50;

const TRIVIAL: &str = "return 1";
const SEQUENTIAL: &str =
    "let sum = 0; for (let i = 0; i < 10000; i++) sum = await tools.next({ of: sum }); return sum";
const ALL_AT_ONCE: &str = "const all = await Promise.all(Array.from({ length: 1000 }, (_, i) => tools.next({ of: i }))); \
    return all.length";
const ECHOED: &str = "const all = await tools.echo({ value: Array.from({ length: 100000 }, (_, i) => i) }); \
    return all.length";

/// The number after this one.
#[tool(concurrency_safe)]
fn next(of: i64) -> i64 {
    of + 1
}

/// Give back a value.
#[tool(concurrency_safe)]
fn echo(value: Json) -> Json {
    value
}

/// Wait until everybody is there and was looked at.
#[tool(concurrency_safe)]
async fn meet(ctx: &ToolContext<Meeting>) {
    ctx.state().come.add_permits(1);
    // It is closed once all were looked at.
    let _ = ctx.state().gone.acquire().await;
}

#[derive(Clone, Debug)]
struct Meeting {
    come: Arc<Semaphore>,
    gone: Arc<Semaphore>,
}

impl Meeting {
    fn new() -> Self {
        Self { come: Arc::new(Semaphore::new(0)), gone: Arc::new(Semaphore::new(0)) }
    }
}

fn main() -> anyhow::Result<()> {
    dsh_tools::worker::init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measured())
}

async fn measured() -> anyhow::Result<()> {
    let mut report = Report::default();
    // First, while there are no other processes.
    let bytes = private_bytes_of_a_run().await?;
    report.size_within("private memory of one of 50 runs at once", bytes, 6_000_000);

    let thread = registry(InProcess::new())?;
    let process = registry(Isolated::builder().spares(2).build()?)?;
    let milliseconds = Duration::from_millis;

    let alone = median(&thread, TRIVIAL, Duration::ZERO).await?;
    report.time_within("`return 1` in this process", alone, milliseconds(1));
    let spaced = median(&process, TRIVIAL, milliseconds(10)).await?;
    report.time_within("`return 1` isolated, runs 10 ms apart", spaced, milliseconds(2));
    let packed = median(&process, TRIVIAL, Duration::ZERO).await?;
    report.time_within("`return 1` isolated, back to back", packed, milliseconds(6));
    let node = node_worker();
    match &node {
        Ok(node) => report.ratio("  isolated to a new worker thread of Node", spaced, node.trivial),
        Err(why) => println!("skipped: Node's worker threads ({why})"),
    }

    for (host, registry, limit) in [("in this process", &thread, 20), ("isolated", &process, 50)] {
        let each = median(registry, SEQUENTIAL, Duration::ZERO).await? / CALLS;
        report.time_within(&format!("a nested call {host}"), each, Duration::from_micros(limit));
        if let Ok(node) = &node {
            report.ratio("  to a message to Node's worker and back", each, node.message);
        }
    }
    for (host, registry) in [("in this process", &thread), ("isolated", &process)] {
        let all = median(registry, ALL_AT_ONCE, Duration::ZERO).await?;
        report.time_within(&format!("1,000 calls at once {host}"), all, milliseconds(30));
        let echoed = median(registry, ECHOED, Duration::ZERO).await?;
        report.time_within(&format!("100,000 numbers echoed {host}"), echoed, milliseconds(80));
    }
    report.finish();
    Ok(())
}

fn registry(runtime: impl CodeRuntime) -> anyhow::Result<ToolRegistry<Meeting>> {
    let registry = ToolRegistry::builder().state(Meeting::new()).mode(Mode::Code).runtime(runtime);
    Ok(registry.tools(tools![next, echo, meet]).build()?)
}

async fn run(registry: &ToolRegistry<Meeting>, code: &str) -> anyhow::Result<Duration> {
    let arguments = json!({ "code": code, "description": "a measurement" });
    let began = Instant::now();
    let outcome = registry.call("run_code", arguments).await;
    let time = began.elapsed();
    ensure!(!outcome.is_error(), "{code}: {}", outcome.text());
    Ok(time)
}

/// The median of many runs, with a pause before each, in which spares are made.
async fn median(
    registry: &ToolRegistry<Meeting>,
    code: &str,
    pause: Duration,
) -> anyhow::Result<Duration> {
    let mut times = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        times.push(run(registry, code).await?);
    }
    times.sort_unstable();
    Ok(times[RUNS / 2])
}

/// What each of many isolated runs holds for itself alone, on average.
async fn private_bytes_of_a_run() -> anyhow::Result<u64> {
    let runtime = Isolated::builder().max_concurrent(AT_ONCE).spares(0).build()?;
    let meeting = Meeting::new();
    let builder = ToolRegistry::builder().state(meeting.clone()).mode(Mode::Code).runtime(runtime);
    let registry = builder.tools(tools![meet]).build()?;
    let running: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let registry = registry.clone();
            tokio::spawn(async move { run(&registry, "await tools.meet({}); return 1").await })
        })
        .collect();
    let everybody = meeting.come.acquire_many(u32::try_from(AT_ONCE)?).await?;
    let children = children()?;
    ensure!(children.len() >= AT_ONCE, "{} processes for {AT_ONCE} runs", children.len());
    let bytes = children.iter().map(|child| private_bytes(*child)).sum::<anyhow::Result<u64>>()?;
    drop(everybody);
    meeting.gone.close();
    for run in running {
        run.await??;
    }
    Ok(bytes / u64::try_from(children.len())?)
}

/// The processes that this one has started.
fn children() -> anyhow::Result<Vec<u32>> {
    let mut children = Vec::new();
    for task in std::fs::read_dir("/proc/self/task")? {
        let listed = std::fs::read_to_string(task?.path().join("children"))?;
        children.extend(listed.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
    }
    Ok(children)
}

fn private_bytes(process: u32) -> anyhow::Result<u64> {
    let path = format!("/proc/{process}/smaps_rollup");
    let text = std::fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
    let private = text.lines().filter(|line| line.starts_with("Private_"));
    let kilobytes = private.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    Ok(kilobytes.sum::<u64>() * 1024)
}

/// What Node's worker threads take for the same.
struct NodeWorker {
    /// Start one, and get its answer.
    trivial: Duration,
    /// A message to it and its answer.
    message: Duration,
}

fn node_worker() -> anyhow::Result<NodeWorker> {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/node_worker.mjs");
    let output = Command::new("node").arg(script).output().context("node does not start")?;
    let text = String::from_utf8(output.stdout)?;
    let mut seconds = text.split_whitespace().map(str::parse::<f64>);
    let mut next = || anyhow::Ok(seconds.next().context("node printed too little")??);
    Ok(NodeWorker {
        trivial: Duration::from_secs_f64(next()?),
        message: Duration::from_secs_f64(next()?),
    })
}
