//! `dsh-tools run`: runs one program as a model's program would run, and shows what the model would read.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use dsh_tools::call::Outcome;
use dsh_tools::code::CodeRuntime;
use dsh_tools::prelude::*;

use crate::console::{self, Failure};
use crate::input;

/// Run a program, and print what a model would read of it
///
/// The program has no tools. It runs in a process of its own; the exit status is 1 if it fails.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A TypeScript program, or `-` for standard input
    #[arg(value_name = "PROGRAM.ts")]
    program: PathBuf,
    /// Print the whole outcome as JSON
    #[arg(long)]
    json: bool,
    /// What the run may cost, such as `compute=1s,wall=10s,memory=256MiB,output=1MiB`
    #[arg(long, value_name = "LIMITS", default_value = "")]
    limits: String,
    /// Run on a thread of this process, without a bound on memory
    #[arg(long)]
    in_process: bool,
}

/// What a run may cost, as far as it was said.
#[derive(Debug, Default, PartialEq, Eq)]
struct Limits {
    compute: Option<Duration>,
    wall: Option<Duration>,
    memory: Option<u64>,
    output: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let program = input::text(&arguments.program, "no program")?;
    let limits = Limits::read(&arguments.limits).map_err(Failure::one)?;
    let outcome = if arguments.in_process {
        play(limits.in_process().map_err(Failure::one)?, &program)
    } else {
        play(limits.isolated().map_err(Failure::one)?, &program)
    }?;
    let text = if arguments.json { as_json(&outcome)? } else { outcome.text() };
    console::print(&(text + "\n"))?;
    Ok(if outcome.is_error() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn as_json(outcome: &Outcome) -> Result<String, Failure> {
    serde_json::to_string_pretty(outcome).map_err(|error| Failure::one(error.to_string()))
}

fn play(runtime: impl CodeRuntime, program: &str) -> Result<Outcome, Failure> {
    let registry: ToolRegistry = ToolRegistry::builder()
        .mode(Mode::Code)
        .runtime(runtime)
        .build()
        .map_err(|error| Failure::one(error.to_string()))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::one(format!("no runtime: {error}")))?;
    let arguments = json!({ "code": program, "description": "from the command line" });
    Ok(runtime.block_on(registry.call("run_code", arguments)))
}

impl Limits {
    fn read(text: &str) -> Result<Self, String> {
        let mut limits = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let unreadable = || {
                format!(
                    "the limit {part:?} is none: write compute=1s, wall=10s, memory=256MiB or output=1MiB"
                )
            };
            let (name, value) = part.split_once('=').ok_or_else(unreadable)?;
            match name.trim() {
                "compute" => limits.compute = Some(duration(value).ok_or_else(unreadable)?),
                "wall" => limits.wall = Some(duration(value).ok_or_else(unreadable)?),
                "memory" => limits.memory = Some(bytes(value).ok_or_else(unreadable)?),
                "output" => limits.output = Some(bytes(value).ok_or_else(unreadable)?),
                _ => return Err(unreadable()),
            }
        }
        Ok(limits)
    }

    fn output_bytes(&self) -> usize {
        self.output.map_or(64 << 20, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    fn in_process(&self) -> Result<InProcess, String> {
        let mut builder = InProcess::builder().output_bytes(self.output_bytes());
        if let Some(compute) = self.compute {
            builder = builder.compute(compute);
        }
        if let Some(wall) = self.wall {
            builder = builder.wall(wall);
        }
        if self.memory.is_some() {
            return Err(
                "a run in this process has no bound on memory: leave `memory` out".to_owned()
            );
        }
        builder.build().map_err(|error| error.to_string())
    }

    fn isolated(&self) -> Result<Isolated, String> {
        let mut builder = Isolated::builder().spares(1).output_bytes(self.output_bytes());
        if let Some(compute) = self.compute {
            builder = builder.compute(compute);
        }
        if let Some(wall) = self.wall {
            builder = builder.wall(wall);
        }
        if let Some(memory) = self.memory {
            builder = builder.memory(memory);
        }
        builder.build().map_err(|error| error.to_string())
    }
}

/// `500ms`, `1s`, `2m`.
fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit())?);
    let number: u64 = number.parse().ok()?;
    match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_secs(number.checked_mul(60)?)),
        _ => None,
    }
}

/// `1000`, `64KiB`, `256MiB`, `1GiB`.
fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor: u64 = match unit {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_wrong_ones_are_told() {
        let limits = Limits::read("compute=1s, wall=10s,memory=256MiB,output=1MiB");
        let expected = Limits {
            compute: Some(Duration::from_secs(1)),
            wall: Some(Duration::from_secs(10)),
            memory: Some(256 << 20),
            output: Some(1 << 20),
        };
        assert_eq!(limits, Ok(expected));
        assert_eq!(Limits::read(""), Ok(Limits::default()));
        for wrong in ["compute", "compute=1", "speed=1s", "memory=1TB", "memory=99999999999GiB"] {
            assert!(Limits::read(wrong).is_err_and(|error| error.contains(wrong)), "{wrong}");
        }
    }
}
