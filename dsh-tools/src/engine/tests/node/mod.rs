//! Node's answers to cases of ours, which `answers.mjs` wrote beside this file, and whether it still gives them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/tests/node")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap()
}

/// The cases of a file, each with Node's answer.
pub(super) fn cases(name: &str) -> Vec<(String, Value)> {
    let cases: Vec<(String, Value)> = serde_json::from_str(&text(name)).unwrap();
    assert!(cases.len() > 50, "{name} has {} cases", cases.len());
    cases
}

#[test]
fn code_11_node_still_answers_so() {
    let mut node = Command::new("node");
    let output =
        match node.arg(folder().join("answers.mjs")).arg("--print").env("TZ", "UTC").output() {
            Ok(output) => output,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return println!("skipped: there is no node to run");
            }
            Err(error) => panic!("{error}"),
        };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.trim_end(), ["dates", "console", "values"].map(text).join("\n").trim_end());
}
