//! What policies do to calls: a timeout, a retry, a long result that is read back, and the spans.
//!
//! `cargo run -q -p dsh-tools-examples --example policies`

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use dsh_tools::policy;
use dsh_tools::prelude::*;

/// Wait for an answer that never comes.
#[tool(read_only, timeout_ms = 50)]
async fn wait(ctx: &ToolContext) {
    ctx.cancel().cancelled().await;
}

static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Ask a service that is busy at first.
#[tool(idempotent)]
async fn ask() -> Result<&'static str, ToolError> {
    let attempt = ASKED.fetch_add(1, Ordering::SeqCst) + 1;
    if attempt < 3 { Err(ToolError::new("busy")) } else { Ok("answered at the third attempt") }
}

/// Print a long log.
#[tool(read_only)]
async fn log() -> String {
    let lines = (1..=5_000).map(|line| format!("{line}: all is well"));
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let spans = tracing_subscriber::fmt()
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::CLOSE)
        .without_time()
        .with_ansi(false);
    spans.init();
    let spill = policy::Spill::above(4_096)?;
    let metrics = policy::Metrics::new();
    let registry = ToolRegistry::builder()
        .tools(tools![wait, ask, log])
        .tools(vec![spill.read_tool()])
        .around(policy::Trace::default())
        .around(metrics.clone())
        .around(policy::Timeout::default().or(Duration::from_secs(5)))
        .around(policy::Retry::idempotent(3).first_wait(Duration::from_millis(5)))
        .post_execute(spill)
        .build()?;

    println!("timeout: {}", registry.call("wait", json!({})).await.text());
    println!("retry:   {}", registry.call("ask", json!({})).await.text());
    let text = registry.call("log", json!({})).await.text();
    let first = text.lines().next().context("a first line")?;
    println!("spill:   {first}");
    let handle = first.split('"').nth(3).context("a handle")?;
    let found = registry.call("read_spill", json!({ "handle": handle, "search": "4711:" })).await;
    println!("read:    {}", found.text().trim_end());
    println!("counted: {} tools", metrics.snapshot().tools.len());
    Ok(())
}
