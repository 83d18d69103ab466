//! Scripts, replays and reproducible journals, against registries as an application builds them.
//! Programs are lists of calls in JSON, so that no engine is needed.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, SystemTime};

use dsh_tools::call::{CodeDispatchStart, ErrorCode, Record};
use dsh_tools::code::{BindingCall, CodeReport, CodeRun, CodeRuntime, Isolation};
use dsh_tools::hook::{InMemory, JsonLines};
use dsh_tools::json::{Json, parse};
use dsh_tools::prelude::*;
use dsh_tools::registry::{BuildError, RegistryBuilder};
use dsh_tools::testing::{Replay, Report, Script, SeededClock, Step, Verdict};
use dsh_tools::tool::CallContext;

type Check = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Runs a program such as `[["add",{"a":1,"b":2}]]`: its calls, one after the other.
struct Lists;

impl CodeRuntime for Lists {
    fn language(&self) -> &'static str {
        "typescript"
    }

    fn isolation(&self) -> Isolation {
        Isolation::Thread
    }

    fn run(&self, mut run: CodeRun) -> Pin<Box<dyn Future<Output = CodeReport> + Send>> {
        Box::pin(async move {
            let program = parse(&run.program).unwrap_or_default();
            let calls = program.as_array().cloned().unwrap_or_default();
            for (id, call) in (1..).zip(&calls) {
                let name = call[0].as_str().unwrap_or_default();
                run.host.start(BindingCall::new(id, 0, name.into(), call[1].clone()));
                let _ = poll_fn(|context| run.host.poll_reply(context)).await;
            }
            CodeReport::new(Ok(None), Vec::new())
        })
    }
}

/// Add two integers.
#[tool]
fn add(a: i64, b: i64) -> Result<i64, ToolError> {
    a.checked_add(b).ok_or_else(|| ToolError::new("too large").with_code("OVERFLOW"))
}

/// Log in.
#[tool]
fn login(user: &str, #[arg(secret)] password: &str) -> bool {
    user.len() == password.len()
}

fn builder() -> RegistryBuilder<()> {
    ToolRegistry::builder().mode(Mode::Code).runtime(Lists).tools(tools![add, login])
}

/// Runs a program that makes these calls.
fn program(calls: &serde_json::Value) -> Script {
    let arguments = json!({ "code": calls.to_string(), "description": "a test" });
    Script::new([Step::new("run_code", arguments).succeeds_with(json!({ "logs": [] }))])
}

/// What came of the call with that number.
fn verdict(report: &Report, index: usize) -> &Verdict {
    &report.entries()[index].verdict
}

/// A tool in place of `add`, which gives that value.
fn instead_of_add(value: i64) -> Result<ToolDefinition<()>, dsh_tools::tool::DefinitionError> {
    ToolDefinition::builder("add", "Add two integers.")
        .body(move |_: Json, _: CallContext<()>| async move { Ok(Json::from(value)) })
        .build()
}

/// The records of these calls.
async fn recorded(calls: &serde_json::Value) -> Result<Vec<Record>, BuildError> {
    let journal = InMemory::new();
    let registry = builder().journal(journal.clone()).build()?;
    program(calls).run(&registry).await.assert();
    Ok(journal.records())
}

#[tokio::test]
async fn code_5_equal_clocks_give_equal_journals() -> Check {
    let mut journals = Vec::new();
    for seed in [1, 1, 2] {
        let journal = InMemory::new();
        let clock = SeededClock::seeded(seed).stepping(Duration::from_secs(1));
        // The clock outlives the change of the builder's type.
        let registry = ToolRegistry::builder().clock(clock).journal(journal.clone()).state(());
        let registry = registry.mode(Mode::Code).runtime(Lists).tools(tools![add]).build()?;
        let calls = json!([["add", { "a": 1, "b": 2 }], ["add", { "a": 3, "b": 4 }]]);
        program(&calls).run(&registry).await.assert();
        journals.push(journal.records());
    }
    assert_eq!(journals[0].len(), 4);
    assert_eq!(journals[0], journals[1]);
    assert_ne!(journals[0], journals[2]);
    let times: Vec<_> = journals[0].iter().map(Record::time).collect();
    assert!(
        times.is_sorted_by(|left, right| *left + Duration::from_secs(1) == *right),
        "{times:?}"
    );
    Ok(())
}

#[tokio::test]
async fn code_5_a_clock_that_panics_fails_no_call() -> Check {
    let journal = InMemory::new();
    let broken = || -> SystemTime { panic!("the clock broke") };
    let registry = builder().clock(broken).journal(journal.clone()).build()?;
    program(&json!([["add", { "a": 1, "b": 2 }]])).run(&registry).await.assert();
    assert_eq!(journal.records().len(), 2);
    assert!(journal.records()[0].time() > SystemTime::UNIX_EPOCH);
    Ok(())
}

/// A writer that says that it was entered, and never returns.
struct Stuck(Sender<()>);

impl std::io::Write for Stuck {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        let _ = self.0.send(());
        loop {
            std::thread::park();
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A writer without room.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn code_5_a_run_goes_on_whatever_its_journal_does() -> Check {
    let (entered, stuck) = channel();
    let one = 1.try_into()?;
    let hangs = JsonLines::builder().queue(one).to(Stuck(entered))?;
    // Dropping the last handle would wait for a writer that never returns.
    std::mem::forget(hangs.clone());
    let calls = json!([["add", { "a": 1, "b": 2 }], ["add", { "a": 3, "b": 4 }]]);
    let registry = builder().journal(hangs).build()?;
    program(&calls).run(&registry).await.assert();
    stuck.recv()?;
    program(&calls).run(&registry).await.assert();

    let registry = builder().journal(JsonLines::to(Full)?).build()?;
    program(&calls).run(&registry).await.assert();
    Ok(())
}

#[tokio::test]
async fn pol_2_a_file_of_json_lines_holds_what_memory_holds() -> Check {
    let file = std::env::temp_dir().join(format!("dsh-tools-audit-{}.jsonl", std::process::id()));
    let calls = json!([["add", { "a": 1, "b": 2 }], ["add", { "a": i64::MAX, "b": 1 }]]);
    let (memory, lines) = (InMemory::new(), JsonLines::append(&file)?);
    let both = (memory.clone(), lines.clone());
    let journal = move |record: Record| {
        dsh_tools::hook::Journal::record(&both.0, record.clone())?;
        dsh_tools::hook::Journal::record(&both.1, record)
    };
    let registry = builder().clock(SeededClock::seeded(1)).journal(journal).build()?;
    program(&calls).run(&registry).await.assert();
    lines.flush()?;
    let read: Vec<Record> = JsonLines::read(&file)?.collect::<Result<_, _>>()?;
    assert_eq!(read, memory.records());
    assert_eq!(read.len(), 4);

    let report = Replay::read(&file)?.run(&registry).await;
    std::fs::remove_file(&file)?;
    report.assert();
    assert_eq!(report.entries().len(), 2);
    assert_eq!(
        report.entries()[1].outcome.as_ref().and_then(Outcome::code).map(ErrorCode::as_str),
        Some("OVERFLOW")
    );
    Ok(())
}

#[tokio::test]
async fn a_script_says_for_each_call_whether_it_is_as_expected() -> Check {
    let registry = ToolRegistry::builder().tools(tools![add]).build()?;
    let script = Script::new([
        Step::new("add", json!({ "a": 1, "b": 2 })),
        Step::new("add", json!({ "a": 1, "b": 2 })).succeeds_with(3).contains("3"),
        Step::new("add", json!({ "a": i64::MAX, "b": 2 }))
            .fails_with("OVERFLOW")
            .contains("too large"),
        Step::new("add", json!({ "a": 1, "b": 2 })).succeeds_with(4).contains("four"),
        Step::new("add", r#"{"a":"#).succeeds_with(4),
        Step::new("add", json!({ "a": 1, "b": 2 })).fails_with("OVERFLOW"),
    ]);
    let report = script.run(&registry.scope()).await;
    let met: Vec<bool> =
        report.entries().iter().map(|entry| entry.verdict == Verdict::Met).collect();
    assert_eq!(met, [true, true, true, false, false, false]);
    assert!(!report.is_met());
    let text = report.to_string();
    for part in [
        "4. add {\"a\":1,\"b\":2}: succeeded with \"3\"\n   value\n     expected \"4\"\n     found    \"3\"",
        "text\n     expected \"four\" in it\n     found    \"3\"",
        "5. add {\"a\":: failed with INVALID_ARGS",
        "code\n     expected OVERFLOW\n     found    succeeded with \"3\"",
        "6 calls, 3 not as expected, 0 skipped",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    let panic = std::panic::catch_unwind(|| report.assert()).expect_err("unmet expectations");
    assert_eq!(panic.downcast_ref::<String>(), Some(&text));
    Ok(())
}

#[tokio::test]
async fn a_replay_of_the_same_tools_finds_no_difference() -> Check {
    let calls = json!([["add", { "a": 1, "b": 2 }], ["add", { "a": i64::MAX, "b": 2 }]]);
    let replay = Replay::of(recorded(&calls).await?);
    let registry = builder().build()?;
    // The model itself may not call `add` in this mode; a program may, and so may a replay.
    let report = replay.run(&registry.scope()).await;
    report.assert();
    assert_eq!(report.entries().len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_replay_finds_a_changed_tool() -> Check {
    let calls = json!([["add", { "a": 1, "b": 2 }], ["add", { "a": i64::MAX, "b": 2 }]]);
    let replay = Replay::of(recorded(&calls).await?);
    let registry = builder().build()?;
    let scope = registry.scope();
    scope.register(instead_of_add(3)?)?.keep();
    let report = replay.run(&scope).await;
    assert_eq!(*verdict(&report, 0), Verdict::Met, "this call comes to the same");
    let Verdict::Unmet(unmet) = verdict(&report, 1) else { panic!("{report}") };
    let what: Vec<_> =
        unmet.iter().map(|unmet| (&*unmet.what, &*unmet.expected, &*unmet.found)).collect();
    assert_eq!(what, [("is_error", "true", "false"), ("content", "\"Error: too large\"", "\"3\"")]);
    assert!(std::panic::catch_unwind(|| report.assert()).is_err());
    Ok(())
}

#[tokio::test]
async fn mac_3_a_replay_skips_calls_with_secrets_and_says_so() -> Check {
    let calls =
        json!([["login", { "user": "ann", "password": "abc" }], ["add", { "a": 1, "b": 2 }]]);
    let records = recorded(&calls).await?;
    assert_eq!(records[0].arguments()["password"], Json::from("[redacted]"));
    let registry = builder().build()?;
    let report = Replay::of(records).run(&registry).await;
    report.assert();
    assert!(report.entries()[0].outcome.is_none());
    let Verdict::Skipped(reason) = verdict(&report, 0) else { panic!("{report}") };
    assert_eq!(reason, "its arguments hold secrets that were not recorded");
    assert_eq!(*verdict(&report, 1), Verdict::Met);
    assert!(report.to_string().ends_with("2 calls, 0 not as expected, 1 skipped"), "{report}");
    Ok(())
}

#[tokio::test]
async fn a_replay_takes_calls_without_an_end_and_ends_without_a_start() -> Check {
    let calls = json!([["add", { "a": 1, "b": 2 }], ["add", { "a": 3, "b": 4 }]]);
    let records = recorded(&calls).await?;
    // The first start and the last end.
    let cut = [records[0].clone(), records[3].clone()];
    let registry = builder().build()?;
    let report = Replay::of(cut).run(&registry).await;
    let Verdict::Skipped(reason) = verdict(&report, 0) else { panic!("{report}") };
    assert_eq!(reason, "its end was not recorded");
    assert!(report.entries()[0].outcome.is_some(), "it is made, since later calls may rest on it");
    assert_eq!(*verdict(&report, 1), Verdict::Met);

    // A journal of two processes has the same ids twice, each start with its own end.
    let twice = [records.clone(), records].concat();
    let report = Replay::of(twice).run(&registry).await;
    report.assert();
    assert_eq!(report.entries().len(), 4);
    assert!(report.to_string().ends_with("4 calls, 0 not as expected, 0 skipped"), "{report}");
    Ok(())
}

#[tokio::test]
async fn code_5_a_replay_sees_content_as_the_hooks_of_the_journal_left_it() -> Check {
    let hide = |call: &CodeDispatchStart, _: &[Content]| {
        let started = call.time > SystemTime::UNIX_EPOCH;
        started.then(|| vec![Content::text("[hidden]")])
    };
    let journal = InMemory::new();
    let registry = builder().journal(journal.clone()).journal_content(hide).build()?;
    program(&json!([["add", { "a": 1, "b": 2 }]])).run(&registry).await.assert();
    let replay = Replay::of(journal.records());
    replay.run(&registry).await.assert();
    assert_eq!(journal.records().len(), 2, "a replay writes no records");
    let Record::CodeDispatch(end) = &journal.records()[1] else { panic!("an end") };
    assert_eq!(end.content, [Content::text("[hidden]")]);
    let open = builder().build()?;
    assert!(!replay.run(&open).await.is_met(), "without the hook the content is another");
    Ok(())
}

#[tokio::test]
async fn code_5_a_replay_of_a_file_with_a_torn_line_says_so() -> Check {
    let file = std::env::temp_dir().join(format!("dsh-tools-torn-{}.jsonl", std::process::id()));
    let lines = JsonLines::append(&file)?;
    let registry = builder().journal(lines.clone()).build()?;
    program(&json!([["add", { "a": 1, "b": 2 }]])).run(&registry).await.assert();
    lines.flush()?;
    let whole = std::fs::read_to_string(&file)?;
    std::fs::write(&file, &whole[..whole.len() - 5])?;
    let replay = Replay::read(&file)?;
    std::fs::remove_file(&file)?;
    let report = replay.run(&registry).await;
    assert_eq!(report.notes().len(), 1);
    assert!(report.to_string().starts_with("note: line 2 is torn"), "{report}");
    assert!(matches!(verdict(&report, 0), Verdict::Skipped(_)));
    Ok(())
}
