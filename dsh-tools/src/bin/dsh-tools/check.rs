//! `dsh-tools check`: what is wrong with a program, as far as its tools' schemas tell (rule CODE-13).

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use dsh_tools::code::check_program;

use crate::console::{self, Failure};
use crate::{input, tool_list};

/// Check a program against a tool list, without running it
///
/// Prints `line:column: text` for each finding. The exit status is 0 if there is none, 1 if there are any, and 2 when
/// tools or program cannot be read.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A JSON file of tools, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    tools: PathBuf,
    /// A TypeScript program, or `-` for standard input
    #[arg(value_name = "PROGRAM.ts")]
    program: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if input::is_standard_input(&arguments.tools) && input::is_standard_input(&arguments.program) {
        let why = "standard input can hold the tools or the program: give the other one as a file";
        return Err(Failure::one(why));
    }
    let tools = tool_list::read(&arguments.tools)?;
    let program = input::text(&arguments.program, "no program")?;
    let findings = check_program(&program, &tools);
    let lines: String = findings.iter().map(|finding| finding.to_string() + "\n").collect();
    console::print(&lines)?;
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
