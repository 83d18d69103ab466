//! Types as they are written: precedence, names, and text that stays in its place.

use super::*;
use crate::json::parse;

fn schema(schema: &str) -> Schema {
    Schema::from_json(&parse(schema).expect(schema)).expect(schema)
}

fn text(json: &str) -> String {
    type_text(&schema(json))
}

/// A schema of objects in each other, as deep as that.
fn nested(levels: usize) -> Schema {
    let open = r#"{"type":"object","additionalProperties":false,"properties":{"k":"#.repeat(levels);
    schema(&format!("{open}{{}}{}", "}}".repeat(levels)))
}

#[test]
fn sdk_2_text_from_schemas_stays_in_its_place() {
    let printed = text(
        r#"{"type":"object","properties":{"a\"b":{"type":"string","description":"x */ y\n// z"}},"additionalProperties":false}"#,
    );
    assert_eq!(printed, "{\n  /** x *\\/ y // z */\n  \"a\\\"b\"?: string;\n}");
    assert_eq!(text(r#"{"const":"a\u2028b\u202ec"}"#), r#""a\u2028b\u202ec""#);
    assert_eq!(doc_comment("a\u{202e}b **/ c * / d", 0), "/** a b **\\/ c * / d */\n");
}

#[test]
fn sdk_2_deep_types_are_named() {
    let mut printer = TypePrinter::new();
    let mut text = String::new();
    printer.write_type(&mut text, &nested(200), 0, "deep");
    assert!(text.len() < 2000 && printer.declarations().len() > 10);
}

#[test]
fn sch_6_the_deepest_types_are_written_in_no_more_than_their_size() {
    let mut printer = TypePrinter::new();
    let mut text = String::new();
    printer.write_type(&mut text, &nested(100_000), 0, "deep");
    let all: usize = printer.declarations().iter().map(String::len).sum();
    assert!(all < 10_000_000, "{all}");
}

#[test]
fn sch_6_chains_of_references_are_followed_without_recursion() {
    use std::fmt::Write as _;
    let mut definitions = String::new();
    for index in 0..100_000 {
        let _ = write!(definitions, r##""A{index}":{{"$ref":"#/$defs/A{}"}},"##, index + 1);
    }
    let last = r#""A100000":{"type":"string"}"#;
    let json = format!(r##"{{"$ref":"#/$defs/A0","$defs":{{{definitions}{last}}}}}"##);
    assert_eq!(text(&json), "string");
}

#[test]
fn tuples_and_optional_items() {
    let tuple = |rest: &str| {
        text(&format!(
            r#"{{"type":"array","prefixItems":[{{"type":"integer"}},{{"type":["string","null"]}}]{rest}}}"#
        ))
    };
    assert_eq!(tuple(r#","minItems":2,"maxItems":2"#), "[number, string | null]");
    assert_eq!(tuple(r#","minItems":1,"items":false"#), "[number, (string | null)?]");
    assert_eq!(tuple(r#","minItems":2"#), "[number, string | null, ...JsonValue[]]");
}

#[test]
fn sdk_2_maps_that_hold_themselves_have_an_index_signature() {
    let json = r##"{"$ref":"#/$defs/Names","$defs":{"Names":{"type":"object","additionalProperties":{"$ref":"#/$defs/Names"}}}}"##;
    let mut printer = TypePrinter::new();
    printer.write_type(&mut String::new(), &schema(json), 0, "x");
    assert_eq!(printer.declarations(), ["type Names = { [key: string]: Names };"]);
}

#[test]
fn unions_in_intersections_are_wrapped() {
    let closed = |key: &str| {
        format!(r#"{{"type":"object","properties":{{"{key}":{{}}}},"additionalProperties":false}}"#)
    };
    let (a, b, c) = (closed("a"), closed("b"), closed("c"));
    let printed = text(&format!(r#"{{"anyOf":[{a},{b}],"allOf":[{c}]}}"#));
    let printed: String = printed.split_whitespace().collect();
    assert_eq!(printed, "{c?:JsonValue;}&({a?:JsonValue;}|{b?:JsonValue;})");
}

#[test]
fn sdk_2_equal_definitions_of_several_schemas_share_a_name_and_others_do_not() {
    let of = |inner: &str| {
        schema(&format!(
            r##"{{"type":"array","prefixItems":[{{"$ref":"#/$defs/Item"}},{{"$ref":"#/$defs/Item"}}],"$defs":{{"Item":{{"type":"array","items":{inner}}}}}}}"##
        ))
    };
    let mut printer = TypePrinter::new();
    for inner in [r#"{"type":"string"}"#, r#"{"type":"string"}"#, r#"{"type":"number"}"#] {
        printer.write_type(&mut String::new(), &of(inner), 0, "x");
    }
    assert_eq!(printer.declarations(), ["type Item = string[];", "type Item2 = number[];"]);
}

#[test]
fn sdk_2_what_was_lost_is_unknown() {
    let json = parse(
        r#"{"type":"object","properties":{"a":{"type":"wrong"}},"additionalProperties":false}"#,
    );
    let (schema, losses) = Schema::from_json_lenient(&json.expect("JSON"));
    assert_eq!((type_text(&schema).as_str(), losses.len()), ("{\n  a?: unknown;\n}", 1));
}
