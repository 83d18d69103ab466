//! Programs in processes of their own: the rules CODE-10 and CODE-12.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::time::Duration;

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

/// Says how long to wait, in milliseconds, and waits.
#[tool(concurrency_safe)]
async fn sleep(ms: u64) -> u64 {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    ms
}

/// Give back what came.
#[tool(concurrency_safe)]
fn echo(value: dsh_tools::json::Json) -> dsh_tools::json::Json {
    value
}

fn full(runtime: Isolated) -> ToolRegistry {
    ToolRegistry::builder()
        .mode(Mode::Code)
        .runtime(runtime)
        .tools(tools![add, sleep, echo])
        .build()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn code_12_many_runs_queue_and_all_end() {
    let registry = full(isolated().max_concurrent(3).build().unwrap());
    let runs: Vec<_> = (0..40)
        .map(|number| {
            let registry = registry.clone();
            tokio::spawn(async move {
                let program = format!("return await tools.add({{ a: {number}, b: 1 }})");
                run(&registry, &program).await.text()
            })
        })
        .collect();
    for (number, ended) in runs.into_iter().enumerate() {
        assert_eq!(ended.await.unwrap(), (number + 1).to_string());
    }
}

#[tokio::test]
async fn code_12_large_values_cross_both_ways_at_once() {
    let registry = full(isolated().compute(Duration::from_secs(20)).build().unwrap());
    let program = "
        const many = Array.from({ length: 20000 }, (_, i) => i);
        const texts = await Promise.all([1, 2, 3, 4].map((n) => tools.echo({ value: [n, many, 'x'.repeat(300000)] })));
        return texts.map(([n, list, text]) => [n, list.length, list[19999], text.length]);
    ";
    let outcome = run(&registry, program).await;
    assert!(!outcome.is_error(), "{}", outcome.text());
    let value = outcome.value().unwrap()["result"].to_string();
    let rows: Vec<String> = (1..=4).map(|n| format!("[{n},20000,19999,300000]")).collect();
    assert_eq!(value, format!("[{}]", rows.join(",")));
}

#[tokio::test]
async fn code_5_many_calls_one_after_the_other() {
    let registry = full(isolated().compute(Duration::from_secs(20)).build().unwrap());
    let program = "let sum = 0; for (let i = 0; i < 2000; i++) sum = await tools.add({ a: sum, b: 1 }); return sum";
    assert_eq!(run(&registry, program).await.text(), "2000");
}

#[tokio::test]
async fn code_10_logs_of_a_run_that_died_are_kept() {
    let registry = full(isolated().build().unwrap());
    let text =
        run(&registry, "console.log('first'); /(a+)+$/.test('a'.repeat(40) + 'b')").await.text();
    assert!(text.contains("(timeout)") && text.ends_with("Captured output:\nfirst"), "{text}");
}

#[test]
fn code_12_what_is_no_worker_is_told() {
    for program in ["/bin/false", "/bin/cat", "/nowhere/at/all", "/bin/echo"] {
        let error = Isolated::builder().worker(program).build().unwrap_err().to_string();
        assert!(error.contains(program), "{error}");
    }
    let printed = Isolated::builder().worker("/bin/echo").build().unwrap_err().to_string();
    assert!(printed.contains("before its hello"), "{printed}");
    let missing = Isolated::builder().build().unwrap_err();
    assert!(missing.to_string().contains("dsh_tools::worker::init()"), "{missing}");
}

#[test]
fn code_12_budgets_that_make_no_sense_are_refused() {
    assert!(isolated().compute(Duration::ZERO).build().is_err());
    assert!(isolated().wall(Duration::ZERO).build().is_err());
    assert!(isolated().memory(1).build().is_err());
    assert!(isolated().max_concurrent(0).build().is_err());
    assert!(isolated().output_bytes(3).build().is_err());
}

#[test]
fn code_12_a_runtime_without_drivers_is_told() {
    let isolated = isolated().build().unwrap();
    let registry = full(isolated);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let text = runtime.block_on(run(&registry, "return 1")).text();
    assert!(text.contains("enable_all()"), "{text}");
}

#[test]
fn code_12_every_protection_is_active() {
    let protections = isolated().build().unwrap().protections();
    assert!(protections.memory && protections.processor_time && protections.files);
    assert!(protections.no_new_privileges && protections.system_calls, "{protections:?}");
}

/// A double of JavaScript is no integer of ours, also where its text looks like one.
#[tokio::test]
async fn sch_7_doubles_beyond_the_safe_integers_cross_to_a_process_unchanged() {
    let registry = full(isolated().build().unwrap());
    let program = "const numbers = [2 ** 53, 2 ** 60, -(2 ** 62), 1e16, 1e21];
        const got = await tools.echo({ value: numbers });
        return numbers.every((number, index) => number === got[index])";
    assert_eq!(run(&registry, program).await.text(), "true");
    let outcome = run(&registry, "return 2 ** 60").await;
    assert_eq!(outcome.value().unwrap()["result"].as_f64(), Some(2_f64.powi(60)));
    assert_eq!(outcome.value().unwrap()["result"].as_i64(), None);
    assert_eq!(outcome.text(), "1152921504606847000");
}
