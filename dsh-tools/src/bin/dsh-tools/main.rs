//! The command line: the SDK and the documentation of a tool list, the validation of values, checks and runs of programs.
//! Results go to standard output; losses, offences and errors to standard error, one a line.

#[cfg(feature = "engine")]
mod check;
mod console;
mod docs;
mod input;
#[cfg(all(feature = "engine", target_os = "linux"))]
mod run;
mod sdk;
mod tool_list;
mod validate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::console::Failure;

/// What a tool list looks like to a model and to people, whether values and programs fit it, and what programs come to.
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
    #[cfg(feature = "engine")]
    Check(check::Arguments),
    #[cfg(all(feature = "engine", target_os = "linux"))]
    Run(run::Arguments),
}

fn main() -> ExitCode {
    #[cfg(all(feature = "engine", target_os = "linux"))]
    dsh_tools::worker::init();
    let done = match CommandLine::parse().command {
        Command::Sdk(arguments) => sdk::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::Docs(arguments) => docs::run(&arguments),
        #[cfg(feature = "engine")]
        Command::Check(arguments) => check::run(&arguments),
        #[cfg(all(feature = "engine", target_os = "linux"))]
        Command::Run(arguments) => run::run(&arguments),
    };
    match done {
        Ok(status) => status,
        Err(Failure(lines)) => {
            console::complain(&lines);
            ExitCode::from(console::UNUSABLE)
        }
    }
}
