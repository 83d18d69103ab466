//! A record as the text of a line, and back. The form is that of serde.
//! Arguments and metadata pass by pointer and not through serde, so their depth costs no stack (rule SCH-6).

use std::mem;

use crate::call::Record;
use crate::json::{Json, LossyValue, Object, from_json, parse, to_json};

const ARGUMENTS: &str = "arguments";
const META: &str = "meta";

/// The line, without its end.
pub(super) fn write(mut record: Record) -> Result<String, LossyValue> {
    let arguments = mem::take(record.arguments_mut());
    let meta = record.meta_mut().map(mem::take).unwrap_or_default();
    let shallow = to_json(&record)?;
    Ok(with(&shallow, &arguments, &meta).to_string())
}

/// The record of a line, or what is wrong with it as one clause.
pub(super) fn read(line: &str) -> Result<Record, String> {
    let value =
        parse(line).map_err(|error| format!("{} at column {}", error.reason, error.column))?;
    let shallow = with(&value, &Json::Null, &Json::Null);
    let mut record: Record = from_json(&shallow).map_err(|error| error.to_string())?;
    *record.arguments_mut() = value[ARGUMENTS].clone();
    if let Some(meta) = record.meta_mut() {
        *meta = value[META].clone();
    }
    Ok(record)
}

/// The same object with other arguments and metadata, where it has any.
fn with(value: &Json, arguments: &Json, meta: &Json) -> Json {
    let Some(members) = value.as_object() else { return value.clone() };
    let replaced = members.iter().map(|(name, member)| {
        let member = match &**name {
            ARGUMENTS => arguments,
            META => meta,
            _ => member,
        };
        (name.clone(), member.clone())
    });
    replaced.collect::<Object>().into()
}
