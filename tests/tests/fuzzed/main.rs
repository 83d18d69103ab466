//! The entries of the fuzz targets without a fuzzer: each file of each corpus, what was found once, and input that is
//! nearly right, made from programs and schemas of the vectors with a fixed seed. `docs/fuzzing.md` tells of both.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod change;
mod sources;

use std::fs;
use std::path::Path;

use dsh_tools::json::parse;
use dsh_tools::prelude::*;
use dsh_tools::schema::Schema;
use dsh_tools_tests::entries::{self, ENTRIES};
use proptest::prelude::any;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use self::change::Changes;

/// Tries so many cases. One that fails is made small, and its input is in the message.
fn tries<S: Strategy>(cases: u32, strategy: &S, holds: impl Fn(S::Value)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let outcome = TestRunner::new_with_rng(config, rng).run(strategy, |value| {
        holds(value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

fn choices() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 1..24)
}

fn noise(most: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..most)
}

/// All files of the corpus of that entry.
fn corpus(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let (_, entry) = ENTRIES.iter().find(|(known, _)| *known == name).unwrap();
    let mut files = 0;
    for file in fs::read_dir(folder).unwrap() {
        entry(&fs::read(file.unwrap().path()).unwrap());
        files += 1;
    }
    assert!(files >= 5, "{files} files");
}

#[test]
fn code_1_the_corpus_of_the_front_end_holds() {
    corpus("front_end");
}

#[test]
fn code_3_the_corpus_of_the_crossing_holds() {
    corpus("crossing");
}

#[test]
fn code_12_the_corpus_of_the_frames_holds() {
    corpus("frames");
}

#[test]
fn sch_2_the_corpus_of_the_schemas_holds() {
    corpus("schema");
}

#[test]
fn pipe_1_the_corpus_of_the_arguments_holds() {
    corpus("arguments");
}

#[test]
fn code_1_every_target_has_an_entry_here() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let targets = manifest.lines().filter_map(|line| line.strip_prefix("name = \""));
    let targets: Vec<&str> = targets.filter_map(|line| line.strip_suffix('"')).skip(1).collect();
    assert_eq!(targets, ENTRIES.map(|(name, _)| name));
}

#[test]
fn code_1_programs_that_are_nearly_right_are_refused_or_keep_their_lines() {
    let programs = sources::programs();
    tries(400, &choices(), |choices| {
        let program = Changes::new(&choices).of_program(&programs);
        entries::front_end(program.as_bytes());
    });
}

#[test]
fn code_10_noise_is_no_program() {
    tries(200, &noise(200), |bytes| entries::front_end(&bytes));
}

#[test]
fn code_3_values_cross_as_they_are_or_are_refused() {
    tries(200, &noise(120), |bytes| entries::crossing(&bytes));
}

#[test]
fn code_12_values_cross_to_a_process_as_they_cross_to_a_thread() {
    let worker = env!("CARGO_BIN_EXE_code-worker");
    let isolated = Isolated::builder().worker(worker).build().unwrap();
    tries(60, &noise(120), |bytes| entries::crossing_in(isolated.clone(), &bytes));
}

#[test]
fn code_12_frames_survive_or_are_refused() {
    tries(500, &noise(300), |bytes| entries::frames(&bytes));
    let frames = sources::corpus("frames");
    tries(1_500, &choices(), |choices| {
        entries::frames(&Changes::new(&choices).of_bytes(&frames));
    });
}

#[test]
fn sch_2_schemas_that_are_nearly_right_stand_by_their_verdicts() {
    let pairs = sources::schemas();
    tries(600, &choices(), |choices| {
        let (schema, value) = Changes::new(&choices).of_schema(&pairs);
        entries::schema(format!("{schema}\n{value}").as_bytes());
    });
}

#[test]
fn pipe_1_arguments_that_are_nearly_right_are_read_as_others_read_them() {
    let texts = sources::arguments();
    tries(1_500, &choices(), |choices| {
        let text = Changes::new(&choices).of_text(&texts);
        entries::arguments(text.as_bytes());
    });
    tries(500, &noise(60), |bytes| entries::arguments(&bytes));
}

/// Found by the target `schema`: read once it was no count, written and read again it was one.
#[test]
fn sch_3_a_count_too_large_for_an_exact_integer_is_one() {
    let member = parse(r#"{"a":1}"#).unwrap();
    for written in ["119007190071992547.5", "1e18", "1e30", "2.0"] {
        let schema = format!(r#"{{"type":"object","minProperties":{written}}}"#);
        let schema = Schema::from_json(&parse(&schema).unwrap()).unwrap();
        let again = Schema::from_json(&parse(&schema.to_json().to_string()).unwrap()).unwrap();
        let verdicts = [&schema, &again].map(|schema| schema.validate(&member, ""));
        assert_eq!(verdicts[0], verdicts[1]);
        assert_eq!(verdicts[0].len(), 1, "{written}");
    }
}
