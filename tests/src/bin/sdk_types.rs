//! `sdk_types SET`: prints the TypeScript of the SDK of one set of tools, and nothing else.
//! Ends with 0, or with 2 when there is nothing to print.

use std::process::ExitCode;

use dsh_tools_tests::sdk;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [set] = &*arguments else {
        eprintln!("usage: sdk_types SET, where SET is one of {}", sdk::SETS.join(", "));
        return ExitCode::from(2);
    };
    match sdk::typescript(set) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}
