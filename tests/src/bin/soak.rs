//! Uses a registry for minutes as an application would, and worse: programs that are good, hostile and cancelled, calls,
//! batches, and registrations, from eight tasks at once. At the end nothing may be lost and nothing left.

use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use dsh_tools::call::Record;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::registry::Registration;
use dsh_tools::tool::CallContext;
use dsh_tools_tests::held::{held, settled};
use tokio::task::JoinSet;

const TASKS: u64 = 8;
/// More resident memory than this at the end counts as leaked; allocators keep some of what was used.
const MOST_GROWN: u64 = 64 << 20;

/// Programs that have to fail, each in another way.
const HOSTILE: [&str; 8] = [
    "while (true) {}",
    "return /(a+)+$/.test('a'.repeat(40) + 'b')",
    "return new Array(1e9).fill(0).length",
    "return 'a'.repeat(2 ** 30).length",
    "const bomb = (n) => bomb(n + 1) + 1; return bomb(0)",
    "await new Promise(() => {})",
    "const all = []; while (true) all.push(' '.repeat(1 << 20) + all.length)",
    "for (;;) console.log('x'.repeat(100000))",
];

/// Add two integers.
#[tool(concurrency_safe)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Wait for so many milliseconds, or until the call is cancelled.
#[tool(concurrency_safe)]
async fn wait(ms: u64, ctx: &ToolContext) -> u64 {
    tokio::select! {
        () = tokio::time::sleep(Duration::from_millis(ms)) => {}
        () = ctx.cancel().cancelled() => {}
    }
    ms
}

fn main() -> anyhow::Result<ExitCode> {
    dsh_tools::worker::init();
    let minutes: f64 = match std::env::args().nth(1) {
        Some(text) => text.parse().context("the argument is a number of minutes")?,
        None => 2.0,
    };
    // What is made once and kept is there before anything is counted.
    soak(Duration::from_secs(1))?;
    let before = held()?;
    let counts = soak(Duration::from_secs_f64(minutes * 60.0))?;
    let after = settled(&before, MOST_GROWN)?;
    println!("{counts}");
    println!("before: {before}");
    println!("after:  {after}");
    let (lost, leaked) = (counts.lost(), after.leaked_since(&before, MOST_GROWN));
    println!("{lost} lost, {leaked} leaked");
    Ok(if lost + leaked == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs everything for so long, in a runtime of its own.
fn soak(time: Duration) -> anyhow::Result<Arc<Counts>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let counts = Arc::new(Counts::default());
        let isolated = Isolated::builder()
            .compute(Duration::from_millis(200))
            .wall(Duration::from_secs(5))
            .memory(128 << 20)
            .output_bytes(1 << 20)
            .build()?;
        let kept = counts.clone();
        let registry = ToolRegistry::builder()
            .tools(tools![add, wait])
            .mode(Mode::Both)
            .runtime(isolated.clone())
            .journal(move |record: Record| {
                kept.keep(&record);
                Ok(())
            })
            .build()?;
        let until = Instant::now() + time;
        let mut tasks = JoinSet::new();
        for seed in 1..=TASKS {
            let (registry, counts) = (registry.clone(), counts.clone());
            tasks.spawn(async move {
                let mut random = Random(seed);
                while Instant::now() < until {
                    one(&registry, &counts, &mut random).await;
                }
            });
        }
        while let Some(task) = tasks.join_next().await {
            task?;
        }
        isolated.shutdown().await;
        Ok(counts)
    })
}

/// One thing that an application does.
async fn one(registry: &ToolRegistry, counts: &Counts, random: &mut Random) {
    match random.below(12) {
        0..=3 => good(registry, counts, random).await,
        4 | 5 => {
            let source = HOSTILE[random.below(HOSTILE.len())];
            let outcome = registry.execute(program(source)).await;
            counts.check(outcome.is_error(), || format!("{source}: {}", outcome.text()));
        }
        6 | 7 => cancelled(registry, counts, random).await,
        8 | 9 => batch(registry, counts, random).await,
        10 => registered(registry, counts).await,
        _ => {
            let (a, b) = (random.below(1000), random.below(1000));
            let outcome = registry.call("add", json!({ "a": a, "b": b })).await;
            let right = outcome.value().and_then(Json::as_i64) == i64::try_from(a + b).ok();
            counts.check(right, || outcome.text());
        }
    }
}

async fn good(registry: &ToolRegistry, counts: &Counts, random: &mut Random) {
    let calls = 1 + random.below(50);
    let source = format!(
        "const sums = await Promise.all(Array.from({{ length: {calls} }}, (_, i) => tools.add({{ a: i, b: 1 }})));
         return sums.reduce((left, right) => left + right, 0);"
    );
    let outcome = registry.execute(program(&source)).await;
    let right = outcome.text() == (calls * (calls + 1) / 2).to_string();
    counts.check(right, || outcome.text());
}

/// A program that is cancelled at any moment ends, in whatever way.
async fn cancelled(registry: &ToolRegistry, counts: &Counts, random: &mut Random) {
    let call = program("await tools.wait({ ms: 20 }); return await tools.add({ a: 1, b: 2 })");
    let cancel = call.cancel.clone();
    let after = Duration::from_millis(random.below(40) as u64);
    let cancelling = async {
        tokio::time::sleep(after).await;
        cancel.cancel();
    };
    let (outcome, ()) = tokio::join!(registry.execute(call), cancelling);
    counts.check(outcome.is_error() || outcome.text() == "3", || outcome.text());
}

async fn batch(registry: &ToolRegistry, counts: &Counts, random: &mut Random) {
    let size = 1 + random.below(30);
    let calls = (0..size).map(|index| match index % 7 {
        6 => ToolCall::new("no_such_tool", json!({})),
        5 => ToolCall::new("wait", json!({ "ms": 1 })),
        _ => ToolCall::new("add", json!({ "a": index, "b": 0 })),
    });
    let outcomes = registry.execute_batch(calls, Batch::default()).await;
    let fits = |(index, outcome): (usize, &Outcome)| match index % 7 {
        6 => outcome.is_error(),
        5 => outcome.text() == "1",
        _ => outcome.text() == index.to_string(),
    };
    let right = outcomes.len() == size && outcomes.iter().enumerate().all(fits);
    counts.check(right, || format!("a batch of {size} gave {} outcomes", outcomes.len()));
}

/// A scope with a tool of its own, which goes with it.
async fn registered(registry: &ToolRegistry, counts: &Counts) {
    let scope = registry.scope();
    let own = ToolDefinition::<()>::builder("own", "Of this scope.")
        .body(|_: Json, _: CallContext<()>| async { Ok(Json::from("own")) })
        .build();
    let kept = own.map_err(|error| error.to_string()).and_then(|own| {
        scope.register(own).map(Registration::keep).map_err(|error| error.to_string())
    });
    let outcome = scope.execute(program("return await tools.own({})")).await;
    counts.check(kept.is_ok() && outcome.text() == "own", || outcome.text());
    drop(scope);
    let gone = registry.call("own", json!({})).await;
    counts.check(gone.is_error(), || gone.text());
}

fn program(code: &str) -> ToolCall {
    ToolCall::new("run_code", json!({ "code": code, "description": "soak" }))
}

/// A small generator, the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit.max(1)
    }
}

/// What was done, and what came of it.
#[derive(Default)]
struct Counts {
    done: AtomicU64,
    wrong: AtomicU64,
    started: AtomicU64,
    ended: AtomicU64,
}

impl Counts {
    fn check(&self, right: bool, what: impl FnOnce() -> String) {
        self.done.fetch_add(1, Ordering::Relaxed);
        if !right {
            self.wrong.fetch_add(1, Ordering::Relaxed);
            println!("wrong: {}", what());
        }
    }

    fn keep(&self, record: &Record) {
        let counted = match record {
            Record::CallStart(_) | Record::CodeDispatchStart(_) => &self.started,
            Record::CallEnd(_) | Record::CodeDispatch(_) => &self.ended,
            _ => return,
        };
        counted.fetch_add(1, Ordering::Relaxed);
    }

    /// Wrong outcomes, and records of a start without an end.
    fn lost(&self) -> u64 {
        let started = self.started.load(Ordering::Relaxed);
        self.wrong.load(Ordering::Relaxed) + started.abs_diff(self.ended.load(Ordering::Relaxed))
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (done, wrong) = (count(&self.done), count(&self.wrong));
        let (started, ended) = (count(&self.started), count(&self.ended));
        write!(f, "{done} done, {wrong} wrong; records of {started} starts and {ended} ends")
    }
}
