//! `dsh-tools sdk`: what a model reads of a tool list when it writes programs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use dsh_tools::present::{Disclosure, DisclosureLevel, sdk_types};

use crate::console::{self, Failure};
use crate::tool_list;

/// Print the TypeScript SDK of a tool list
///
/// What a schema says that is not understood is any JSON in the SDK, and a loss on standard error. A token is taken for
/// four bytes of UTF-8.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A JSON file of tools, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    tools: PathBuf,
    /// Only the TypeScript: no rules and no fence around it. Without a level or a budget, it is laid out for people
    #[arg(long)]
    raw: bool,
    /// How much of each tool is told; without it, everything, or as much as the budget allows
    #[arg(long)]
    level: Option<Level>,
    /// How many tokens the SDK may cost, rules included; for a catalogue 1000 without it
    #[arg(long, value_name = "TOKENS")]
    budget: Option<usize>,
}

/// The levels, as they are named on the command line.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Level {
    /// Types and descriptions of everything
    Full,
    /// Types, and the first lines of descriptions
    Signatures,
    /// Names with one line each
    Catalog,
}

/// How many tokens a catalogue costs at most where nothing is said of it.
const CATALOG: usize = 1_000;

impl Arguments {
    fn disclosure(&self) -> Result<Disclosure, Failure> {
        Ok(match (self.level, self.budget) {
            (None | Some(Level::Full), None) => Disclosure::full(),
            (Some(Level::Signatures), None) => Disclosure::signatures(),
            (Some(Level::Catalog), budget) => Disclosure::catalog(budget.unwrap_or(CATALOG)),
            (None, Some(budget)) => Disclosure::within(budget),
            (Some(Level::Full | Level::Signatures), Some(_)) => {
                let why = "only a catalogue can be cut to a budget: leave out --level for the richest that fits";
                return Err(Failure::one(why));
            }
        })
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let disclosure = arguments.disclosure()?;
    let tools = tool_list::read(&arguments.tools)?;
    if arguments.raw && arguments.level.is_none() && arguments.budget.is_none() {
        console::print(&sdk_types(&tools))?;
        return Ok(ExitCode::SUCCESS);
    }
    let sdk = disclosure.sdk(&tools);
    if arguments.level.is_none() && sdk.level != DisclosureLevel::Full {
        console::complain(&[format!("within the budget: {}", sdk.level.as_str())]);
    }
    let text = if arguments.raw { sdk.typescript().to_owned() } else { format!("{}\n", sdk.text) };
    console::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
