//! The family `dsl-compile`: what the author form compiles to, or that it is refused (rule SCH-1).

use dsh_tools::schema::Schema;
use serde::Deserialize;
use serde_json::Value;

use crate::case::{Differences, json};
use crate::report::Verdict;

/// One case.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    spec: Value,
    kind: Kind,
    expected: Expected,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Parameters,
    Value,
}

#[derive(Debug, Deserialize)]
struct Expected {
    accept: bool,
    schema: Option<Value>,
    schema_key_order: Option<String>,
}

pub(super) async fn judge(case: Case) -> Verdict {
    let spec = json(&case.spec);
    let compiled = match case.kind {
        Kind::Parameters => Schema::parameters_from_spec(&spec),
        Kind::Value => Schema::from_spec(&spec),
    };
    let schema = match (case.expected.accept, compiled) {
        (true, Ok(schema)) => schema,
        (false, Err(_)) => return Verdict::Passed,
        (true, Err(error)) => return Verdict::failed(&"accepted", &error),
        (false, Ok(_)) => return Verdict::failed(&"refused", &"accepted"),
    };
    let mut differences = Differences::default();
    if let Some(expected) = &case.expected.schema {
        differences.equal("schema", &json(expected), schema.to_json());
    }
    if let Some(expected) = &case.expected.schema_key_order {
        differences.equal("order of keys", expected, &schema.to_json().to_string());
    }
    differences.verdict()
}
