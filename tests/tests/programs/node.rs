//! The same programs under Node: the JavaScript that the front end makes, with tools written in JavaScript.

use std::io::{ErrorKind, Write as _};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cases::{Case, Expected, folder};

/// What Node makes of the programs; `None` where there is no Node.
pub(crate) fn run(cases: &[&Case]) -> Option<Vec<Expected>> {
    let made: Vec<String> = cases
        .iter()
        .map(|case| dsh_tools::__private::javascript_of(&case.code).expect(&case.name))
        .collect();
    let mut command = Command::new("node");
    command.arg(folder().join("run.mjs")).env("TZ", "UTC");
    let mut node = match command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() {
        Ok(node) => node,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => panic!("{error}"),
    };
    let mut stdin = node.stdin.take().unwrap();
    stdin.write_all(serde_json::to_string(&made).unwrap().as_bytes()).unwrap();
    drop(stdin);
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "node ended with {}", output.status);
    let results: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(results.len(), cases.len());
    Some(results.into_iter().map(expected).collect())
}

fn expected(result: Value) -> Expected {
    match result.get("fails") {
        Some(text) => Expected::Fails(text.as_str().unwrap().to_owned()),
        None => Expected::Gives(result),
    }
}
