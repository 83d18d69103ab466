//! The family `schema-accept`: what the strict form takes and what it refuses (rule SCH-3).

use serde::Deserialize;

use super::Given;
use crate::report::Verdict;

/// One case.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    #[serde(flatten)]
    given: Given,
    expected: Expected,
}

#[derive(Debug, Deserialize)]
struct Expected {
    accept: bool,
}

pub(super) async fn judge(case: Case) -> Verdict {
    match (case.expected.accept, case.given.strict()) {
        (true, Ok(_)) | (false, Err(_)) => Verdict::Passed,
        (true, Err(error)) => Verdict::failed(&"accepted", &error),
        (false, Ok(_)) => Verdict::failed(&"refused", &"accepted"),
    }
}
