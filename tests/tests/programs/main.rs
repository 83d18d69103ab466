//! Programs as models write them, by shape: each gives what its file says, here and under Node (CODE-1, CODE-8, CODE-11).
//! In `tests/programs/*.ts`, `//// name` begins a program and `//= {"logs":[],"result":1}` or `//= fails: text` ends it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod cases;
mod node;
mod tools;

use dsh_tools::prelude::*;
use dsh_tools_tests::hosting::{Budgets, Hosting};
use dsh_tools_tests::say;

use self::cases::{Case, Expected};

/// What comes of a program, in the notation of the files.
async fn run(case: &Case, hosting: &Hosting) -> Expected {
    let runtime = hosting.runtime(Budgets::default()).unwrap();
    let builder = ToolRegistry::builder().mode(Mode::Code).runtime(runtime);
    let registry = builder.tools(tools::tools()).build().unwrap();
    let arguments = json!({ "code": case.code, "description": "a test" });
    let outcome = registry.call("run_code", arguments).await;
    match outcome.value() {
        Some(value) => Expected::Gives(serde_json::from_str(&value.to_string()).unwrap()),
        None => Expected::Fails(outcome.text()),
    }
}

async fn hold<'c>(cases: impl Iterator<Item = &'c Case>, hosting: &Hosting) {
    let mut wrong = Vec::new();
    for case in cases {
        let got = run(case, hosting).await;
        if !case.expected.covers(&got) {
            wrong.push(format!(
                "{}: {}\n   got {got:?}\n   not {:?}",
                case.shape, case.name, case.expected
            ));
        }
    }
    assert!(wrong.is_empty(), "{} programs:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test]
async fn code_1_programs_give_what_their_files_say() {
    let cases = cases::read();
    let mut shapes = std::collections::BTreeMap::<&str, usize>::new();
    for case in &cases {
        *shapes.entry(&case.shape).or_default() += 1;
    }
    let shapes: Vec<_> = shapes.iter().map(|(shape, count)| format!("{count} {shape}")).collect();
    say!("{} programs: {}", cases.len(), shapes.join(", "));
    hold(cases.iter(), &Hosting::InProcess).await;
}

#[tokio::test]
async fn code_12_every_fifth_program_gives_the_same_in_a_process_of_its_own() {
    let cases = cases::read();
    let hosting = Hosting::Isolated(Some(env!("CARGO_BIN_EXE_code-worker").into()));
    hold(cases.iter().step_by(5), &hosting).await;
}

#[test]
fn code_11_node_gives_the_same() {
    let cases = cases::read();
    // What the front end refuses never gets to Node; what an engine lacks is in `docs/javascript.md`.
    let all = cases.len();
    let cases: Vec<&Case> = cases.iter().filter(|case| !case.ours).collect();
    let Some(results) = node::run(&cases) else {
        say!("skipped: there is no node to run");
        return;
    };
    say!("{} programs under Node; {} give that here alone", results.len(), all - results.len());
    let differ: Vec<String> = cases
        .iter()
        .zip(&results)
        .filter(|(case, got)| !case.expected.covers(got))
        .map(|(case, got)| format!("{}\n   Node {got:?}\n   file {:?}", case.name, case.expected))
        .collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
