//! Three tools over a directory, and one program that calls them: what a model would get, and what it
//! would read. The program runs in a process of its own.
//!
//! `cargo run --release -p dsh-tools-examples --example code_mode -- [--dir DIR] [--program FILE] [--native]`

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use dsh_tools::json::{Array, Json, from_json};
use dsh_tools::prelude::*;
use dsh_tools_examples::counting::{Counted, Counting};
use dsh_tools_examples::files::{self, Root};

/// The ten largest Rust files, and how many of their lines start with `pub`.
const PROGRAM: &str = r#"
type Row = { path: string; lines: number; pub: number };

const files = await tools.list_files({ extension: "rs" });
const largest = files.sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1)).slice(0, 10);

const rows: Row[] = await Promise.all(largest.map(async ({ path }) => {
  const [text, found] = await Promise.all([
    tools.read_file({ path }),
    tools.search_text({ path, starts_with: "pub" }),
  ]);
  return { path, lines: text.split("\n").length - 1, pub: found.length };
}));

const width = Math.max(...rows.map((row) => row.path.length), 4);
console.log(`${"file".padEnd(width)}  lines   pub`);
for (const row of rows) {
  console.log(`${row.path.padEnd(width)}  ${String(row.lines).padStart(5)}  ${String(row.pub).padStart(4)}`);
}
"#;

struct Options {
    dir: PathBuf,
    program: Option<PathBuf>,
    native: bool,
}

fn options() -> anyhow::Result<Options> {
    let mut options = Options {
        dir: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".."),
        program: None,
        native: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--dir" => options.dir = words.next().context("--dir needs a directory")?.into(),
            "--program" => {
                options.program = Some(words.next().context("--program needs a file")?.into());
            }
            "--native" => options.native = true,
            other => {
                bail!("unknown option {other}; there are --dir DIR, --program FILE and --native")
            }
        }
    }
    Ok(options)
}

/// A plain `main`: what starts a process for a program has to come before any thread exists.
fn main() -> anyhow::Result<()> {
    dsh_tools::worker::init();
    run()
}

#[tokio::main]
async fn run() -> anyhow::Result<()> {
    let options = options()?;
    let root = Root::new(&options.dir)
        .with_context(|| format!("{} cannot be read", options.dir.display()))?;
    let counted = Counted::default();
    let registry = ToolRegistry::builder()
        .state(root)
        .tools(tools![files::list_files, files::read_file, files::search_text])
        .mode(if options.native { Mode::Native } else { Mode::Code })
        .runtime(Isolated::new()?)
        .observe(Counting::new(&counted))
        .build()?;
    if options.native {
        return native(&registry, &counted).await;
    }

    let prompt = registry.prompt().await?.text();
    println!("{prompt}\n");

    let code = match &options.program {
        Some(file) => std::fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?,
        None => PROGRAM.to_owned(),
    };
    let outcome =
        registry.call("run_code", json!({ "code": code, "description": "example" })).await;
    let shown = outcome.text();
    println!("{shown}\n");
    println!("nested calls: {}", counted.calls());
    println!("kept out of context: {} bytes", counted.bytes());
    if outcome.is_error() {
        std::process::exit(1);
    }
    Ok(())
}

/// The same calls, one by one, as a model would make them without Code Mode.
async fn native(registry: &ToolRegistry<Root>, counted: &Counted) -> anyhow::Result<()> {
    let listed = registry.call("list_files", json!({ "extension": "rs" })).await;
    let listed = listed.value().with_context(|| listed.text())?;
    let mut files: Vec<files::FileEntry> = from_json(listed)?;
    files.sort_by(|left, right| {
        right.bytes.cmp(&left.bytes).then_with(|| left.path.cmp(&right.path))
    });
    for file in files.iter().take(10) {
        let text = registry.call("read_file", json!({ "path": file.path })).await.text();
        let found =
            registry.call("search_text", json!({ "path": file.path, "starts_with": "pub" })).await;
        let found = found.value().and_then(Json::as_array).map_or(0, Array::len);
        println!("{}  {} lines  {} pub", file.path, text.matches('\n').count(), found);
    }
    println!("\ncalls: {}", counted.calls());
    println!("a model would have read: {} bytes", counted.bytes());
    Ok(())
}
