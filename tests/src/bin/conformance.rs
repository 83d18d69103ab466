//! `conformance FAMILY FILE`: runs the cases of a file and prints what comes of them.
//! Programs run in processes of their own; with `--in-process` they run on threads of this one.
//! Ends with 0 when no case failed, 1 when some did, 2 when there was nothing to run.

use std::path::Path;
use std::process::ExitCode;

use dsh_tools_tests::hosting::Hosting;

fn main() -> ExitCode {
    dsh_tools::worker::init();
    run()
}

#[tokio::main]
async fn run() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = arguments.len();
    arguments.retain(|argument| argument != "--in-process");
    let in_process = arguments.len() < given;
    let hosting = if in_process { Hosting::InProcess } else { Hosting::Isolated(None) };
    let [family, file] = &*arguments else {
        eprintln!(
            "usage: conformance FAMILY FILE [--in-process], where FAMILY is one of {}",
            families()
        );
        return ExitCode::from(2);
    };
    match dsh_tools_tests::run(family, Path::new(file), &hosting).await {
        Ok(report) => {
            println!("{report}");
            if report.failures() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

fn families() -> String {
    dsh_tools_tests::FAMILIES.join(", ")
}
