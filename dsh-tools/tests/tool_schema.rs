//! What the types of a `#[tool]` function make of its schemas, and what those enforce.

#![allow(clippy::expect_used, clippy::needless_pass_by_value, reason = "tests")]

use std::collections::BTreeMap;

use dsh_tools::data;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;

type Check = Result<(), Box<dyn std::error::Error>>;

async fn text_of<T: IntoTool<()>>(tool: T, arguments: serde_json::Value) -> String {
    let registry = ToolRegistry::builder().tools(vec![tool]).build().expect("a registry");
    let name = registry.schemas()[0].name.clone();
    registry.call(&name, arguments).await.text()
}

/// Stars of a review.
#[tool]
fn rate(
    #[arg(range(min = 1, max = 5))] n: u8,
    #[arg(length(max = 3), pattern = "^[a-z]*$")] by: String,
) -> String {
    format!("{by}: {n}")
}

#[tokio::test]
async fn r_m3_bounds_are_in_the_schema_and_enforced() -> Check {
    let schema = rate::tool().spec()?.parameters().to_json().clone();
    assert_eq!(schema["properties"]["n"]["maximum"], Json::from(5));
    assert_eq!(text_of(rate::tool(), json!({ "n": 5, "by": "abc" })).await, "abc: 5");

    let text = text_of(rate::tool(), json!({ "n": 9, "by": "ABCD" })).await;
    for part in [
        "n: expected at most 5, found 9",
        "by: expected at most 3 characters",
        "matches /^[a-z]*$/",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    Ok(())
}

/// Count up.
#[tool]
fn count(n: u32) -> u32 {
    n + 1
}

#[tokio::test]
async fn r_m4_every_mistake_is_listed_and_integral_floats_are_integers() {
    assert!(text_of(count::tool(), json!({})).await.contains("n: is required and missing"));
    assert!(text_of(count::tool(), json!({ "n": "abc" })).await.contains("n: expected an integer"));
    assert!(text_of(count::tool(), json!({ "n": -1 })).await.contains("n: expected at least 0"));
    assert_eq!(text_of(count::tool(), json!({ "n": 30.0 })).await, "31");
}

/// Only what is declared.
#[tool(closed)]
fn strict(path: String) -> String {
    path
}

#[tokio::test]
async fn sch_5_a_closed_tool_refuses_unknown_arguments_and_names_the_nearest() {
    let text = text_of(strict::tool(), json!({ "path": "a", "paht": "b" })).await;
    assert!(text.contains("paht: is not a known property; did you mean `path`?"), "{text}");
}

/// Log in.
#[tool]
fn login(user: String, #[arg(secret, length(min = 8))] password: Option<String>) -> bool {
    password.is_some_and(|password| password != user)
}

#[tokio::test]
async fn mac_3_secrets_are_in_no_message_and_no_record() -> Check {
    let spec = login::tool().spec()?;
    let given = Json::from(json!({ "user": "ann", "password": "hunter2" }));
    let kept = spec.parameters().redact(&given);
    assert_eq!(kept, Json::from(json!({ "user": "ann", "password": "[redacted]" })));
    let text = text_of(login::tool(), json!({ "user": "ann", "password": "hunter2" })).await;
    assert!(
        text.contains("password: does not fit (length)") && !text.contains("hunter2"),
        "{text}"
    );
    Ok(())
}

#[test]
fn mac_3_secrets_behind_references_and_patterns_are_not_shown_either() -> Check {
    let schema = dsh_tools::schema::Schema::from_json(&Json::from(json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/Token" }, "b": { "type": "array", "items": { "$ref": "#/$defs/Token" } } },
        "patternProperties": { "^key": { "type": "integer", "writeOnly": true } },
        "$defs": { "Token": { "type": "string", "minLength": 20, "writeOnly": true } }
    })))?;
    let value = json!({ "a": "hunter2", "b": ["hunter2"], "key1": "hunter2" });
    let violations = schema.validate(&Json::from(value.clone()), "value");
    assert_eq!(violations.len(), 3);
    assert!(!violations.iter().any(|found| found.message.contains("hunter2")), "{violations:?}");
    assert!(!schema.redact(&value.into()).to_string().contains("hunter2"));
    Ok(())
}

/// Anything at all.
#[tool]
fn anything(value: serde_json::Value) -> serde_json::Value {
    value
}

#[tokio::test]
async fn r_m6_any_json_is_an_empty_schema_and_no_boolean() -> Check {
    let schema = anything::tool().spec()?.parameters().to_json().clone();
    assert_eq!(schema["properties"]["value"].to_string(), "{}");
    assert_eq!(text_of(anything::tool(), json!({ "value": [1, null] })).await, "[1,null]");
    Ok(())
}

/// How to sort.
#[data]
#[serde(rename_all = "snake_case")]
enum Order {
    /// The newest first.
    NewestFirst,
    /// By name.
    ByName,
}

/// Sort.
#[tool]
fn sort(order: Order) -> Order {
    order
}

#[tokio::test]
async fn r_m7_a_documented_enum_is_an_enum_with_its_texts() -> Check {
    let schema = sort::tool().spec()?.parameters().to_json().to_string();
    assert!(schema.contains(r#""enum":["newest_first","by_name"]"#), "{schema}");
    assert!(schema.contains("The newest first.") && !schema.contains("oneOf"), "{schema}");
    let text = text_of(sort::tool(), json!({ "order": "newest_frist" })).await;
    assert!(text.contains("did you mean \"newest_first\"?"), "{text}");
    Ok(())
}

/// A tree.
#[data]
struct Node {
    name: String,
    kids: Vec<Node>,
}

/// Give back a tree.
#[tool]
fn plant(tree: Node) -> Node {
    tree
}

#[tokio::test]
async fn r_m8_recursive_types_are_named_and_checked_all_the_way_down() -> Check {
    let spec = plant::tool().spec()?;
    let sdk = dsh_tools::present::sdk_text([&*spec]);
    assert!(sdk.contains("type Node = {") && sdk.contains("kids:Node[];"), "{sdk}");
    let leaf = json!({ "name": "leaf", "kids": [] });
    let tree = json!({ "tree": { "name": "a", "kids": [leaf, { "name": 1, "kids": [] }] } });
    let text = text_of(plant::tool(), tree).await;
    assert!(text.contains("tree.kids[1].name: expected a string, found the number 1"), "{text}");
    Ok(())
}

/// Shapes of all sorts.
#[data]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Shape {
    Circle { radius: f32 },
    Square { side: u16 },
}

#[data]
#[serde(deny_unknown_fields)]
struct Options {
    #[serde(default)]
    deep: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    names: BTreeMap<u32, (u8, String)>,
}

/// Draw.
#[tool]
fn draw(shape: Shape, options: Options) -> Options {
    let _ = shape;
    options
}

#[tokio::test]
async fn r_m12_serde_attributes_shape_the_schemas() {
    let options = json!({ "names": { "7": [1, "x"] } });
    let drawn = text_of(
        draw::tool(),
        json!({ "shape": { "kind": "circle", "radius": 1 }, "options": options }),
    )
    .await;
    // What may be left out of the output is not required of it.
    assert_eq!(drawn, r#"{"deep":false,"names":{"7":[1,"x"]}}"#);

    let wrong = json!({ "shape": { "kind": "square", "side": "x" }, "options": { "names": {}, "depe": true } });
    let text = text_of(draw::tool(), wrong).await;
    assert!(
        text.contains("shape: fits none of 2 alternatives; of the closest: shape.side"),
        "{text}"
    );
    assert!(text.contains("options.depe: is not a known property; did you mean `deep`?"), "{text}");
}
