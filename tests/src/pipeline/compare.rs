//! Holds an outcome and the log of a scenario against what the case expects.

use dsh_tools::call::{Content, ErrorCode, Outcome};

use super::scenario::{Expected, ExpectedError};
use crate::case::{Differences, json};
use crate::report::Verdict;

/// Stands for any failure whose wording is ours.
const OURS: &str = "Error: *";

pub(super) fn outcome(expected: &Expected, got: &Outcome, order: &[String]) -> Verdict {
    let mut differences = Differences::default();
    differences.equal("isError", &expected.is_error, &got.is_error());
    differences.equal("value", &expected.value.as_ref().map(json).as_ref(), &got.value());
    let blocks: Vec<String> = got.content().iter().map(block).collect();
    if let Some(content) = &expected.content
        && !same_blocks(content, &blocks)
    {
        differences.add("content", content, &blocks);
    }
    if let Some(error) = &expected.error {
        failure(error, got, &mut differences);
    }
    differences.equal("meta", &expected.meta.as_ref().map(json).as_ref(), &got.meta());
    let contexts: Vec<String> =
        got.contexts().iter().map(|context| Content::join(&context.content)).collect();
    differences.equal("contexts", &expected.contexts, &contexts);
    differences.equal("concludesTurn", &expected.concludes_turn, &got.concludes_turn());
    if let Some(expected) = &expected.order {
        differences.equal("order", &**expected, order);
    }
    differences.verdict()
}

fn failure(expected: &ExpectedError, got: &Outcome, differences: &mut Differences) {
    let message = got.error().map(|error| &*error.message);
    if expected.message.is_some() {
        differences.equal("message", &expected.message.as_deref(), &message);
    }
    if let Some(code) = &expected.code {
        differences.equal("code", &Some(&**code), &got.code().map(ErrorCode::as_str));
    }
}

fn block(block: &Content) -> String {
    block.as_text().map_or_else(|| "[image]".to_owned(), str::to_owned)
}

fn same_blocks(expected: &[String], got: &[String]) -> bool {
    let same = |(expected, got): (&String, &String)| {
        expected == got || (expected == OURS && got.starts_with("Error: "))
    };
    expected.len() == got.len() && expected.iter().zip(got).all(same)
}
