//! What programs do with much text, in process, beside the same program in `QuickJS`: 20,000 lines, a megabyte of JSON, an
//! array of 100,000. The programs measure themselves,
//! without what it takes to make the input.
//!
//! `cargo bench --manifest-path benches/text/Cargo.toml`

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use dsh_tools::prelude::*;
use dsh_tools_text_bench::Report;
use tokio::runtime::Runtime;

/// How many times each program runs on each side at least; the fastest counts, since what else a machine does only adds.
const ROUNDS: usize = 5;
/// How long they take turns at least: some machines are at half their speed for a second or two.
const LONG: Duration = Duration::from_secs(4);
/// How many times a program does its work: its clock counts milliseconds.
const TIMES: u32 = 5;

/// One kind of work.
struct Work {
    name: &'static str,
    /// Makes the input.
    before: &'static str,
    /// Does the work; `done` is the proof.
    does: &'static str,
    /// How many times as long as `QuickJS` it may take.
    limit: f64,
}

const LINES: &str = "const line = i => `2024-01-15 line ${i}: a,b,c`; \
    const lines = Array.from({ length: 20000 }, (_, i) => line(i)); const text = lines.join('\\n');";
const ROWS: &str = "const rows = Array.from({ length: 8000 }, (_, i) => ({ id: i, name: 'customer number ' + i, \
    email: `c${i}@example.com`, tags: ['a', 'b'], score: i * 1.5, active: i % 2 === 0, parent: null }));";
const NUMBERS: &str = "let seed = 7; const next = () => seed = (seed * 16807) % 2147483647; \
    const numbers = Array.from({ length: 100000 }, next);";
const NAMES: &str = "let seed = 7; const next = () => seed = (seed * 16807) % 2147483647; \
    const names = Array.from({ length: 100000 }, () => 'name ' + next());";

const ALL: &[Work] = &[
    Work {
        name: "split at line ends",
        before: LINES,
        does: "done = text.split('\\n').length;",
        limit: 6.0,
    },
    Work {
        name: "split by a pattern",
        before: LINES,
        does: "done = text.split(/\\r?\\n/).length;",
        limit: 6.0,
    },
    Work {
        name: "replaceAll of a text",
        before: LINES,
        does: "done = text.replaceAll('line', 'row').length;",
        limit: 4.0,
    },
    Work {
        name: "replaceAll by a function",
        before: LINES,
        does: "done = text.replaceAll('line', m => m + m).length;",
        limit: 4.0,
    },
    Work {
        name: "replaceAll of a pattern",
        before: LINES,
        does: "done = text.replaceAll(/line (\\d+)/g, 'row $1').length;",
        limit: 4.0,
    },
    Work {
        name: "replace by a function",
        before: LINES,
        does: "done = text.replace(/line (\\d+)/g, (_, n) => n).length;",
        limit: 4.0,
    },
    Work {
        name: "match, global",
        before: LINES,
        does: "done = text.match(/\\d+:/g).length;",
        limit: 4.0,
    },
    Work {
        name: "matchAll",
        before: LINES,
        does: "done = [...text.matchAll(/line (\\d+)/g)].length;",
        limit: 4.0,
    },
    Work {
        name: "indexOf from a position, to the end",
        before: LINES,
        does: "done = 0; for (let at = text.indexOf('line'); at >= 0; at = text.indexOf('line', at + 1)) done++;",
        limit: 4.0,
    },
    Work {
        name: "+= in a loop",
        before: LINES,
        does: "let out = ''; for (const line of lines) out += line + '\\n'; done = out.length;",
        limit: 4.0,
    },
    Work {
        name: "+= in a callback",
        before: LINES,
        does: "let out = ''; lines.forEach(line => { out += `${line}\\n`; }); done = out.length;",
        limit: 4.0,
    },
    Work {
        name: "JSON.stringify, 1 MB",
        before: ROWS,
        does: "done = JSON.stringify(rows).length;",
        limit: 4.0,
    },
    Work {
        name: "JSON.stringify with indentation",
        before: ROWS,
        does: "done = JSON.stringify(rows, null, 2).length;",
        limit: 4.0,
    },
    Work {
        name: "JSON.parse, 1 MB",
        before: "ROWS const json = JSON.stringify(rows);",
        does: "done = JSON.parse(json).length;",
        limit: 4.0,
    },
    Work {
        name: "sort of 100,000 numbers",
        before: NUMBERS,
        does: "done = numbers.slice().sort((a, b) => a - b)[0];",
        limit: 4.0,
    },
    Work {
        name: "sort of 8,000 objects by two keys",
        before: ROWS,
        limit: 4.0,
        does: "done = rows.slice().sort((a, b) => b.tags.length - a.tags.length || a.name.localeCompare(b.name))[0].id;",
    },
    // A comparator that is called: the engine's calls take what they take, so the limit is another.
    Work {
        name: "sort by what a function looks up",
        before: NUMBERS,
        limit: 12.0,
        does: "const by = { key: n => n }; done = numbers.slice(0, 10000).sort((a, b) => by.key(a) - by.key(b))[0];",
    },
    Work {
        name: "sort of 100,000 texts",
        before: NAMES,
        does: "done = names.slice().sort()[0].length;",
        limit: 4.0,
    },
    Work {
        name: "toSorted by localeCompare",
        before: NAMES,
        does: "done = names.toSorted((a, b) => a.localeCompare(b))[0].length;",
        limit: 4.0,
    },
];

fn main() -> anyhow::Result<()> {
    let threads = Runtime::new()?;
    let registry = ToolRegistry::builder().mode(Mode::Code).runtime(InProcess::new()).build()?;
    let here = |code: &str| {
        let arguments = json!({ "code": code, "description": "a measurement" });
        let outcome = threads.block_on(registry.call("run_code", arguments));
        ensure!(!outcome.is_error(), "{code}: {}", outcome.text());
        anyhow::Ok(outcome.text().trim().to_owned())
    };
    let mut report = Report::default();
    let wanted = std::env::args().nth(1).filter(|word| !word.starts_with("--")).unwrap_or_default();
    for work in ALL.iter().filter(|work| work.name.contains(&wanted)) {
        let before = work.before.replace("ROWS", ROWS);
        let program = format!(
            "{before} let done = 0; const begun = Date.now(); for (let i = 0; i < {TIMES}; i++) {{ {} }} \
             return `${{Date.now() - begun}} ${{done}}`;",
            work.does
        );
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let begun = Instant::now();
        while ours.len() < ROUNDS || begun.elapsed() < LONG {
            let (our_time, our_result) = read(&here(&program)?)?;
            let (their_time, their_result) = read(&quickjs(&program)?)?;
            ensure!(our_result == their_result, "{}: {our_result}, {their_result}", work.name);
            ours.push(our_time);
            theirs.push(their_time);
        }
        report.ratio_within(work.name, fastest(ours), fastest(theirs), work.limit);
    }
    report.finish();
    Ok(())
}

fn quickjs(program: &str) -> anyhow::Result<String> {
    let runtime = rquickjs::Runtime::new()?;
    let context = rquickjs::Context::full(&runtime)?;
    let result = context.with(|ctx| ctx.eval::<String, _>(format!("(() => {{ {program} }})()")));
    result.with_context(|| program.to_owned())
}

/// The time for one of the times that the work was done, and what came of it.
fn read(result: &str) -> anyhow::Result<(Duration, String)> {
    let (millis, done) = result.trim_matches('"').split_once(' ').context("no time")?;
    Ok((Duration::from_millis(millis.parse()?) / TIMES, done.to_owned()))
}

fn fastest(times: Vec<Duration>) -> Duration {
    times.into_iter().min().unwrap_or_default()
}
