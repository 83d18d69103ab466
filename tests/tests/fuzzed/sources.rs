//! What the changed inputs are made from: the programs, schemas and values of the vectors, and the corpora.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn place(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of a corpus, in the order of their names.
pub(crate) fn corpus(name: &str) -> Vec<Vec<u8>> {
    let files = fs::read_dir(place("../fuzz/corpus").join(name)).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

fn texts(name: &str) -> Vec<String> {
    corpus(name).into_iter().map(|bytes| String::from_utf8(bytes).unwrap()).collect()
}

fn vectors(family: &str) -> Vec<Value> {
    let text = fs::read_to_string(place("vectors").join(format!("{family}.json"))).unwrap();
    let mut vectors: Value = serde_json::from_str(&text).unwrap();
    serde_json::from_value(vectors["cases"].take()).unwrap()
}

/// Programs of the corpus, of the vectors and of `tests/programs`.
pub(crate) fn programs() -> Vec<String> {
    let mut programs = texts("front_end");
    let cases = vectors("programs");
    programs.extend(cases.iter().filter_map(|case| case["code"].as_str()).map(str::to_owned));
    for file in ["language.ts", "text.ts", "tables.ts", "failures.ts"] {
        let text = fs::read_to_string(place("programs").join(file)).unwrap();
        programs.extend(text.split("\n////").map(str::to_owned));
    }
    programs
}

/// Schemas, each with a value.
pub(crate) fn schemas() -> Vec<(Value, Value)> {
    let own = texts("schema").into_iter().map(|text| {
        let (schema, value) = text.split_once('\n').unwrap();
        (serde_json::from_str(schema).unwrap(), serde_json::from_str(value).unwrap())
    });
    let cases = vectors("schema-validate").into_iter();
    own.chain(cases.map(|mut case| (case["schema"].take(), case["value"].take()))).collect()
}

/// Arguments: those of the corpus, and values of the vectors.
pub(crate) fn arguments() -> Vec<String> {
    let values = vectors("schema-validate").into_iter().map(|case| case["value"].to_string());
    texts("arguments").into_iter().chain(values).collect()
}
