//! What the tools of real lists cost a model, natively and at each level of disclosure: the table of `docs/tokens.md`.
//! With `--check` nothing is printed unless that table differs, and the exit status is 1 then.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use dsh_tools::json::parse;
use dsh_tools::present::Disclosure;
use dsh_tools::tool::{ToolList, ToolSpec};
use serde_json::json;
use tiktoken_rs::{CoreBPE, o200k_base};

/// How many tokens the catalogues may cost, by the library's own estimate.
const CATALOG: usize = 1_000;
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tokens.md");
const HEAD: &str = "\
| list | tools | native | `full` | `signatures` | `catalog` |
|---|---:|---:|---:|---:|---:|
";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Some(folder) = std::env::var_os("TOOL_LISTS") else {
        eprintln!("skipped: TOOL_LISTS is not set");
        return Ok(ExitCode::SUCCESS);
    };
    let table = table(&lists(Path::new(&folder))?)?;
    if !std::env::args().any(|argument| argument == "--check") {
        print!("{table}");
        return Ok(ExitCode::SUCCESS);
    }
    if fs::read_to_string(DOCUMENT)?.contains(&table) {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("docs/tokens.md has another table; it should be:\n\n{table}");
    Ok(ExitCode::FAILURE)
}

/// The files of tool lists, by name.
fn lists(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut lists = Vec::new();
    for entry in fs::read_dir(folder)? {
        lists.push(entry?.path());
    }
    lists.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    lists.sort();
    Ok(lists)
}

fn table(lists: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let encoder = o200k_base()?;
    let mut table = HEAD.to_owned();
    for path in lists {
        let list = ToolList::from_json(&parse(&fs::read_to_string(path)?)?)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let native = tokens(&encoder, &native(&list.specs)?);
        write!(table, "| {name} | {} | {native} |", list.specs.len())?;
        for level in [Disclosure::full(), Disclosure::signatures(), Disclosure::catalog(CATALOG)] {
            let tokens = tokens(&encoder, &level.sdk(&list.specs).text);
            write!(table, " {tokens} ({}) |", percent(tokens, native))?;
        }
        table.push('\n');
    }
    Ok(table)
}

/// The tools as function calling sends them, without a space too many.
fn native(tools: &[ToolSpec]) -> Result<String, serde_json::Error> {
    let tool = |tool: &ToolSpec| {
        json!({ "type": "function", "function": {
            "name": tool.name().as_str(),
            "description": tool.description(),
            "parameters": tool.parameters().to_json(),
        } })
    };
    serde_json::to_string(&tools.iter().map(tool).collect::<Vec<_>>())
}

fn tokens(encoder: &CoreBPE, text: &str) -> usize {
    encoder.encode_ordinary(text).len()
}

#[allow(clippy::cast_precision_loss)] // Numbers of tokens are small.
fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}
