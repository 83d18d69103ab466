//! Schemas and values made to hurt: each gives an error or a result, promptly, and the process lives on
//! (rules SCH-2, SCH-3 and SCH-6).

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use dsh_tools::json::{Json, Object, parse};
use dsh_tools::present::{docs_text, sdk_text};
use dsh_tools::schema::typescript::type_text;
use dsh_tools::schema::{Schema, ViolationKind};
use dsh_tools::tool::{NamePolicy, ToolSpec};

const DEEP: usize = 100_000;
/// Generous, since these run without optimisation and beside others; what is quadratic takes minutes.
const PROMPTLY: Duration = Duration::from_secs(20);

fn promptly<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < PROMPTLY, "{what} took {:?}", start.elapsed());
    done
}

fn json(text: &str) -> Json {
    parse(text).expect("JSON")
}

fn strict(text: &str) -> Schema {
    Schema::from_json(&json(text)).expect("a schema")
}

/// A text inside as many others.
fn nested(open: &str, middle: &str, close: &str) -> String {
    let (open, close) = (open.repeat(DEEP), close.repeat(DEEP));
    format!("{open}{middle}{close}")
}

fn offences(text: &str) -> Vec<String> {
    let error = Schema::from_json(&json(text)).expect_err("is refused");
    error.offences().iter().map(|offence| format!("{}: {}", offence.path, offence.reason)).collect()
}

#[test]
fn sch_6_the_deepest_schemas_are_compiled_held_against_values_and_written() {
    let wrappings = [
        (r#"{"type":"array","items":"#, "}", "[", "]"),
        (r#"{"type":"object","properties":{"k":"#, "}}", r#"{"k":"#, "}"),
        (r#"{"anyOf":["#, r#",{"type":"null"}]}"#, "", ""),
        (r#"{"not":"#, "}", "", ""),
        (r#"{"allOf":["#, "]}", "", ""),
        (r#"{"type":"object","patternProperties":{"^k":"#, "}}", r#"{"k":"#, "}"),
    ];
    for (open, close, value_open, value_close) in wrappings {
        promptly(open, || {
            let schema = strict(&nested(open, r#"{"type":"integer"}"#, close));
            for leaf in ["1", "\"x\""] {
                let value = json(&nested(value_open, leaf, value_close));
                let violations = schema.validate(&value, "value");
                assert_eq!(violations.is_empty(), schema.is_valid(&value), "{open}");
                assert!(violations.iter().all(|found| found.to_string().len() < 20_000), "{open}");
            }
            assert!(!type_text(&schema).is_empty());
        });
    }
}

#[test]
fn sch_6_mistakes_on_every_level_are_all_told_in_short_paths() {
    let (open, close) = (r#"{"odd":1,"type":"array","items":"#, "}");
    let found = promptly("strict", || offences(&nested(open, "{}", close)));
    assert_eq!(found.len(), DEEP);
    assert!(found.iter().all(|line| line.len() < 2000), "{:?}", found.last());

    let schema = strict(
        r##"{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"v":{"type":"integer"},"n":{"$ref":"#/$defs/N"}}}}}"##,
    );
    let value = json(&nested(r#"{"v":"x","n":"#, "{}", "}"));
    let violations = promptly("validate", || schema.validate(&value, "value"));
    assert_eq!(violations.len(), DEEP);
    assert_eq!(violations[1].path, "value.n.v");
    assert!(violations.iter().all(|found| found.path.len() < 1000));
}

#[test]
fn sch_4_the_innermost_mistake_of_nested_alternatives_is_told() {
    let schema = strict(
        r##"{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","required":["v"],"properties":{
            "v":{"type":"integer"},"n":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]}}}}}"##,
    );
    let levels = 20_000;
    let (open, close) = (r#"{"v":1,"n":"#.repeat(levels), "}".repeat(levels));
    let value = json(&format!(r#"{open}{{"v":"x"}}{close}"#));
    let violations = promptly("validate", || schema.validate(&value, "value"));
    assert_eq!(violations.len(), 1);
    assert_eq!((&*violations[0].path, violations[0].kind), ("value.n", ViolationKind::AnyOfNone));
    let message = &violations[0].message;
    assert!(message.contains("of the closest:") && message.len() < 2000, "{message}");
    assert!(message.ends_with("n.v: expected an integer, found the string \"x\""), "{message}");
}

#[test]
fn sch_6_nested_alternatives_are_not_tried_exponentially_often() {
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let mut definitions = String::new();
        for level in 0..60 {
            let next = format!(r##"{{"$ref":"#/$defs/L{}"}}"##, level + 1);
            let _ = write!(definitions, r#""L{level}":{{"{keyword}":[{next},{next}]}},"#);
        }
        let text = format!(
            r##"{{"$ref":"#/$defs/L0","$defs":{{{definitions}"L60":{{"type":"integer"}}}}}}"##
        );
        let schema = strict(&text);
        promptly(keyword, || {
            assert_eq!(schema.is_valid(&Json::from(1)), keyword != "oneOf");
            assert!(!schema.validate(&Json::from("x"), "value").is_empty());
        });
    }
    // The same question about each part of the value, from two branches of each part around it.
    let schema = strict(
        r##"{"$ref":"#/$defs/N","$defs":{"N":{"anyOf":[
            {"type":"object","required":["a"],"properties":{"k":{"$ref":"#/$defs/N"}}},
            {"type":"object","required":["b"],"properties":{"k":{"$ref":"#/$defs/N"}}},
            {"type":"integer"}]}}}"##,
    );
    let value = json(&format!("{}\"x\"{}", r#"{"a":1,"b":1,"k":"#.repeat(200), "}".repeat(200)));
    promptly("twice a level", || assert_eq!(schema.validate(&value, "value").len(), 1));
}

#[test]
fn sch_2_references_without_progress_are_refused_and_lost() {
    for text in [
        r##"{"$ref":"#"}"##,
        r##"{"allOf":[{"$ref":"#"}]}"##,
        r##"{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"anyOf":[{"$ref":"#/$defs/A"}]}}}"##,
    ] {
        assert!(offences(text).iter().any(|line| line.contains("refers back to itself")), "{text}");
        let (schema, losses) = Schema::from_json_lenient(&json(text));
        assert!(!losses.is_empty() && schema.is_valid(&Json::Null));
        assert_eq!(type_text(&schema), "unknown");
    }
}

#[test]
fn sch_2_definitions_may_have_any_name() {
    let schema = strict(
        r##"{"type":"object","properties":{"__proto__":{"$ref":"#/$defs/__proto__"},"constructor":{"$ref":"#/$defs/a~1b~0c%25"}},
            "$defs":{"__proto__":{"type":"integer"},"a/b~c%":{"type":"string"}},"additionalProperties":false}"##,
    );
    let value = json(r#"{"__proto__":"x","constructor":1}"#);
    let paths: Vec<String> =
        schema.validate(&value, "").into_iter().map(|found| found.path).collect();
    assert_eq!(paths, ["__proto__", "constructor"]);
    assert_eq!(type_text(&schema), "{\n  __proto__?: number;\n  constructor?: string;\n}");
}

#[test]
fn sch_6_a_million_properties_take_time_in_proportion() {
    let many = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let names = || (0..many).map(|index| format!("p{index}"));
    let properties: Object = names().map(|name| (name, json(r#"{"type":"integer"}"#))).collect();
    let required: Json = names().map(Json::from).collect();
    let members = [
        ("type", Json::from("object")),
        ("properties", properties.into()),
        ("required", required),
        ("additionalProperties", Json::Bool(false)),
    ];
    let schema = Json::Object(members.into_iter().collect());
    promptly("a million properties", || {
        let schema = Schema::from_json(&schema).expect("a schema");
        let full = Json::Object(names().map(|name| (name, Json::from(1))).collect());
        assert!(schema.is_valid(&full));
        assert_eq!(schema.validate(&json("{}"), "value").len(), many);
        let wrong = Json::Object(names().map(|name| (name + "x", Json::Null)).collect());
        assert_eq!(schema.validate(&wrong, "value").len(), 2 * many);
        assert!(type_text(&schema).lines().count() == many + 2);
    });
}

#[test]
fn sch_2_catastrophic_patterns_end() {
    let texts = ["a".repeat(40) + "b", "a".repeat(100_000), "\u{0}".repeat(1000)];
    for pattern in
        ["(a+)+$", "^(a|a)*$", "^(?=(a+)+$)(a|aa)+\\\\1$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"]
    {
        let schema = strict(&format!(r#"{{"type":"string","pattern":"{pattern}"}}"#));
        for text in &texts {
            promptly(pattern, || schema.validate(&Json::from(&**text), "value"));
        }
    }
    for bad in [
        "(",
        "a{1000000}{1000000}",
        &"(".repeat(10_000),
        &format!("{}a{}", "(".repeat(10_000), ")".repeat(10_000)),
    ] {
        let schema = format!(r#"{{"type":"string","pattern":"{bad}"}}"#);
        promptly("a pattern", || Schema::from_json(&json(&schema)).map(drop).unwrap_or_default());
    }
}

#[test]
fn sdk_2_descriptions_of_ten_megabytes_stay_in_their_place() {
    let long = "ends */ here\\n".repeat(700_000);
    let schema = format!(
        r#"{{"type":"object","properties":{{"a":{{"type":"string","description":"{long}"}}}},"additionalProperties":false}}"#
    );
    promptly("a long description", || {
        let text = type_text(&strict(&schema));
        assert_eq!(text.lines().count(), 4);
        assert_eq!(text.matches("*/").count(), 1);
    });
}

fn tool(name: &str, parameters: &str) -> ToolSpec {
    let (parameters, _) = Schema::from_json_lenient(&json(parameters));
    ToolSpec::new(name, NamePolicy::Any, "Do it. ends */ here", parameters, Schema::any()).unwrap()
}

#[test]
fn r3_one_bad_schema_leaves_all_other_tools_typed() {
    let gone = tool(
        "gone",
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/Gone"},"b":{"type":"integer"}}}"##,
    );
    let own = tool(
        "own",
        r##"{"type":"object","properties":{"next":{"$ref":"#/$defs/Own"}},
            "$defs":{"Own":{"type":"object","properties":{"next":{"$ref":"#/$defs/Own"}},"additionalProperties":false}}}"##,
    );
    let good =
        tool("good", r#"{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}"#);
    let text = sdk_text([&gone, &own, &good]);
    assert!(text.contains("\n a?:unknown;\n b?:number;"), "{text}");
    assert!(text.contains("type Own = {\n next?:Own;\n};"), "{text}");
    assert!(text.contains("\ngood: {\n n:number;\n}"), "{text}");
    assert!(text.contains("/** Do it. ends *\\/ here */"), "{text}");
    assert!(docs_text([&gone, &own, &good]).contains("| `n` | `number` | yes |"));
}

#[test]
fn sch_3_messages_stay_short_whatever_the_schema_and_value_hold() {
    let huge = "x".repeat(1_000_000);
    let schema = strict(&format!(
        r#"{{"type":"object","properties":{{"a":{{"enum":["{huge}",["{huge}"]]}},"b":{{"const":{{"{huge}":1}}}}}},"required":["{huge}"]}}"#
    ));
    let value = json(&format!(r#"{{"a":"{huge}y","b":"{huge}"}}"#));
    for violation in schema.validate(&value, "value") {
        assert!(violation.to_string().len() < 1000, "{}", violation.kind);
    }
    for refused in [
        format!(r#"{{"type":"{huge}"}}"#),
        format!(r#"{{"{huge}":1}}"#),
        format!(r#"{{"type":"string","enum":[1],"{huge}":1}}"#),
        format!(r##"{{"$ref":"#/{huge}"}}"##),
        format!(r#"{{"type":"object","additionalProperties":false,"required":["{huge}"]}}"#),
        format!(r#"{{"type":"string","pattern":"({huge}"}}"#),
        format!(r#"{{"properties":{{"{huge}":{{"odd":1}}}}}}"#),
    ] {
        assert!(offences(&refused).iter().all(|line| line.len() < 1000));
    }
}
