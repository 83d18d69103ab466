//! What a worker cannot do, whatever runs in it: the limits and the filter of rule CODE-12, tried from inside.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use dsh_tools::prelude::*;
use dsh_tools_tests::say;

/// The error of what is not permitted, which the filter gives.
const NOT_PERMITTED: &str = "1";

/// What each attempt of the confined program gave.
fn attempts() -> BTreeMap<String, String> {
    // Standard error is no terminal and no file of this test.
    let confined = Command::new(env!("CARGO_BIN_EXE_confined"))
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let printed = String::from_utf8(confined.stdout).unwrap();
    let words = String::from_utf8_lossy(&confined.stderr);
    assert!(confined.status.success(), "{}: {printed}\n{words}", confined.status);
    let pair = |line: &str| {
        let (name, result) = line.split_once(' ').unwrap();
        (name.to_owned(), result.to_owned())
    };
    printed.lines().map(pair).collect()
}

#[test]
fn code_12_a_confined_process_reaches_no_file_socket_process_or_limit() {
    let mut attempts = attempts();
    let protections = attempts.remove("protections").unwrap();
    assert!(!protections.contains("false"), "{protections}");
    let grown = attempts.remove("allowed-memory").unwrap();
    assert_eq!(grown, (8 << 20).to_string(), "memory within the budget is there");
    say!("{} attempts of a confined process", attempts.len());
    let gone_through: Vec<_> =
        attempts.iter().filter(|(_, result)| *result != NOT_PERMITTED).collect();
    assert!(gone_through.is_empty(), "not refused: {gone_through:?}");
    for name in [
        "open-to-read",
        "open-to-write",
        "create",
        "connect",
        "exec",
        "fork",
        "trace-the-parent",
        "kill-the-parent",
        "kill-a-thread-of-the-parent",
        "raise-memory",
    ] {
        assert!(attempts.contains_key(name), "{name} was not tried");
    }
    assert!(!fs::exists("/tmp/dsh-tools-confined").unwrap());
}

/// Wait until the call is cancelled.
#[tool(concurrency_safe)]
async fn wait(ctx: &ToolContext) {
    ctx.cancel().cancelled().await;
}

/// The processes that this one has started.
fn children() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let listed = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    listed.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The value of a line of a file of the kernel, without the spaces around it.
fn line<'a>(text: &'a str, name: &str) -> &'a str {
    let found = text.lines().find_map(|line| line.strip_prefix(name));
    found.unwrap_or_else(|| panic!("no {name} in {text}")).trim()
}

#[tokio::test]
async fn code_12_every_thread_of_a_worker_with_a_program_is_confined() {
    let runtime = Isolated::builder()
        .worker(env!("CARGO_BIN_EXE_code-worker"))
        .compute(Duration::from_secs(5))
        .build()
        .unwrap();
    let registry = ToolRegistry::builder().mode(Mode::Code).runtime(runtime).tools(tools![wait]);
    let registry = registry.build().unwrap();
    let code = json!({ "code": "await tools.wait({})", "description": "a test" });
    let call = ToolCall::new("run_code", code);
    let cancel = call.cancel.clone();
    let looking = async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let seen: Vec<_> = children().iter().map(|child| confinement(child)).collect();
        cancel.cancel();
        seen
    };
    let (_, seen) = tokio::join!(registry.execute(call), looking);
    assert!(!seen.is_empty(), "there is no worker");
    for (threads, open, limits) in seen {
        // The main thread, the watchdog and the program's.
        say!("{} threads, {open:?}", threads.len());
        assert_eq!(threads.len(), 3, "{threads:?}");
        assert!(threads.iter().all(|thread| thread == "2 1"), "filter, privileges: {threads:?}");
        // Three, and both ends of the channel, one of them twice; the rest comes from where the test was started.
        assert!(open.iter().all(|file| !file.starts_with("socket")), "{open:?}");
        let fields = |name: &str| {
            line(&limits, name).split_whitespace().take(2).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(fields("Max open files"), "3 3");
        assert_eq!(fields("Max core file size"), "0 0");
        assert_eq!(fields("Max cpu time"), "15 15");
        assert!(!fields("Max address space").contains("unlimited"), "{limits}");
    }
}

/// Of each thread of a process whether it is filtered and may gain privileges; its descriptors; its limits.
fn confinement(process: &str) -> (Vec<String>, Vec<String>, String) {
    let folder = format!("/proc/{process}");
    let threads = fs::read_dir(format!("{folder}/task")).unwrap().flatten().map(|task| {
        let status = fs::read_to_string(task.path().join("status")).unwrap();
        format!("{} {}", line(&status, "Seccomp:"), line(&status, "NoNewPrivs:"))
    });
    let threads = threads.collect();
    let open = fs::read_dir(format!("{folder}/fd")).unwrap().flatten();
    let open =
        open.filter_map(|entry| Some(fs::read_link(entry.path()).ok()?.display().to_string()));
    let open = open.collect();
    (threads, open, fs::read_to_string(format!("{folder}/limits")).unwrap())
}
