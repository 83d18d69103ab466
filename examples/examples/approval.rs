//! Four calls and what stands in their way: one is allowed, one refused by a person, one by a guard, and one is
//! cancelled while the person thinks. At the end stands the journal of all four.
//!
//! `cargo run -p dsh-tools-examples --example approval [-- --ask]`: with `--ask` you are the person.

use std::io::{BufRead as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use dsh_tools::call::{CallKind, GenericCall, Record};
use dsh_tools::hook::{Approval, ApprovalRequest, ApprovalService, InMemory};
use dsh_tools::prelude::*;
use dsh_tools::present::TerminalView;

/// Remove a file.
#[tool(
    destructive,
    present_call = |args| GenericCall::new(format!("Remove {}", args.path)).kind(CallKind::Delete)
)]
async fn remove(path: String) -> String {
    format!("{path} is gone")
}

/// Asks about whatever destroys something; all else is allowed.
async fn ask_first(call: CallHandle<()>, next: Next<()>) -> Result<Decision, ToolError> {
    if call.tool().is_some_and(|tool| tool.hints().destructive) {
        return Ok(Decision::ask("what is gone stays gone"));
    }
    next.run(call).await
}

/// Nobody can allow this.
fn not_the_system(call: &CallHandle<()>) -> Option<String> {
    let path = call.arguments()["path"].as_str()?;
    path.starts_with("/etc").then(|| format!("{path} belongs to the system"))
}

/// The person at the terminal.
struct Terminal;

impl ApprovalService<()> for Terminal {
    async fn request(&self, request: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        let question = question(&request);
        // Reading a line blocks, so it has a thread of its own; a question that is withdrawn is left standing.
        let answer = tokio::task::spawn_blocking(move || {
            print!("{question} [y/N] ");
            std::io::stdout().flush()?;
            let mut line = String::new();
            std::io::stdin().lock().read_line(&mut line)?;
            std::io::Result::Ok(line)
        });
        tokio::select! {
            () = request.call.cancel().cancelled() => Ok(Approval::Cancelled),
            line = answer => Ok(match line??.trim() {
                "y" | "yes" => Approval::AllowedOnce,
                _ => Approval::Rejected,
            }),
        }
    }
}

/// A person whose answers are known: for the example, and for tests.
struct Scripted;

impl ApprovalService<()> for Scripted {
    async fn request(&self, request: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        let path = request.call.arguments()["path"].as_str().unwrap_or_default().to_owned();
        println!("{}", question(&request));
        match path.as_str() {
            "precious.txt" => Ok(Approval::Rejected),
            "unsure.txt" => {
                request.call.cancel().cancelled().await;
                Ok(Approval::Cancelled)
            }
            _ => Ok(Approval::AllowedOnce),
        }
    }
}

/// The card of the call, as the person sees it: whatever the model wrote, it cannot drive the terminal.
fn question(request: &ApprovalRequest<()>) -> String {
    let call = &request.call;
    let card = call.tool().map(|tool| tool.present_call(call.arguments()));
    let shown = card.map(|card| TerminalView::new().call(&card)).unwrap_or_default();
    format!("{shown}{} May it run?", request.reason.as_deref().unwrap_or_default())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let journal = InMemory::new();
    let builder = ToolRegistry::builder()
        .tools(tools![remove])
        .pre_execute(ask_first)
        .guard(not_the_system)
        .journal(journal.clone());
    let is_asked = std::env::args().any(|word| word == "--ask");
    let builder = if is_asked { builder.approval(Terminal) } else { builder.approval(Scripted) };
    let registry = builder.build()?;
    // Only calls made through a scope can be approved: somebody has to answer for them.
    let agent = registry.scope();

    for path in ["old.txt", "precious.txt", "/etc/passwd", "unsure.txt"] {
        let call = ToolCall::new("remove", json!({ "path": path })).with_id(path);
        let cancel = call.cancel.clone();
        let running = agent.execute(call);
        let outcome = if path == "unsure.txt" {
            let thinking = async {
                tokio::time::sleep(Duration::from_millis(100)).await;
                cancel.cancel();
            };
            tokio::join!(running, thinking).0
        } else {
            running.await
        };
        let code = outcome.code().map_or("allowed", |code| code.as_str());
        println!("  {code}: {}\n", outcome.text());
    }

    println!("The journal:");
    for record in journal.records() {
        println!("{}", line(&record)?);
    }
    Ok(())
}

/// A record on one line, without its time.
fn line(record: &Record) -> anyhow::Result<String> {
    let mut form = json!(record);
    form.as_object_mut().context("a record is an object")?.remove("time");
    Ok(form.to_string())
}
