//! What the tests of programs share: the tools, a registry under either host, and the tests of both hosts.

use std::time::{Duration, Instant};

use dsh_tools::prelude::*;
use dsh_tools_tests::hosting::{Budgets, Hosting};

/// Makes two tests of each function: one under the host in this process, one under the isolated host.
macro_rules! under_both_hosts {
    ($($test:ident),* $(,)?) => {
        mod in_process {
            $(#[tokio::test]
            async fn $test() {
                super::$test(dsh_tools_tests::hosting::Hosting::InProcess).await;
            })*
        }
        mod isolated {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::stand::isolated()).await;
            })*
        }
    };
}
pub(crate) use under_both_hosts;

/// The host that runs each program in a process of its own.
pub(crate) fn isolated() -> Hosting {
    Hosting::Isolated(Some(env!("CARGO_BIN_EXE_code-worker").into()))
}

/// Five.
#[tool(concurrency_safe)]
async fn a() -> u8 {
    5
}

/// List nothing.
#[tool(concurrency_safe)]
async fn list() -> Vec<String> {
    Vec::new()
}

/// Fail.
#[tool]
async fn fail() -> Result<(), ToolError> {
    Err(ToolError::new("it broke"))
}

/// Create something.
#[tool]
async fn create(name: String) -> String {
    name
}

/// A number that doubles cannot hold.
#[tool]
async fn big() -> Vec<i64> {
    vec![1, 9_007_199_254_740_993]
}

/// A page of 1.5 kB.
#[tool(concurrency_safe)]
async fn page(number: usize) -> String {
    format!("page {number:4} ").repeat(150)
}

/// A registry whose programs run under one host.
pub(crate) struct Stand {
    pub(crate) registry: ToolRegistry,
}

impl Stand {
    /// The tools above, and budgets that programs do not come near.
    pub(crate) fn new(hosting: &Hosting) -> Self {
        Self::with(hosting, Budgets::default(), tools![a, list, fail, create, big, page])
    }

    /// The same tools, for programs that compute until they are ended.
    pub(crate) fn quick(hosting: &Hosting) -> Self {
        Self::with(hosting, quick(), tools![a, list, fail, create, big, page])
    }

    pub(crate) fn with(hosting: &Hosting, budgets: Budgets, tools: impl Into<Tools<()>>) -> Self {
        let runtime = hosting.runtime(budgets).unwrap();
        let registry = ToolRegistry::builder().mode(Mode::Code).runtime(runtime).tools(tools);
        Self { registry: registry.build().unwrap() }
    }

    pub(crate) async fn run(&self, code: &str) -> Outcome {
        self.registry.call("run_code", json!({ "code": code, "description": "a test" })).await
    }

    /// What a program gives, as JSON; what went wrong if it gives nothing.
    pub(crate) async fn value(&self, code: &str) -> String {
        let outcome = self.run(code).await;
        let value = outcome.value().map(|value| value["result"].to_string());
        value.unwrap_or_else(|| outcome.text())
    }

    /// Runs a program that fails, checks that its text has each of these parts, and gives the text.
    pub(crate) async fn fails_with(&self, code: &str, parts: &[&str]) -> String {
        let outcome = self.run(code).await;
        let text = outcome.text();
        assert_eq!(dsh_tools_tests::kit::code(&outcome), "CODE_RUN_FAILED", "{code}: {text}");
        for part in parts {
            assert!(text.contains(part), "{part:?} is not in what {code:?} gave: {text}");
        }
        text
    }

    /// The same, for what has to happen within three seconds.
    pub(crate) async fn soon_fails_with(&self, code: &str, parts: &[&str]) -> String {
        let began = Instant::now();
        let text = self.fails_with(code, parts).await;
        assert!(began.elapsed() < Duration::from_secs(3), "{code}: {:?}", began.elapsed());
        text
    }
}

/// Budgets for programs that compute until they are ended.
pub(crate) fn quick() -> Budgets {
    Budgets { compute: Some(Duration::from_millis(500)), ..Budgets::default() }
}
