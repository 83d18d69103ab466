//! The author form: hostile specs, odd names, and what mistakes are told. Its vectors are a family of the
//! conformance runner.

use crate::json::{Json, parse};
use crate::schema::{Schema, SchemaError};

fn json(text: &str) -> Json {
    parse(text).expect(text)
}

fn parameters(spec: &str) -> Result<Schema, SchemaError> {
    Schema::parameters_from_spec(&json(spec))
}

/// The offences as `path: reason`.
fn told(result: Result<Schema, SchemaError>) -> Vec<String> {
    let error = result.expect_err("a refusal");
    error.offences().iter().map(|offence| format!("{}: {}", offence.path, offence.reason)).collect()
}

fn told_of_parameters(spec: &str) -> Vec<String> {
    told(parameters(spec))
}

fn told_of_value(spec: &str) -> Vec<String> {
    told(Schema::from_spec(&json(spec)))
}

#[test]
fn sch_1_every_mistake_of_a_spec_is_told_at_once_and_in_order() {
    let offences = told_of_parameters(
        r#"{
            "a": { "type": "float", "colour": 1 },
            "b": { "type": "array", "items": { "type": "string", "required": true } },
            "c": { "type": "object", "properties": { "d": null, "e": { "enum": [] } } },
            "f": { "oneOf": [{ "type": "string" }, {}] },
            "g": { "type": "integer", "enum": [1.5] }
        }"#,
    );
    let places: Vec<&str> =
        offences.iter().filter_map(|offence| offence.split(": ").next()).collect();
    assert_eq!(
        places,
        [
            "parameters.a",
            "parameters.a",
            "parameters.b.items",
            "parameters.c",
            "parameters.c.properties.d",
            "parameters.c.properties.e",
            "parameters.f.oneOf[1]",
            "parameters.g",
        ]
    );
    assert_eq!(offences[7], "parameters.g: `enum` has 1.5, which is not an integer");
}

#[test]
fn sch_1_mistakes_say_what_to_write_instead() {
    let cases = [
        (r#"{"a":{"type":"float"}}"#, "`type` is \"float\", which is unknown: write \"number\""),
        (r#"{"a":{"type":"strin"}}"#, "write \"string\""),
        (r#"{"a":{"type":"widget"}}"#, "it is one of string, number"),
        (r#"{"a":{"type":["string","null"]}}"#, "write `oneOf` with a spec for each"),
        (r#"{"a":{"type":"object"}}"#, "write `\"additionalProperties\": false` to refuse"),
        (
            r#"{"a":{"type":"object","additionalProperties":{}}}"#,
            "is a boolean here; found an object",
        ),
        (
            r#"{"a":{"type":"object","additionalProperties":true,"required":["x"]}}"#,
            "`required` is no list",
        ),
        (r#"{"a":{"type":"string","required":false}}"#, "leave it out of what is optional"),
        (r#"{"a":{"type":"string","description":4}}"#, "`description` must be text"),
        (r#"{"a":{"type":"string","descripton":"x"}}"#, "did you mean `description`?"),
        (r#"{"a":{"type":"string","items":{}}}"#, "`items` belongs to arrays, not to \"string\""),
        (r#"{"a":{"type":"json","enum":[1]}}"#, "not to \"json\", which is anything"),
        (
            r#"{"a":{"type":"string","minLength":1}}"#,
            "`minLength` is not part of a spec: write the whole",
        ),
        (r#"{"a":{"anyOf":[]}}"#, "`anyOf` is not part of a spec: write `oneOf`"),
        (r#"{"a":{"oneOf":[{"type":"string"}]}}"#, "has one branch only"),
        (r#"{"a":{"oneOf":[]}}"#, "has no branches"),
        (
            r#"{"a":"string"}"#,
            "a spec is an object, such as {\"type\": \"string\"}; found \"string\"",
        ),
        ("[]", "specs by name"),
        (r#"{"type":"object","properties":{"a":{"type":"string"}}}"#, "this is a JSON Schema"),
    ];
    for (spec, expected) in cases {
        let offences = told_of_parameters(spec).join("\n");
        assert!(offences.contains(expected), "{spec}: {offences}");
    }
}

#[test]
fn sch_1_required_belongs_to_properties_alone() {
    let offences = told_of_value(r#"{"type":"string","required":true}"#);
    assert_eq!(
        offences,
        ["schema: `required` belongs to a property, and this is none: leave it out"]
    );
}

#[test]
fn sch_1_names_of_properties_are_never_keywords() {
    let spec = r#"{
        "__proto__": { "type": "string", "required": true },
        "constructor": { "type": "integer" },
        "properties": { "type": "string" },
        "type": { "type": "object", "additionalProperties": false, "properties": {
            "required": { "type": "boolean", "required": true },
            "__proto__": { "type": "json" }
        } },
        "a.b[0]": { "type": "null" }
    }"#;
    let schema = parameters(spec).expect("a schema");
    assert_eq!(
        schema.to_json().to_string(),
        concat!(
            r#"{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"#,
            r#""properties":{"type":"string"},"type":{"type":"object","additionalProperties":false,"properties":"#,
            r#"{"required":{"type":"boolean"},"__proto__":{}},"required":["required"]},"a.b[0]":{"type":"null"}},"#,
            r#""required":["__proto__"]}"#
        )
    );
    assert!(schema.is_valid(&json(r#"{"__proto__":"x","type":{"required":true}}"#)));
    assert!(!schema.is_valid(&json(r#"{"__proto__":1}"#)));
}

#[test]
fn sch_5_parameters_are_open_unless_closed() {
    let open = parameters(r#"{"a":{"type":"string"}}"#).expect("a schema");
    assert!(open.is_valid(&json(r#"{"b":1}"#)));
    let closed = open.closed().expect("an object");
    assert!(!closed.is_valid(&json(r#"{"b":1}"#)));
}

/// `levels` arrays, one in the other, around a spec.
fn nested(levels: usize, inner: &str) -> Json {
    (0..levels).fold(json(inner), |items, level| {
        let members = if level % 2 == 0 {
            vec![("type", "array".into()), ("items", items)]
        } else {
            let branches = vec![items, json(r#"{"type":"null"}"#)];
            vec![("oneOf", branches.into())]
        };
        Json::Object(members.into_iter().collect())
    })
}

#[test]
fn sch_6_deep_specs_compile_or_are_refused() {
    let levels = 100_000;
    let schema = Schema::from_spec(&nested(levels, r#"{"type":"string"}"#)).expect("a schema");
    assert!(schema.to_json().depth_up_to(levels) > levels);
    let offences = told(Schema::from_spec(&nested(levels, r#"{"type":"widget"}"#)));
    assert_eq!(offences.len(), 1);
    assert!(offences[0].starts_with("schema.…"), "{}", offences[0]);
    assert!(offences[0].len() < 1_000);
}

#[test]
fn sch_6_a_mistake_at_every_level_costs_no_more_than_its_level() {
    let spec = (0..20_000).fold(json(r#"{"type":"null"}"#), |items, _| {
        let members = [("type", "array".into()), ("colour", 1.into()), ("items", items)];
        Json::Object(members.into_iter().collect())
    });
    let offences = told(Schema::from_spec(&spec));
    assert_eq!(offences.len(), 20_000);
    assert!(offences.iter().all(|offence| offence.len() < 1_000));
}

#[test]
fn sch_1_long_names_and_texts_are_shortened_in_messages() {
    let long = "x".repeat(100_000);
    let spec = format!(r#"{{"{long}":{{"type":"{long}","{long}":1}}}}"#);
    let offences = told_of_parameters(&spec);
    assert_eq!(offences.len(), 2);
    assert!(offences.iter().all(|offence| offence.len() < 500));
}
