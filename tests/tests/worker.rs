//! Programs in processes of their own: the rules CODE-10 and CODE-12.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::time::{Duration, Instant};

use dsh_tools::prelude::*;
use dsh_tools::worker::IsolatedBuilder;

const MIB: u64 = 1024 * 1024;

/// Add two integers.
#[tool(concurrency_safe)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn isolated() -> IsolatedBuilder {
    Isolated::builder()
        .worker(env!("CARGO_BIN_EXE_code-worker"))
        .compute(Duration::from_secs(1))
        .memory(256 * MIB)
}

fn registry(runtime: Isolated) -> ToolRegistry {
    ToolRegistry::builder().mode(Mode::Code).runtime(runtime).tools(tools![add]).build().unwrap()
}

async fn run(registry: &ToolRegistry, code: &str) -> Outcome {
    registry.call("run_code", json!({ "code": code, "description": "a test" })).await
}

#[tokio::test]
async fn code_12_a_program_runs_in_a_process_and_calls_tools() {
    let registry = registry(isolated().build().unwrap());
    let outcome = run(&registry, "return await tools.add({ a: 1, b: 2 })").await;
    assert_eq!(outcome.text(), "3");
}

#[tokio::test]
async fn code_10_hostile_programs_end_with_their_kind() {
    let registry = registry(isolated().build().unwrap());
    let programs = [
        ("while (true) {}", &["timeout"][..]),
        ("return /(a+)+$/.test('a'.repeat(40) + 'b')", &["timeout"]),
        // Whichever is used up first.
        ("return new Array(1e9).fill(0).length", &["worker-exit", "timeout"]),
        ("return 'a'.repeat(2 ** 30).length", &["worker-exit"]),
        ("const f = () => f() + 1; return f()", &["exception"]),
        ("await new Promise(() => {})", &["exception"]),
        (
            "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o)",
            &["worker-exit", "exception", "timeout"],
        ),
        ("const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)", &["worker-exit", "timeout"]),
    ];
    for (program, kinds) in programs {
        let began = Instant::now();
        let text = run(&registry, program).await.text();
        let is_kind = |kind: &&str| text.starts_with(&format!("Error: code run failed ({kind})"));
        assert!(kinds.iter().any(is_kind), "{program}: {text}");
        assert!(began.elapsed() < Duration::from_secs(3), "{program}: {:?}", began.elapsed());
        println!("{:?} {program}: {text}", began.elapsed());
    }
    assert_eq!(run(&registry, "return 1").await.text(), "1");
}
