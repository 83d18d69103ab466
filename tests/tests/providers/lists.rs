//! Lists out: names, descriptions and schemas as each provider takes them.

use std::collections::HashSet;

use dsh_tools::registry::ToolSchema;
use serde_json::json;

use super::table::offences;
use super::{PROVIDERS, listed, plain, schema, tool};

fn hard_names() -> Vec<String> {
    let mut names: Vec<String> = [
        "get-logs",
        "get_logs",
        "get.logs",
        "get logs",
        "a.b",
        "a:b",
        "日本",
        "日米",
        "__proto__",
        "",
        "9to5",
        "-x",
    ]
    .map(str::to_owned)
    .into();
    names.extend(["x".repeat(64), "x".repeat(65), "x".repeat(66), "y".repeat(500)]);
    names
}

#[test]
fn prompt_7_every_name_is_taken_unique_and_comes_back() {
    for (name, make) in PROVIDERS {
        let tools: Vec<ToolSchema> = hard_names().iter().map(|name| plain(name)).collect();
        let provider = make(&tools);
        assert_eq!(offences(name, &provider), [""; 0], "{name}");
        let theirs: HashSet<&str> = tools.iter().map(|tool| provider.name_of(&tool.name)).collect();
        assert_eq!(theirs.len(), tools.len(), "{name}");
        assert_eq!(provider.name_of("get_logs"), "get_logs");
        assert_eq!(provider.name_of("__proto__"), "__proto__");
    }
}

#[test]
fn prompt_7_names_rest_on_the_set_alone() {
    for (_, make) in PROVIDERS {
        let mut tools: Vec<ToolSchema> = hard_names().iter().map(|name| plain(name)).collect();
        let first = make(&tools);
        assert_eq!(first.tools().to_string(), make(&tools).tools().to_string());
        tools.reverse();
        let second = make(&tools);
        for tool in &tools {
            assert_eq!(first.name_of(&tool.name), second.name_of(&tool.name));
        }
    }
}

#[test]
fn prompt_7_hostile_descriptions_are_data_and_are_cut_with_a_loss() {
    for (name, make) in PROVIDERS {
        for text in ["{{x}}", "*/", "\u{0}\u{1b}[2J\u{2028}"] {
            let provider = make(&[ToolSchema::new("t", text, schema(json!({ "type": "object" })))]);
            assert_eq!(listed(&provider)[0].description, text);
            assert!(provider.losses().is_empty(), "{name}");
        }
        let long = "語".repeat(10_000_000 / 3);
        let provider =
            make(&[ToolSchema::new("t", long, schema(json!({ "type": "object" }))), plain("u")]);
        assert_eq!(offences(name, &provider), [""; 0]);
        assert_eq!(listed(&provider).len(), 2);
        assert_eq!(provider.losses().len(), 1);
        assert_eq!(provider.losses()[0].path, "description");
    }
}

#[test]
fn prompt_7_tools_beyond_the_number_and_twins_are_left_out_with_a_loss() {
    for (name, make) in PROVIDERS {
        let mut tools: Vec<ToolSchema> =
            (0..130).map(|number| plain(&format!("t{number}"))).collect();
        tools.push(plain("t0"));
        let provider = make(&tools);
        assert_eq!(offences(name, &provider), [""; 0]);
        assert_eq!(listed(&provider).len() + provider.losses().len(), 131, "{name}");
    }
}

#[test]
fn prompt_7_unions_at_the_root_become_optional_properties() {
    let union = json!({ "type": "object", "oneOf": [
        { "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] },
        { "$ref": "#/$defs/ByName" },
    ], "$defs": { "ByName": { "type": "object", "properties": { "name": { "type": "string" } } } } });
    for (name, make) in PROVIDERS.into_iter().filter(|(name, _)| *name != "mcp") {
        let provider = make(&[tool("find", union.clone())]);
        assert_eq!(offences(name, &provider), [""; 0]);
        let properties = listed(&provider)[0].parameters["properties"].clone();
        assert!(properties.get("id").is_some() && properties.get("name").is_some(), "{name}");
        assert_eq!(provider.losses()[0].path, "parameters.oneOf");
    }
}

#[test]
fn prompt_7_gemini_gets_its_subset_and_each_loss_is_told() {
    let parameters = json!({ "type": "object", "required": ["when", "tree"], "properties": {
        "when": { "type": ["string", "null"], "format": "date" },
        "level": { "enum": [1, 2] , "type": "integer" },
        "either": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        "tree": { "$ref": "#/$defs/Tree" },
        "any": true,
    }, "$defs": { "Tree": { "type": "object", "properties": {
        "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } },
    } } } });
    let provider = dsh_tools::present::provider::gemini::generate_content(&[tool("t", parameters)]);
    assert_eq!(offences("gemini", &provider), [""; 0]);
    let told = &listed(&provider)[0].parameters;
    assert_eq!(told["properties"]["when"].to_string(), r#"{"type":"STRING","nullable":true}"#);
    assert_eq!(
        told["properties"]["either"].to_string(),
        r#"{"nullable":true,"anyOf":[{"type":"STRING"}]}"#
    );
    let mut paths: Vec<&str> = provider.losses().iter().map(|loss| &*loss.path).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "parameters.properties.any",
            "parameters.properties.level",
            "parameters.properties.tree.properties.children.items",
            "parameters.properties.when",
        ]
    );
}

#[test]
fn prompt_7_references_that_multiply_stay_within_bounds() {
    let mut definitions = serde_json::Map::new();
    for level in 0..30 {
        let next = json!({ "$ref": format!("#/$defs/L{}", level + 1) });
        definitions.insert(
            format!("L{level}"),
            json!({ "type": "object", "properties": { "a": next, "b": next } }),
        );
    }
    definitions.insert("L30".to_owned(), json!({ "type": "string" }));
    let parameters = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/L0" } }, "$defs": definitions });
    for (name, make) in PROVIDERS {
        let provider = make(&[tool("wide", parameters.clone()), plain("other")]);
        assert_eq!(offences(name, &provider), [""; 0]);
        assert_eq!(listed(&provider).len(), 2);
        assert!(provider.tools().to_string().len() < 2_000_000);
    }
}

#[test]
fn prompt_7_anthropic_loses_properties_whose_names_it_refuses() {
    let parameters = json!({ "type": "object", "required": ["ok", "日本"], "properties": {
        "ok": { "type": "string" }, "日本": { "type": "string" },
    } });
    let provider = dsh_tools::present::provider::anthropic::messages(&[tool("t", parameters)]);
    assert_eq!(listed(&provider)[0].parameters["required"].to_string(), r#"["ok"]"#);
    assert_eq!(provider.losses()[0].path, "parameters.properties.日本");
}
