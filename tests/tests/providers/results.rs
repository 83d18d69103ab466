//! Outcomes back: ids, failures and images where each provider has a place for them, in call order.

use dsh_tools::call::{CallError, Content, Outcome};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools_tests::kit::giving;

use super::calls::{MODELS, response};
use super::{PROVIDERS, plain};

/// Two outcomes: a success, and a failure that shows an image.
async fn exchange(index: usize) -> Vec<Json> {
    let (name, make) = PROVIDERS[index];
    let registry = ToolRegistry::<()>::builder().tools(vec![giving("t", "fine")]).build().unwrap();
    let provider = make(&[plain("t")]);
    let asked = [("1", "t", json!({})), ("2", "t", json!({}))];
    let calls = provider.tool_calls(&response(name, &asked, false).into()).unwrap();
    let mut outcomes = vec![registry.execute(calls[0].clone()).await];
    if calls.len() > 1 {
        let failed = Outcome::failure(CallError::from(ToolError::new("no")));
        outcomes.push(
            failed.with_content(vec![Content::text("no"), Content::image("image/png", "AA==")]),
        );
    }
    provider.results(&calls, &outcomes).unwrap()
}

#[tokio::test]
async fn prompt_7_openai_chat_results_are_tool_messages_then_images() {
    let messages = exchange(0).await;
    assert_eq!(messages.len(), 3);
    assert_eq!(messages[0].to_string(), r#"{"role":"tool","tool_call_id":"1","content":"fine"}"#);
    assert_eq!(messages[1]["tool_call_id"].as_str(), Some("2"));
    assert_eq!(
        messages[2]["content"][1]["image_url"]["url"].as_str(),
        Some("data:image/png;base64,AA==")
    );
}

#[tokio::test]
async fn prompt_7_openai_responses_results_are_items() {
    let items = exchange(1).await;
    assert_eq!(
        items[0].to_string(),
        r#"{"type":"function_call_output","call_id":"1","output":"fine"}"#
    );
    assert_eq!(items[1]["output"][1]["type"].as_str(), Some("input_image"));
}

#[tokio::test]
async fn prompt_7_anthropic_results_are_one_user_message() {
    let messages = exchange(2).await;
    assert_eq!(messages.len(), 1);
    let content = &messages[0]["content"];
    assert_eq!(content[0]["tool_use_id"].as_str(), Some("1"));
    assert!(content[0].get("is_error").is_none());
    assert_eq!(content[1]["is_error"].as_bool(), Some(true));
    assert_eq!(content[1]["content"][1]["source"]["media_type"].as_str(), Some("image/png"));
}

#[tokio::test]
async fn prompt_7_gemini_results_are_parts_then_images() {
    let messages = exchange(3).await;
    let parts = &messages[0]["parts"];
    assert_eq!(
        parts[0]["functionResponse"].to_string(),
        r#"{"id":"1","name":"t","response":{"output":"fine"}}"#
    );
    assert!(parts[1]["functionResponse"]["response"].get("error").is_some());
    assert_eq!(messages[1]["parts"][1]["inlineData"]["mimeType"].as_str(), Some("image/png"));
    // A call that came without an id is answered without one.
    let provider = PROVIDERS[3].1(&[plain("t")]);
    let bare = json!({ "candidates": [{ "content": { "parts": [{ "functionCall": { "name": "t" } }] } }] });
    let calls = provider.tool_calls(&bare.into()).unwrap();
    let messages = provider.results(&calls, &[Outcome::success(Json::Null)]).unwrap();
    assert!(messages[0]["parts"][0]["functionResponse"].get("id").is_none());
}

#[tokio::test]
async fn prompt_7_mcp_results_are_call_tool_results() {
    assert_eq!(exchange(4).await[0]["isError"].as_bool(), Some(false));
    let provider = PROVIDERS[4].1(&[]);
    let calls = [ToolCall::new("t", "")];
    let value = Json::from(json!({ "sum": 3 }));
    let results = provider.results(&calls, &[Outcome::success(value.clone())]).unwrap();
    assert_eq!(results[0]["structuredContent"], value);
    let results = provider.results(&calls, &[Outcome::success(Json::from(3))]).unwrap();
    assert!(results[0].get("structuredContent").is_none());
}

#[test]
fn prompt_7_results_need_one_outcome_for_each_call() {
    for (_, make) in MODELS {
        assert!(make(&[]).results(&[ToolCall::new("t", "")], &[]).is_err());
        assert!(make(&[]).results(&[], &[]).unwrap().is_empty());
    }
}
