//! The family `schema-validate`: whether values fit, and which rules they break where (rule SCH-4).

use std::collections::BTreeSet;

use dsh_tools::json::{Json, parse};
use serde::Deserialize;
use serde_json::Value;

use super::Given;
use crate::case::{Differences, json};
use crate::render::present;
use crate::report::Verdict;

/// One case.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    #[serde(flatten)]
    given: Given,
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    value_json_text: Option<String>,
    /// The label of the root.
    root: Option<String>,
    expected: Expected,
}

#[derive(Debug, Deserialize)]
struct Expected {
    valid: bool,
    violations: Option<Vec<Violation>>,
}

#[derive(Debug, Deserialize)]
struct Violation {
    path: String,
    kind: String,
}

pub(super) async fn judge(case: Case) -> Verdict {
    let schema = match case.given.strict() {
        Ok(schema) => schema,
        Err(error) => return Verdict::failed(&"an accepted schema", &error),
    };
    let value = match case.value() {
        Ok(value) => value,
        // What no value can hold is refused where it is read.
        Err(_) if !case.expected.valid => return Verdict::Passed,
        Err(error) => return Verdict::failed(&"a value", &error),
    };
    if case.calls_other_types_not_integers(&value) {
        return Verdict::skipped(
            "SCH-4: `not_integer` is a number that is none; another type is `wrong_type`",
        );
    }
    let root = case.root.as_deref().unwrap_or("value");
    let found = schema.validate(&value, root);
    let mut differences = Differences::default();
    differences.equal("valid", &case.expected.valid, &found.is_empty());
    differences.equal("is_valid", &found.is_empty(), &schema.is_valid(&value));
    if let Some(expected) = &case.expected.violations {
        let expected: BTreeSet<_> = expected.iter().map(|v| (&*v.path, &*v.kind)).collect();
        let got: BTreeSet<_> = found.iter().map(|v| (&*v.path, v.kind.as_str())).collect();
        differences.equal("violations", &expected, &got);
    }
    differences.verdict()
}

impl Case {
    fn value(&self) -> Result<Json, String> {
        match (&self.value, &self.value_json_text) {
            (Some(value), _) => Ok(json(value)),
            (_, Some(text)) => parse(text).map_err(|error| error.to_string()),
            _ => Err("the case has no value".to_owned()),
        }
    }

    /// Whether a violation is called `not_integer` although no number stands there.
    fn calls_other_types_not_integers(&self, value: &Json) -> bool {
        let found = self.expected.violations.iter().flatten();
        found.filter(|violation| violation.kind == "not_integer").any(|violation| {
            let way = violation.path.strip_prefix("value").unwrap_or(&violation.path);
            at(value, way).is_some_and(|part| part.as_number().is_none())
        })
    }
}

/// The part of a value that a path of plain names and places leads to.
fn at<'a>(value: &'a Json, path: &str) -> Option<&'a Json> {
    let steps = path.split(['.', '[']).map(|step| step.trim_end_matches(']'));
    steps.filter(|step| !step.is_empty()).try_fold(value, |value, step| match value {
        Json::Array(items) => items.get(step.parse().ok()?),
        _ => value.get(step),
    })
}
