//! `dsh-tools sdk`: what a model reads of a tool list when it writes programs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use dsh_tools::present::{sdk_text, sdk_types};

use crate::console::{self, Failure};
use crate::tool_list;

/// Print the TypeScript SDK of a tool list
///
/// What a schema says that is not understood is any JSON in the SDK, and a loss on standard error.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A JSON file of tools, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    tools: PathBuf,
    /// Only the TypeScript: no rules and no fence around it
    #[arg(long)]
    raw: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let tools = tool_list::read(&arguments.tools)?;
    let text = if arguments.raw { sdk_types(&tools) } else { sdk_text(&tools) + "\n" };
    console::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
