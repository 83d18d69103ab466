//! The validator beside another one: both must find the same values valid, pair after pair.
//! The pairs are made from choices with a fixed seed, and shrink to the smallest that still differs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod formats;
mod schemas;
mod tape;
mod values;

use std::cell::{Cell, RefCell};

use dsh_tools::json::Json;
use dsh_tools::schema::Schema;
use dsh_tools_tests::say;
use jsonschema::{Draft, Validator};
use proptest::prelude::any;
use proptest::test_runner::{
    Config, RngAlgorithm, TestCaseError, TestCaseResult, TestError, TestRng, TestRunner,
};
use serde_json::Value;

use self::tape::Tape;

const SCHEMAS: u32 = 2_500;
const VALUES_OF_EACH: u32 = 4;

fn oracle(schema: &Value, formats: bool) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(formats)
        .build(schema)
        .map_err(|error| error.to_string())
}

/// What was compared so far.
#[derive(Default)]
struct Count {
    valid: Cell<u32>,
    invalid: Cell<u32>,
    refused: RefCell<Vec<String>>,
}

#[test]
fn sch_2_verdicts_agree_with_another_validator() {
    let config = Config {
        cases: SCHEMAS,
        max_global_rejects: SCHEMAS * 4,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let count = Count::default();
    let choices = proptest::collection::vec(any::<u32>(), 60..400);
    let outcome = runner.run(&choices, |choices| compare(Tape::new(choices), &count));
    match outcome {
        Ok(()) => {}
        // The choices say nothing to a reader; the pair that they make does.
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(TestError::Abort(reason)) => panic!("too few schemas are accepted: {reason}"),
    }
    let (valid, invalid) = (count.valid.get(), count.invalid.get());
    say!("{valid} pairs were valid and {invalid} invalid");
    let refused = count.refused.borrow();
    say!("{} schemas were refused, such as {:#?}", refused.len(), refused.first());
    assert_eq!(valid + invalid, SCHEMAS * VALUES_OF_EACH);
    assert!(valid.min(invalid) * 5 >= valid + invalid, "each share should be a fifth at least");
}

fn compare(mut tape: Tape, count: &Count) -> TestCaseResult {
    let schema = schemas::document(&mut tape);
    let ours = Schema::from_json(&Json::from(schema.clone())).map_err(|error| {
        count.refused.borrow_mut().push(error.to_string());
        TestCaseError::reject("outside the strict form")
    })?;
    let theirs = oracle(&schema, false)
        .map_err(|error| TestCaseError::fail(format!("only they refuse {schema}: {error}")))?;
    let mut verdicts = [0, 0];
    for _ in 0..VALUES_OF_EACH {
        let value = values::near(&mut tape, &schema);
        let violations = ours.validate(&Json::from(value.clone()), "value");
        let valid = theirs.is_valid(&value);
        if violations.is_empty() != valid {
            let words = if valid { "valid" } else { "invalid" };
            return Err(TestCaseError::fail(format!(
                "{value} is {words} for {schema}; ours found {violations:?}"
            )));
        }
        verdicts[usize::from(valid)] += 1;
    }
    count.invalid.set(count.invalid.get() + verdicts[0]);
    count.valid.set(count.valid.get() + verdicts[1]);
    Ok(())
}
