//! Strict form: only where the schema allows it as it stands, with the reasons otherwise.

use dsh_tools::present::provider::{anthropic, gemini, openai};
use serde_json::json;

use super::{PROVIDERS, listed, tool};

fn closed(properties: &serde_json::Value, required: &[&str]) -> serde_json::Value {
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

#[test]
fn prompt_7_strict_is_computed_and_says_why_not() {
    let text = json!({ "type": "string" });
    let fits = tool("fits", closed(&json!({ "a": text }), &["a"]));
    let optional = tool("optional", closed(&json!({ "a": text }), &[]));
    let open = tool("open", json!({ "type": "object", "properties": {} }));
    let unknown =
        tool("unknown", closed(&json!({ "a": { "type": "string", "minLength": 1 } }), &["a"]));
    let tools = [fits, optional, open, unknown];
    for make in [openai::chat, openai::responses] {
        let provider = make(&tools);
        let strict: Vec<bool> = listed(&provider).iter().map(|tool| tool.strict).collect();
        assert_eq!(strict, [true, false, false, false]);
        let reasons: Vec<_> =
            provider.strictness().iter().map(|one| one.reasons.join("; ")).collect();
        assert_eq!(
            reasons,
            [
                "",
                "parameters: `a` is optional",
                "parameters: allows properties that it does not declare",
                "parameters.properties.a: `minLength` is not supported",
            ]
        );
    }
    let provider = anthropic::messages(&tools);
    let strict: Vec<bool> = listed(&provider).iter().map(|tool| tool.strict).collect();
    assert_eq!(strict, [true, true, false, false]);
    assert!(!gemini::generate_content(&tools).strictness()[0].is_strict());
}

#[test]
fn prompt_7_strict_has_limits_of_depth_and_number() {
    let mut deep = json!({ "type": "string" });
    for _ in 0..12 {
        deep = closed(&json!({ "a": deep }), &["a"]);
    }
    let provider = openai::chat(&[tool("deep", deep)]);
    assert!(provider.strictness()[0].reasons[0].ends_with("nests deeper than 10 levels"));
    let many: Vec<_> =
        (0..22).map(|number| tool(&format!("t{number}"), closed(&json!({}), &[]))).collect();
    let provider = anthropic::messages(&many);
    assert_eq!(provider.strictness().iter().filter(|one| one.is_strict()).count(), 20);
}

#[test]
fn prompt_7_a_union_at_the_root_is_never_strict() {
    let mut union = closed(&json!({ "a": { "type": "string" } }), &["a"]);
    union["anyOf"] = json!([{ "required": ["a"] }]);
    for (name, make) in PROVIDERS {
        assert!(!make(&[tool("t", union.clone())]).strictness()[0].is_strict(), "{name}");
    }
}
