//! `dsh-tools docs`: a tool list as Markdown, for people (rule SCH-1).

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use dsh_tools::present::docs_text;

use crate::console::{self, Failure};
use crate::tool_list;

/// Print the documentation of a tool list as Markdown
#[derive(Args)]
pub(crate) struct Arguments {
    /// A JSON file of tools, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    tools: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let tools = tool_list::read(&arguments.tools)?;
    console::print(&docs_text(&tools))?;
    Ok(ExitCode::SUCCESS)
}
