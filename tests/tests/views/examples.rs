//! The examples of `docs/records.md`.

use std::fs;
use std::path::Path;

/// An example: the type that it is of, its JSON, and the table that follows it.
pub(crate) struct Example {
    pub(crate) of: String,
    pub(crate) json: serde_json::Value,
    pub(crate) table: String,
}

pub(crate) fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records.md")).unwrap()
}

/// All examples, in the order of the page.
pub(crate) fn examples() -> Vec<Example> {
    let page = page();
    let fences = page.split("```json ").skip(1);
    let examples = fences.map(|fence| {
        let (head, rest) = fence.split_once('\n').unwrap();
        let (json, after) = rest.split_once("\n```").unwrap();
        let table = after.lines().filter(|line| line.starts_with('|')).collect::<Vec<_>>();
        Example {
            of: head.to_owned(),
            json: serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}")),
            table: table.join("\n"),
        }
    });
    examples.collect()
}

/// The examples of that type.
pub(crate) fn of(name: &str) -> Vec<Example> {
    examples().into_iter().filter(|example| example.of == name).collect()
}
