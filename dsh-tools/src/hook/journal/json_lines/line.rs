//! A record as the text of a line, and back. The form is that of serde.
//! Arguments pass by pointer and not through serde, so their depth costs no stack (rule SCH-6).

use std::mem;

use crate::call::Record;
use crate::json::{Json, LossyValue, Object, from_json, parse, to_json};

const ARGUMENTS: &str = "arguments";

/// The line, without its end.
pub(super) fn write(mut record: Record) -> Result<String, LossyValue> {
    let arguments = mem::take(record.arguments_mut());
    let shallow = to_json(&record)?;
    Ok(with_arguments(&shallow, &arguments).to_string())
}

/// The record of a line, or what is wrong with it as one clause.
pub(super) fn read(line: &str) -> Result<Record, String> {
    let value =
        parse(line).map_err(|error| format!("{} at column {}", error.reason, error.column))?;
    let shallow = with_arguments(&value, &Json::Null);
    let mut record: Record = from_json(&shallow).map_err(|error| error.to_string())?;
    *record.arguments_mut() = value[ARGUMENTS].clone();
    Ok(record)
}

/// The same object with other arguments, if it has any.
fn with_arguments(value: &Json, arguments: &Json) -> Json {
    let Some(members) = value.as_object() else { return value.clone() };
    let replaced = members.iter().map(|(name, member)| {
        let member = if **name == *ARGUMENTS { arguments } else { member };
        (name.clone(), member.clone())
    });
    replaced.collect::<Object>().into()
}
