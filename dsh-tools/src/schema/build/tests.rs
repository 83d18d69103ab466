//! Each keyword lands in the JSON Schema and is enforced; mistakes are told; depth costs no stack.

use super::*;
use crate::json::{Json, parse};
use crate::schema::{Schema, SchemaError};

fn value(text: &str) -> Json {
    parse(text).expect(text)
}

/// The schema reads as `json`, takes each of `good` and refuses each of `bad`.
fn assert_schema(schema: Result<Schema, SchemaError>, json: &str, good: &[&str], bad: &[&str]) {
    let schema = schema.expect(json);
    assert_eq!(schema.to_json().to_string(), json);
    for text in good {
        assert_eq!(schema.validate(&value(text), "value"), [], "{json} takes {text}");
    }
    for text in bad {
        assert!(!schema.is_valid(&value(text)), "{json} refuses {text}");
    }
}

#[test]
fn sch_1_built_strings() {
    assert_schema(
        string().min_length(2).max_length(3).pattern("^a").format("byte").build(),
        r#"{"type":"string","minLength":2,"maxLength":3,"pattern":"^a","format":"byte"}"#,
        &[r#""ab""#, r#""aé😀""#],
        &[r#""a""#, r#""abcd""#, r#""ba""#, "1"],
    );
    assert_schema(
        string().allow(["x", "y"]).build(),
        r#"{"type":"string","enum":["x","y"]}"#,
        &[r#""x""#],
        &[r#""z""#],
    );
    assert_schema(
        string().constant(String::from("x")).build(),
        r#"{"type":"string","const":"x"}"#,
        &[r#""x""#],
        &[r#""y""#],
    );
}

#[test]
fn sch_1_built_numbers() {
    assert_schema(
        number().minimum(0).maximum(2.5).multiple_of(0.5).build(),
        r#"{"type":"number","minimum":0,"maximum":2.5,"multipleOf":0.5}"#,
        &["0", "1.5", "2.5"],
        &["-0.5", "3", "0.7", r#""1""#],
    );
    assert_schema(
        number().greater_than(0).less_than(1).build(),
        r#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}"#,
        &["0.5"],
        &["0", "1"],
    );
    assert_schema(
        integer().minimum(-1).maximum(u64::MAX).build(),
        r#"{"type":"integer","minimum":-1,"maximum":18446744073709551615}"#,
        &["-1", "3.0", "18446744073709551615"],
        &["-2", "0.5"],
    );
    assert_schema(
        integer().allow([1, 2]).build(),
        r#"{"type":"integer","enum":[1,2]}"#,
        &["2"],
        &["3"],
    );
    assert_schema(
        number().constant(-0.0).build(),
        r#"{"type":"number","const":0}"#,
        &["0"],
        &["1"],
    );
}

#[test]
fn sch_1_built_booleans_null_and_anything() {
    assert_schema(boolean().build(), r#"{"type":"boolean"}"#, &["true", "false"], &["null", "0"]);
    assert_schema(
        boolean().constant(true).build(),
        r#"{"type":"boolean","const":true}"#,
        &["true"],
        &["false"],
    );
    assert_schema(null().build(), r#"{"type":"null"}"#, &["null"], &["false"]);
    assert_schema(json().build(), "{}", &["null", "1", "[{}]"], &[]);
    assert_schema(
        json().allow([value("[1]"), value("null")]).build(),
        r#"{"enum":[[1],null]}"#,
        &["[1]", "null"],
        &["[2]"],
    );
    assert_schema(
        constant(value(r#"{"a":1}"#)).build(),
        r#"{"const":{"a":1}}"#,
        &[r#"{"a":1}"#],
        &[r#"{"a":2}"#],
    );
}

#[test]
fn sch_1_built_arrays() {
    assert_schema(
        array(integer()).min_items(1).max_items(3).unique().build(),
        r#"{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":3,"uniqueItems":true}"#,
        &["[1]", "[1,2,3]"],
        &["[]", "[1,2,3,4]", "[1,1]", r#"["a"]"#],
    );
    assert_schema(
        array(json()).contains(string()).build(),
        r#"{"type":"array","items":{},"contains":{"type":"string"}}"#,
        &[r#"[1,"a"]"#],
        &["[1]"],
    );
    assert_schema(
        array(json()).contains_at_most(1, string()).contains_between(2, 3, null()).build(),
        r#"{"type":"array","items":{},"contains":{"type":"null"},"minContains":2,"maxContains":3}"#,
        &["[null,null,1]"],
        &["[null]", "[null,null,null,null]"],
    );
    assert_schema(
        array(json()).contains_at_most(1, null()).build(),
        r#"{"type":"array","items":{},"contains":{"type":"null"},"minContains":0,"maxContains":1}"#,
        &["[]", "[null]"],
        &["[null,null]"],
    );
    assert_schema(
        array(json()).contains_at_most(1, string()).contains_at_least(2, null()).build(),
        r#"{"type":"array","items":{},"contains":{"type":"null"},"minContains":2}"#,
        &["[null,null]"],
        &["[null]"],
    );
}

#[test]
fn sch_1_built_tuples() {
    assert_schema(
        tuple().item(integer()).item(string()).optional_item(null()).build(),
        r#"{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"},{"type":"null"}],"maxItems":3,"minItems":2}"#,
        &[r#"[1,"a"]"#, r#"[1,"a",null]"#],
        &["[1]", r#"["a",1]"#, r#"[1,"a",null,1]"#],
    );
    assert_schema(
        tuple().item(string()).rest(integer()).build(),
        r#"{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"},"minItems":1}"#,
        &[r#"["a"]"#, r#"["a",1,2]"#],
        &["[]", r#"["a","b"]"#],
    );
    assert_schema(tuple().build(), r#"{"type":"array","maxItems":0}"#, &["[]"], &["[1]"]);
}

#[test]
fn sch_1_built_objects() {
    assert_schema(
        object().required("a", string()).optional("b", integer()).closed().build(),
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"],"additionalProperties":false}"#,
        &[r#"{"a":"x"}"#, r#"{"a":"x","b":1}"#],
        &["{}", r#"{"a":"x","b":"y"}"#, r#"{"a":"x","c":1}"#],
    );
    assert_schema(
        object().open().min_properties(1).max_properties(2).build(),
        r#"{"type":"object","minProperties":1,"maxProperties":2,"additionalProperties":true}"#,
        &[r#"{"a":1}"#],
        &["{}", r#"{"a":1,"b":2,"c":3}"#],
    );
    assert_schema(
        object().others(integer()).property_names(string().max_length(2)).build(),
        r#"{"type":"object","propertyNames":{"type":"string","maxLength":2},"additionalProperties":{"type":"integer"}}"#,
        &[r#"{"ab":1}"#],
        &[r#"{"abc":1}"#, r#"{"ab":"x"}"#],
    );
    assert_schema(
        object().matching("^x", integer()).closed().build(),
        r#"{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}"#,
        &[r#"{"xa":1}"#],
        &[r#"{"xa":"b"}"#, r#"{"a":1}"#],
    );
}

#[test]
fn sch_1_a_property_is_as_it_was_said_last() {
    assert_schema(
        object()
            .required("a", string())
            .optional("b", null())
            .optional("a", integer())
            .closed()
            .build(),
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"null"}},"additionalProperties":false}"#,
        &["{}", r#"{"a":1}"#],
        &[r#"{"a":"x"}"#],
    );
}

#[test]
fn sch_5_built_parameters_are_open_unless_closed() {
    assert_schema(
        parameters().build(),
        r#"{"type":"object","properties":{}}"#,
        &["{}", r#"{"a":1}"#],
        &["[]"],
    );
    assert_schema(
        parameters().required("__proto__", string()).closed().build(),
        r#"{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}"#,
        &[r#"{"__proto__":"a"}"#],
        &["{}", r#"{"__proto__":"a","b":1}"#],
    );
}

#[test]
fn sch_1_built_branches() {
    assert_schema(
        one_of((integer(), number())).build(),
        r#"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#,
        &["0.5"],
        &["1", "null"],
    );
    assert_schema(
        any_of(vec![integer().describe(), string().describe()]).build(),
        r#"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#,
        &["1", r#""a""#],
        &["null"],
    );
    assert_schema(
        all_of([integer().minimum(1), integer().maximum(2)]).build(),
        r#"{"allOf":[{"type":"integer","minimum":1},{"type":"integer","maximum":2}]}"#,
        &["1", "2"],
        &["0", "3"],
    );
    assert_schema(not(null()).build(), r#"{"not":{"type":"null"}}"#, &["1"], &["null"]);
}

#[test]
fn sch_1_built_schemas_take_null_on_request() {
    assert_schema(
        integer().minimum(1).nullable().default(Json::Null).build(),
        r#"{"type":["integer","null"],"minimum":1,"default":null}"#,
        &["1", "null"],
        &["0", r#""a""#],
    );
    assert_schema(
        string().constant("a").description("d").nullable().build(),
        r#"{"type":["string","null"],"description":"d","enum":["a",null]}"#,
        &[r#""a""#, "null"],
        &[r#""b""#],
    );
    assert_schema(
        object().required("a", null()).closed().nullable().build(),
        r#"{"type":["object","null"],"properties":{"a":{"type":"null"}},"required":["a"],"additionalProperties":false}"#,
        &[r#"{"a":null}"#, "null"],
        &["{}"],
    );
    assert_schema(
        one_of((string(), integer())).description("d").nullable().build(),
        r#"{"anyOf":[{"oneOf":[{"type":"string"},{"type":"integer"}]},{"type":"null"}],"description":"d"}"#,
        &["1", "null"],
        &["true"],
    );
}

#[test]
fn sch_1_built_references_find_their_definitions() {
    let tree = object()
        .required("value", integer())
        .optional("left", reference("Tree").nullable())
        .optional("right", reference("Tree"))
        .closed();
    assert_schema(
        reference("Tree").definition("Tree", tree).build(),
        r##"{"$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"object","properties":{"value":{"type":"integer"},"left":{"anyOf":[{"$ref":"#/$defs/Tree"},{"type":"null"}]},"right":{"$ref":"#/$defs/Tree"}},"required":["value"],"additionalProperties":false}}}"##,
        &[r#"{"value":1,"left":null,"right":{"value":2}}"#],
        &[r#"{"value":1,"right":{"value":"x"}}"#, r#"{"value":1,"right":null}"#],
    );
    for name in ["a/b", "a~b", "100%", "%41", "a b", "#", "", "é"] {
        let schema = array(reference(name)).definition(name, integer()).build().expect(name);
        assert!(schema.is_valid(&value("[1]")) && !schema.is_valid(&value("[null]")), "{name}");
    }
}

#[test]
fn sch_1_built_annotations_land_in_the_order_they_were_said() {
    assert_schema(
        integer()
            .description("first")
            .title("t")
            .default(1)
            .examples([1, 2])
            .deprecated()
            .description("last")
            .build(),
        r#"{"type":"integer","description":"last","title":"t","default":1,"examples":[1,2],"deprecated":true}"#,
        &["5"],
        &[],
    );
}

#[test]
fn sch_3_build_tells_every_mistake() {
    let nothing: [&str; 0] = [];
    let schema = object()
        .required("a", string().allow(nothing))
        .required("b", number().minimum(f64::NAN).maximum(f64::INFINITY))
        .required("c", integer().multiple_of(0))
        .required("d", string().pattern("("))
        .required("e", any_of(Vec::<Described>::new()))
        .required("f", reference("Nobody"))
        .required("g", string().allow(["x"]).constant("y"))
        .open();
    let error = schema.build().expect_err("mistakes");
    let places: Vec<&str> = error.offences().iter().map(|offence| &*offence.path).collect();
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
        assert!(places.contains(&&*format!("schema.properties.{name}")), "{name}: {error}");
    }
    assert_eq!(places.len(), 8, "{error}");
}

#[test]
fn sch_6_deep_schemas_are_built_and_dropped_on_the_heap() {
    let levels = 100_000;
    let deep = (0..levels).fold(null().describe(), |inner, level| match level % 3 {
        0 => array(inner).describe(),
        1 => object().optional("a", inner).closed().describe(),
        _ => not(inner).describe(),
    });
    let draft = array(deep);
    drop(draft.clone());
    let schema = draft.build().expect("a schema");
    assert!(schema.to_json().depth_up_to(levels) > levels);
}
