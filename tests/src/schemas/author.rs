//! The family `dsl-compile`: what the author form compiles to, or that it is refused (rule SCH-1).

use dsh_tools::schema::{Schema, SchemaError};
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

#[derive(Clone, Copy, Debug, Deserialize)]
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
        (false, Err(error)) => return refused(case.kind, &error),
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

/// A refusal says where in the spec, which has a name of its own (R163).
fn refused(kind: Kind, error: &SchemaError) -> Verdict {
    let root = match kind {
        Kind::Parameters => "parameters",
        Kind::Value => "schema",
    };
    let elsewhere = error.offences().iter().find(|offence| !offence.path.starts_with(root));
    match elsewhere {
        None if !error.offences().is_empty() => Verdict::Passed,
        None => Verdict::failed(&"a refusal with its reasons", &error),
        Some(offence) => Verdict::failed(&format!("a place below `{root}`"), &offence.path),
    }
}
