//! What is found of values with unknown parts, and what is passed over.

use super::super::Schema;
use super::*;
use crate::json::{Place, parse};

const AT: Place = Place { line: 1, column: 1 };

/// The value that a JSON text says, where `"?"` is unknown and a member `"..."` opens its object.
fn partial(text: &str) -> Partial {
    fn add(value: &Json, name: Option<std::sync::Arc<str>>, to: &mut Partial) {
        let part = match value {
            Json::String(text) if &**text == "?" => to.add(name, What::Unknown, AT),
            Json::Array(items) => {
                let part = to.add(name, What::Array { open: false }, AT);
                items.iter().for_each(|item| add(item, None, to));
                part
            }
            Json::Object(members) => {
                let open = members.contains_key("...");
                let part = to.add(name, What::Object { open }, AT);
                for (name, member) in members.iter().filter(|(name, _)| &***name != "...") {
                    add(member, Some(name.clone()), to);
                }
                part
            }
            scalar => to.add(name, What::Scalar(scalar.clone()), AT),
        };
        to.close(part);
    }
    let mut to = Partial::default();
    add(&parse(text).unwrap(), None, &mut to);
    to
}

fn found(schema: &str, value: &str) -> Vec<String> {
    let schema = Schema::from_json(&parse(schema).unwrap()).unwrap();
    let mut found: Vec<String> = schema
        .mismatches(&partial(value))
        .into_iter()
        .map(|mismatch| mismatch.violation.to_string())
        .collect();
    found.sort();
    found
}

const SCHEMA: &str = r##"{
    "type": "object",
    "properties": {
        "a": {"type": "integer"},
        "b": {"type": "string", "enum": ["left", "right"]},
        "point": {"$ref": "#/$defs/point"},
        "maybe": {"anyOf": [{"$ref": "#/$defs/point"}, {"type": "null"}]},
        "points": {"type": "array", "items": {"$ref": "#/$defs/point"}},
        "shape": {"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "dot"}}, "required": ["kind"]},
            {"type": "object", "properties": {"kind": {"const": "line"}, "to": {"type": "integer"}}, "required": ["kind", "to"]}
        ]},
        "map": {"type": "object", "additionalProperties": {"type": "boolean"}},
        "low": {"type": "integer", "maximum": 3}
    },
    "required": ["a"],
    "additionalProperties": false,
    "$defs": {"point": {
        "type": "object",
        "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
        "required": ["x", "y"],
        "additionalProperties": false
    }}
}"##;

#[test]
fn code_13_what_is_wrong_for_sure_is_found() {
    for (value, expected) in [
        ("{}", "a: is required and missing"),
        (r#"{"a": "1"}"#, r#"a: expected an integer, found the string "1""#),
        (r#"{"a": 1.5}"#, "a: expected an integer, found the number 1.5"),
        (r#"{"a": 1, "aa": "?"}"#, "aa: is not a known property; did you mean `a`?"),
        (r#"{"a": {"x": "?"}}"#, "a: expected an integer, found an object"),
        (r#"{"...": 1, "b": "z"}"#, r#"b: expected one of "left", "right", found the string "z""#),
        (r#"{"a": 1, "point": {"x": "?"}}"#, "point.y: is required and missing"),
        (
            r#"{"a": 1, "maybe": {"x": "?", "y": "1"}}"#,
            r#"maybe.y: expected a number, found the string "1""#,
        ),
        (r#"{"a": 1, "maybe": ["?"]}"#, "maybe: expected an object or null, found an array"),
        (r#"{"a": 1, "maybe": 7}"#, "maybe: expected an object or null, found the number 7"),
        (
            r#"{"a": 1, "points": [{"x": 1, "y": 2}, "?", null]}"#,
            "points[2]: expected an object, found null",
        ),
        (
            r#"{"a": 1, "shape": {"kind": "dott"}}"#,
            r#"shape: fits none of 2 alternatives: `kind`: expected one of "dot", "line", found the string "dott"; did you mean "dot"?"#,
        ),
        (r#"{"a": 1, "map": {"k": 1}}"#, "map.k: expected a boolean, found the number 1"),
        (r#""text""#, r#"arguments: expected an object, found the string "text""#),
    ] {
        assert_eq!(found(SCHEMA, value), [expected], "{value}");
    }
    assert_eq!(found(SCHEMA, r#"{"b": 1, "c": 1, "point": []}"#).len(), 4);
}

#[test]
fn code_13_what_may_be_right_is_passed_over() {
    for value in [
        r#""?""#,
        r#"{"...": 1}"#,
        r#"{"a": "?", "b": "?"}"#,
        r#"{"a": 1, "maybe": null}"#,
        r#"{"a": 1, "maybe": {"x": "?", "y": 2}}"#,
        r#"{"a": 1, "shape": {"kind": "?"}}"#,
        r#"{"a": 1, "shape": {"kind": "line", "to": 1}}"#,
        r#"{"a": 1, "map": {"any": true, "name": "?"}}"#,
        r#"{"a": 1, "points": []}"#,
        r#"{"a": 1, "low": 9}"#,
    ] {
        assert_eq!(found(SCHEMA, value), <[&str; 0]>::default(), "{value}");
    }
    assert_eq!(found(r#"{"type": "object"}"#, r#"{"any": 1}"#), <[&str; 0]>::default());
}

#[test]
fn code_13_secrets_are_not_told() {
    let schema =
        r#"{"type": "object", "properties": {"token": {"type": "integer", "writeOnly": true}}}"#;
    let told = found(schema, r#"{"token": "hunter2"}"#);
    assert_eq!(told, ["token: does not fit (wrong_type); the value is secret and not shown"]);
}

#[test]
fn code_13_branches_in_branches_are_affordable() {
    let schema = r##"{"type": "object", "properties": {"t": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"anyOf": [
        {"type": "object", "properties": {"l": {"$ref": "#/$defs/t"}}, "required": ["l"]},
        {"type": "object", "properties": {"l": {"$ref": "#/$defs/t"}}},
        {"type": "null"}]}}}"##;
    let value = format!(r#"{{"t": {}1{}}}"#, r#"{"l": "#.repeat(400), "}".repeat(400));
    assert_eq!(found(schema, &value).len(), 1);
    let unknown = value.replace('1', r#""?""#);
    assert_eq!(found(schema, &unknown), <[&str; 0]>::default());
}
