//! What is left of isolated runs: nothing. In a binary of their own, since these tests count processes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::fmt;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use dsh_tools::prelude::*;
use dsh_tools::worker::IsolatedBuilder;
use dsh_tools_tests::say;
use tokio::task::JoinSet;

/// Wait for so many milliseconds, or until the call is cancelled.
#[tool(concurrency_safe)]
async fn sleep(ms: u64, ctx: &ToolContext) -> u64 {
    tokio::select! {
        () = tokio::time::sleep(Duration::from_millis(ms)) => {}
        () = ctx.cancel().cancelled() => {}
    }
    ms
}

/// How many calls of `wait` wait.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Wait until the call is cancelled.
#[tool(concurrency_safe)]
async fn wait(ctx: &ToolContext) {
    WAITING.fetch_add(1, Ordering::SeqCst);
    ctx.cancel().cancelled().await;
    WAITING.fetch_sub(1, Ordering::SeqCst);
}

fn isolated() -> IsolatedBuilder {
    Isolated::builder()
        .worker(env!("CARGO_BIN_EXE_code-worker"))
        .compute(Duration::from_secs(1))
        .memory(256 * 1024 * 1024)
}

fn full(runtime: Isolated) -> ToolRegistry {
    let tools = tools![sleep, wait];
    ToolRegistry::builder().mode(Mode::Code).runtime(runtime).tools(tools).build().unwrap()
}

/// Runs a program and cancels it after a while.
async fn run_and_cancel(registry: &ToolRegistry, code: &str, after: Duration) -> Outcome {
    let call = ToolCall::new("run_code", json!({ "code": code, "description": "a test" }));
    let cancel = call.cancel.clone();
    let cancelling = async {
        tokio::time::sleep(after).await;
        cancel.cancel();
    };
    tokio::join!(registry.execute(call), cancelling).0
}

async fn run(registry: &ToolRegistry, code: &str) -> Outcome {
    registry.call("run_code", json!({ "code": code, "description": "a test" })).await
}

/// The processes that this one has started and not seen off.
fn children() -> Vec<String> {
    let me = std::process::id().to_string();
    let is_child = |entry: &std::fs::DirEntry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The parent is the second field behind the name, which stands in brackets.
        let parent = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1));
        parent == Some(me.as_str())
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten().filter(is_child);
    processes.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// What this process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    processes: usize,
    threads: usize,
    descriptors: usize,
}

fn held() -> Held {
    let count = |folder: &str| std::fs::read_dir(folder).unwrap().count();
    Held {
        processes: children().len(),
        threads: count("/proc/self/task"),
        descriptors: count("/proc/self/fd"),
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processes, threads, descriptors } = self;
        write!(f, "{processes} processes, {threads} threads, {descriptors} descriptors")
    }
}

/// Runs a test alone, in a tokio runtime of its own, and checks that nothing is left when that is gone.
fn leaves_nothing(what: &str, test: impl AsyncFnOnce()) {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = settled();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(test());
    drop(runtime);
    // What has ended takes a moment to be gone.
    let deadline = Instant::now() + Duration::from_secs(5);
    while held() != before && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    let after = held();
    say!("{what}: before {before}; after {after}");
    assert_eq!(after, before, "{what}");
}

/// What this process holds, once threads of other tests have ended or begun to wait for this one.
fn settled() -> Held {
    let mut last = held();
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let now = held();
        if now == last {
            return now;
        }
        last = now;
    }
}

#[test]
fn code_12_nothing_is_left_of_runs_that_ended_in_any_way() {
    leaves_nothing("60 runs that ended in any way", async || {
        let runtime = isolated().max_concurrent(4).spares(2).build().unwrap();
        let registry = full(runtime.clone());
        for round in 0..10 {
            assert_eq!(run(&registry, "return 1").await.text(), "1");
            // Cancelled while it computes, while it waits for a tool, and before it has a process.
            for (program, after) in [
                ("while (true) {}", 30),
                ("await tools.sleep({ ms: 60000 })", 30),
                ("return 1", round),
            ] {
                run_and_cancel(&registry, program, Duration::from_millis(after)).await;
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
    });
}

#[test]
fn code_12_a_runtime_that_is_dropped_takes_its_processes_along() {
    leaves_nothing("a runtime without runs", async || {
        drop(isolated().spares(3).build().unwrap());
    });
}

#[test]
fn code_12_nothing_is_left_of_1000_runs_of_which_half_were_killed() {
    leaves_nothing("1,000 runs of which half were killed", async || {
        let began = Instant::now();
        let usual = full(isolated().max_concurrent(4).spares(1).build().unwrap());
        let short = isolated().compute(Duration::from_millis(20)).spares(1).build().unwrap();
        let short = full(short);
        let mut ends = Ends::default();
        for _ in 0..100 {
            eight_at_once(&usual, &short, &mut ends).await;
            two_killed_from_outside(&usual, &mut ends).await;
        }
        say!("{ends:?} in {:?}", began.elapsed());
        let expected = Ends { well: 500, cancelled: 200, over_budget: 100, killed: 200 };
        assert_eq!(ends, expected);
    });
}

#[test]
fn code_12_runs_that_are_given_up_while_they_wait_leave_no_spares() {
    leaves_nothing("100 runs that were given up", async || {
        let registry = full(isolated().spares(1).build().unwrap());
        for _ in 0..100 {
            let dropped = run(&registry, "await tools.wait({})");
            assert!(tokio::time::timeout(Duration::from_millis(2), dropped).await.is_err());
        }
        // The spare, one that was ordered in its place, and what has not ended yet.
        let deadline = Instant::now() + Duration::from_secs(5);
        while children().len() > 2 && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(children().len() <= 2, "{} processes are kept", children().len());
    });
}

/// How runs ended.
#[derive(Debug, Default, PartialEq, Eq)]
struct Ends {
    well: usize,
    cancelled: usize,
    over_budget: usize,
    killed: usize,
}

impl Ends {
    fn count(&mut self, outcome: &Outcome) {
        let text = outcome.text();
        let end = match &*text {
            "1" => &mut self.well,
            text if text.contains("(abort)") => &mut self.cancelled,
            text if text.contains("(timeout)") => &mut self.over_budget,
            text if text.contains("(signal 9)") => &mut self.killed,
            _ => panic!("a run ended in another way: {text}"),
        };
        *end += 1;
    }
}

/// Five runs that end well, two that are cancelled, and one that computes for too long.
async fn eight_at_once(usual: &ToolRegistry, short: &ToolRegistry, ends: &mut Ends) {
    let mut runs = JoinSet::new();
    for _ in 0..5 {
        let usual = usual.clone();
        runs.spawn(async move { run(&usual, "return 1").await });
    }
    for program in ["while (true) {}", "await tools.wait({})"] {
        let usual = usual.clone();
        let after = Duration::from_millis(20);
        runs.spawn(async move { run_and_cancel(&usual, program, after).await });
    }
    let short = short.clone();
    runs.spawn(async move { run(&short, "while (true) {}").await });
    while let Some(ended) = runs.join_next().await {
        ends.count(&ended.unwrap());
    }
}

/// Two runs whose processes are killed while they wait.
async fn two_killed_from_outside(usual: &ToolRegistry, ends: &mut Ends) {
    let program = format!("/*{}*/ await tools.wait({{}})", "-".repeat(LONG));
    let program = program.as_str();
    let killing = async {
        while WAITING.load(Ordering::SeqCst) < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let victims: Vec<String> = children().into_iter().filter(has_read_much).collect();
        assert_eq!(victims.len(), 2);
        let kill = format!("kill -9 {}", victims.join(" "));
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    };
    let (first, second, ()) = tokio::join!(run(usual, program), run(usual, program), killing);
    ends.count(&first);
    ends.count(&second);
}

/// How many bytes a program has by whose length its process is known.
const LONG: usize = 64 * 1024;

/// Whether that process has read a long program: what is kept ready has not.
fn has_read_much(process: &String) -> bool {
    let counts = std::fs::read_to_string(format!("/proc/{process}/io")).unwrap_or_default();
    let read = counts.lines().find_map(|line| line.strip_prefix("rchar: "));
    read.is_some_and(|bytes| bytes.parse::<usize>().unwrap() > LONG)
}
