//! The command line: the SDK and the documentation of a tool list, and the validation of values.
//! Results go to standard output; losses, offences and errors to standard error, one a line.

mod console;
mod docs;
mod input;
mod sdk;
mod tool_list;
mod validate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::console::Failure;

/// What a tool list looks like to a model and to people, and whether values fit a schema.
#[derive(Parser)]
#[command(name = "dsh-tools", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Sdk(sdk::Arguments),
    Validate(validate::Arguments),
    Docs(docs::Arguments),
}

fn main() -> ExitCode {
    let done = match CommandLine::parse().command {
        Command::Sdk(arguments) => sdk::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::Docs(arguments) => docs::run(&arguments),
    };
    match done {
        Ok(status) => status,
        Err(Failure(lines)) => {
            console::complain(&lines);
            ExitCode::from(console::UNUSABLE)
        }
    }
}
