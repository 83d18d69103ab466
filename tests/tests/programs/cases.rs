//! Reads the programs and what they are to give.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// One program.
pub(crate) struct Case {
    pub(crate) shape: String,
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) expected: Expected,
    /// Whether only this library is to give that: the name ends in `(ours)`, and `docs/javascript.md` says why.
    pub(crate) ours: bool,
}

/// What comes of a program.
#[derive(Debug, PartialEq)]
pub(crate) enum Expected {
    /// Its logs and its value.
    Gives(Value),
    /// A part of its message.
    Fails(String),
}

impl Expected {
    /// Whether a run that ended so is what was expected.
    pub(crate) fn covers(&self, got: &Self) -> bool {
        match (self, got) {
            (Self::Gives(expected), Self::Gives(got)) => expected == got,
            (Self::Fails(part), Self::Fails(text)) => text.contains(&**part),
            _ => false,
        }
    }
}

/// The folder of the programs.
pub(crate) fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// All programs, in the order of their files.
pub(crate) fn read() -> Vec<Case> {
    let files = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "ts")).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let shape = file.file_stem().unwrap().to_str().unwrap();
        let (_, programs) = text.split_once("//// ").expect("a program");
        cases.extend(programs.split("\n//// ").map(|part| case(shape, part)));
    }
    cases
}

fn case(shape: &str, part: &str) -> Case {
    let (name, rest) = part.split_once('\n').expect(part);
    let (code, expected) = rest.rsplit_once("\n//= ").expect(part);
    let expected = match expected.trim().strip_prefix("fails: ") {
        Some(text) => Expected::Fails(text.to_owned()),
        None => Expected::Gives(serde_json::from_str(expected.trim()).expect(part)),
    };
    let ours = name.ends_with("(ours)");
    Case { shape: shape.to_owned(), name: name.to_owned(), code: code.to_owned(), expected, ours }
}
