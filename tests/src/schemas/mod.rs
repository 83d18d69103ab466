//! The families about schemas: which are accepted, what they find wrong, what the author form compiles to,
//! and the types that they are written as (rules SCH-1 to SCH-4, SDK-2).

mod accept;
mod author;
mod notation;
mod types;
mod validate;

use dsh_tools::json::{Json, parse};
use dsh_tools::schema::Schema;
use serde::Deserialize;
use serde_json::Value;

use crate::case::{json, judge_each};
use crate::report::Report;

/// Runs the family `schema-accept`.
pub async fn run_accept(cases: Vec<Value>) -> Report {
    judge_each(cases, accept::judge).await
}

/// Runs the family `schema-validate`.
pub async fn run_validate(cases: Vec<Value>) -> Report {
    judge_each(cases, validate::judge).await
}

/// Runs the family `dsl-compile`.
pub async fn run_author(cases: Vec<Value>) -> Report {
    judge_each(cases, author::judge).await
}

/// Runs the family `ts-types`.
pub async fn run_types(cases: Vec<Value>) -> Report {
    judge_each(cases, types::judge).await
}

/// A schema as cases give it: as JSON, as text where JSON readers differ, or as a rule to make it by.
#[derive(Clone, Debug, Deserialize)]
struct Given {
    schema: Option<Value>,
    schema_json_text: Option<String>,
    schema_gen: Option<Nesting>,
}

/// A schema inside as many others.
#[derive(Clone, Debug, Deserialize)]
struct Nesting {
    wrap: String,
    depth: usize,
    leaf: Value,
}

impl Given {
    /// The JSON of the schema, or why it is none.
    fn json(&self) -> Result<Json, String> {
        match (&self.schema, &self.schema_json_text, &self.schema_gen) {
            (Some(schema), ..) => Ok(json(schema)),
            (_, Some(text), _) => parse(text).map_err(|error| error.to_string()),
            (.., Some(nesting)) => nesting.json(),
            _ => Err("the case has no schema".to_owned()),
        }
    }

    /// The schema in the strict form, or why it is refused.
    fn strict(&self) -> Result<Schema, String> {
        Schema::from_json(&self.json()?).map_err(|error| error.to_string())
    }
}

impl Nesting {
    fn json(&self) -> Result<Json, String> {
        if self.wrap != "array-items" {
            return Err(format!("nothing is wrapped in {:?}", self.wrap));
        }
        let wrap = |inner, _| {
            Json::Object([("type", Json::from("array")), ("items", inner)].into_iter().collect())
        };
        Ok((0..self.depth).fold(json(&self.leaf), wrap))
    }
}
