//! Runs tables of hostile programs: small budgets, tools to attack, and a count of how they ended.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use dsh_tools::code::CodeRuntime;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools_tests::hosting::{Budgets, Hosting};
use dsh_tools_tests::say;

use crate::case::{Case, kind};

pub(crate) const COMPUTE: Duration = Duration::from_millis(300);
pub(crate) const WALL: Duration = Duration::from_secs(3);
const MIB: u64 = 1024 * 1024;
/// How long after its budget a run may still be there.
const WITHIN: Duration = Duration::from_secs(1);
/// How often a program is run whose processor time came late, as on a machine with other work.
const TRIES: usize = 4;

/// Five.
#[tool(concurrency_safe)]
async fn five() -> u8 {
    5
}

/// Fail.
#[tool(concurrency_safe)]
async fn fail() -> Result<(), ToolError> {
    Err(ToolError::new("it broke"))
}

/// Give back what came.
#[tool(concurrency_safe)]
fn echo(value: Json) -> Json {
    value
}

/// Wait until the call is cancelled.
#[tool(concurrency_safe)]
async fn wait(ctx: &ToolContext) {
    ctx.cancel().cancelled().await;
}

/// A registry whose programs have small budgets.
pub(crate) struct Stand {
    pub(crate) registry: ToolRegistry,
}

impl Stand {
    pub(crate) fn isolated() -> Self {
        Self::under(&Hosting::Isolated(Some(env!("CARGO_BIN_EXE_code-worker").into())))
    }

    pub(crate) fn under(hosting: &Hosting) -> Self {
        let budgets = Budgets {
            compute: Some(COMPUTE),
            wall: Some(WALL),
            output_bytes: Some(1024 * 1024),
            memory: Some(128 * MIB),
        };
        Self::of(hosting.runtime(budgets).unwrap())
    }

    fn of(runtime: impl CodeRuntime) -> Self {
        let tools = tools![five, fail, echo, wait];
        let registry = ToolRegistry::builder().mode(Mode::Code).runtime(runtime).tools(tools);
        Self { registry: registry.build().unwrap() }
    }

    pub(crate) async fn text(&self, code: &str) -> String {
        let call = json!({ "code": code, "description": "a test" });
        self.registry.call("run_code", call).await.text()
    }

    /// Runs each program of a table, says how many ended how, and fails with all that ended otherwise.
    pub(crate) async fn runs_all(&self, table: &str, cases: &[Case]) {
        let mut wrong = Vec::new();
        let mut ends = BTreeMap::<String, usize>::new();
        for case in cases {
            let (text, took) = self.run_in_time(case).await;
            *ends.entry(kind(&text).to_owned()).or_default() += 1;
            wrong.extend(case.wrong(&text));
            // Past the wall time there is no excuse; before, the processor may have been elsewhere.
            if took > COMPUTE + WITHIN && case.is_quick() {
                wrong.push(format!("{}: took {took:?}", case.name));
            }
            if self.text("return await tools.five({})").await != "5" {
                wrong.push(format!("{}: the run after it failed", case.name));
            }
        }
        say!("{table}: {} programs: {ends:?}", cases.len());
        assert!(wrong.is_empty(), "{table}:\n{}", wrong.join("\n"));
    }

    /// Runs a program, again if it was late: the best of a few counts.
    async fn run_in_time(&self, case: &Case) -> (String, Duration) {
        let mut best = (String::new(), Duration::MAX);
        for _ in 0..TRIES {
            let began = Instant::now();
            let text = self.text(case.program).await;
            let took = began.elapsed();
            assert!(took < WALL + WITHIN, "{}: {took:?}, past the wall time", case.name);
            if took < best.1 {
                best = (text, took);
            }
            if best.1 <= COMPUTE + WITHIN || !case.is_quick() {
                break;
            }
        }
        best
    }
}
