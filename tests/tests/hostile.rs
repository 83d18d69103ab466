//! Hostile programs under the isolated host: the rules CODE-9 and CODE-10. In a binary of their own, since budgets of
//! processor time end on time only where there are processors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::time::{Duration, Instant};

use dsh_tools::prelude::*;

fn registry() -> ToolRegistry {
    let runtime = Isolated::builder()
        .worker(env!("CARGO_BIN_EXE_code-worker"))
        .compute(Duration::from_secs(1))
        .memory(256 * 1024 * 1024);
    ToolRegistry::builder().mode(Mode::Code).runtime(runtime.build().unwrap()).build().unwrap()
}

async fn run(registry: &ToolRegistry, code: &str) -> Outcome {
    registry.call("run_code", json!({ "code": code, "description": "a test" })).await
}

#[tokio::test]
async fn code_10_hostile_programs_end_with_their_kind() {
    let registry = registry();
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
