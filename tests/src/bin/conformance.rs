//! `conformance FAMILY FILE`: runs the cases of a file and prints what comes of them.
//! Ends with 0 when no case failed, 1 when some did, 2 when there was nothing to run.

use std::path::Path;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [family, file] = &*arguments else {
        eprintln!("usage: conformance FAMILY FILE, where FAMILY is one of {}", families());
        return ExitCode::from(2);
    };
    match dsh_tools_tests::run(family, Path::new(file)).await {
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
