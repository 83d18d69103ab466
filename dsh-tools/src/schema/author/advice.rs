//! What the author of a spec is told about each mistake: what stands there, and what to write instead.

use std::borrow::Cow;

use super::{ANNOTATIONS, Form};
use crate::json::{Json, Object};
use crate::schema::nearest;

/// How much of a text of the spec a message shows.
const MOST_SHOWN: usize = 80;

pub(super) const JSON_SCHEMA_AS_PARAMETERS: &str = "this is a JSON Schema, but parameters are specs by name: \
     write what is in `properties` here, and `\"required\": true` inside each parameter that must be there; \
     or read the JSON Schema with `Schema::from_json`";

pub(super) const TYPE_BESIDE_ONE_OF: &str =
    "`oneOf` cannot stand beside `type`: leave `type` out, as each branch says its own";

pub(super) const NO_TYPE: &str = "`type` is missing: write one of \"string\", \"number\", \"integer\", \
     \"boolean\", \"null\", \"array\", \"object\" and \"json\" (anything), or `oneOf` with a list of specs";

/// What stands in place of the parameters.
pub(super) fn no_parameters(found: &Json) -> String {
    format!(
        "parameters are an object of specs by name, such as {{\"path\": {{\"type\": \"string\"}}}}; found {}",
        shown(found)
    )
}

/// Whether someone gave a whole JSON Schema where parameters by name belong.
pub(super) fn is_json_schema(specs: &Object) -> bool {
    let is = |key: &str, json_type: &str| {
        specs.get(key).is_some_and(|value| value.type_name() == json_type)
    };
    // A parameter may be called `type`, but its spec is no text.
    is("type", "string") && (specs.len() == 1 || is("properties", "object"))
}

pub(super) fn no_spec(found: &Json) -> String {
    format!("a spec is an object, such as {{\"type\": \"string\"}}; found {}", shown(found))
}

pub(super) fn no_properties(found: &Json) -> String {
    format!(
        "`properties` is an object of specs by name, such as {{\"id\": {{\"type\": \"string\"}}}}; found {}",
        shown(found)
    )
}

pub(super) fn unknown_type(found: &Json) -> String {
    let Some(name) = found.as_str() else {
        return match found {
            Json::Array(_) => {
                "`type` is one name: for several types write `oneOf` with a spec for each"
                    .to_owned()
            }
            other => format!("`type` is the name of a type; found {}", shown(other)),
        };
    };
    let meant = other_name(name).or_else(|| nearest(name, TYPES));
    match meant {
        Some(meant) => {
            format!("`type` is {}, which is unknown: write \"{meant}\"", shown(found))
        }
        None => {
            format!(
                "`type` is {}, which is unknown: it is one of {}",
                shown(found),
                TYPES.join(", ")
            )
        }
    }
}

const TYPES: [&str; 8] =
    ["string", "number", "integer", "boolean", "null", "array", "object", "json"];

/// Types by the names that they have elsewhere.
fn other_name(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "text" | "str" | "char" | "date" | "datetime" | "uuid" | "enum" => "string",
        "float" | "double" | "decimal" | "real" | "f32" | "f64" => "number",
        "int" | "long" | "short" | "i32" | "i64" | "u32" | "u64" | "usize" => "integer",
        "bool" => "boolean",
        "nil" | "none" | "undefined" | "void" => "null",
        "list" | "vec" | "tuple" | "set" => "array",
        "dict" | "map" | "record" | "struct" => "object",
        "any" | "unknown" | "mixed" | "value" => "json",
        _ => return None,
    })
}

/// What an object without a clear `additionalProperties` is told.
pub(super) fn openness(found: Option<&Json>) -> String {
    const CHOICE: &str = "write `\"additionalProperties\": false` to refuse members that are not named \
         here, or `true` to accept them";
    match found {
        None => format!("an object has to say whether it is closed: {CHOICE}"),
        Some(found) => {
            format!("`additionalProperties` is a boolean here; found {}: {CHOICE}", shown(found))
        }
    }
}

pub(super) fn too_few_branches(found: &Json) -> String {
    match found.as_array().map(crate::json::Array::len) {
        Some(1) => {
            "`oneOf` has one branch only: write its spec here instead, or add another branch".into()
        }
        Some(_) => "`oneOf` has no branches: write at least two specs into it".into(),
        None => format!("`oneOf` is a list of at least two specs; found {}", shown(found)),
    }
}

/// `required` on what is no property.
pub(super) fn required_elsewhere(value: &Json) -> &'static str {
    if value.as_array().is_some() {
        REQUIRED_LIST
    } else {
        "`required` belongs to a property, and this is none: leave it out"
    }
}

/// `required` on a property, with another value than `true`.
pub(super) fn required_not_true(value: &Json) -> Cow<'static, str> {
    match value {
        Json::Array(_) => REQUIRED_LIST.into(),
        Json::Bool(false) => {
            "`required` is `true` or not there: leave it out of what is optional".into()
        }
        other => format!(
            "`required` is `true` or not there; found {}: write `true`, or leave it out",
            shown(other)
        )
        .into(),
    }
}

const REQUIRED_LIST: &str = "`required` is no list here: write `\"required\": true` inside each \
     property that must be there";

/// A key that a spec of this form cannot have.
pub(super) fn unknown_key(key: &str, form: Form) -> String {
    if let Some(owners) = owners(key) {
        let name = match form {
            Form::OneOf => "a spec with `oneOf`: write it into the branches".to_owned(),
            Form::Json => "\"json\", which is anything".to_owned(),
            _ => format!("\"{}\"", form.json_type().unwrap_or_default()),
        };
        return format!("`{key}` belongs to {owners}, not to {name}");
    }
    if let Some(advice) = of_json_schema(key) {
        return format!("`{key}` is not part of a spec: {advice}");
    }
    let known = ["type", "oneOf", "required", "enum", "const", "items", "properties"];
    let known = known.into_iter().chain(["additionalProperties"]).chain(ANNOTATIONS);
    let key_shown = shortened(key);
    match nearest(key, known) {
        Some(meant) => format!("`{key_shown}` is unknown: did you mean `{meant}`?"),
        None => format!("`{key_shown}` is unknown: leave it out, or say it in `description`"),
    }
}

/// Where a key that specs do have belongs.
fn owners(key: &str) -> Option<&'static str> {
    Some(match key {
        "enum" | "const" => "strings, numbers, integers, booleans and null",
        "items" => "arrays",
        "properties" | "additionalProperties" => "objects",
        _ => return None,
    })
}

/// Keywords of JSON Schema that a spec does not have, and how to say the same.
fn of_json_schema(key: &str) -> Option<&'static str> {
    Some(match key {
        "anyOf" => "write `oneOf`, with branches that exclude each other",
        "nullable" => "write `oneOf` with a branch `{\"type\": \"null\"}`",
        "optional" => "what is not `\"required\": true` is optional",
        "allOf" | "not" | "$ref" | "$defs" | "definitions" | "minimum" | "maximum"
        | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minLength" | "maxLength"
        | "pattern" | "format" | "minItems" | "maxItems" | "uniqueItems" | "contains"
        | "prefixItems" | "patternProperties" | "propertyNames" | "minProperties"
        | "maxProperties" | "deprecated" | "readOnly" | "writeOnly" | "$schema" | "$id"
        | "$comment" | "$anchor" => {
            "write the whole schema as JSON Schema, for `Schema::from_json`, or with `schema::build`"
        }
        _ => return None,
    })
}

/// A value as messages show it; containers by their type alone.
fn shown(value: &Json) -> Cow<'_, str> {
    match value {
        Json::Array(_) => "an array".into(),
        Json::Object(_) => "an object".into(),
        Json::String(text) => Json::from(shortened(text).as_ref()).to_string().into(),
        other => other.to_string().into(),
    }
}

/// The beginning of a text that could be any length.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}
