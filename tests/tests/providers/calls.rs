//! Responses in: calls under our names, in order, and errors that say where.

use dsh_tools::call::{ErrorCode, ToolCall};
use dsh_tools::prelude::*;
use dsh_tools::present::provider::ResponseError;
use dsh_tools_tests::kit::giving;
use serde_json::Value;

use super::{Make, PROVIDERS, plain};

/// A response of that provider with these calls: id, name, and arguments as text or value.
pub(crate) fn response(provider: &str, calls: &[(&str, &str, Value)], cut: bool) -> Value {
    let text =
        |arguments: &Value| arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
    let each = |write: &dyn Fn(&str, &str, &Value) -> Value| -> Vec<Value> {
        calls.iter().map(|(id, name, arguments)| write(id, name, arguments)).collect()
    };
    match provider {
        "openai chat" => {
            json!({ "choices": [{ "finish_reason": if cut { "length" } else { "tool_calls" }, "message": {
            "role": "assistant", "tool_calls": each(&|id, name, arguments| json!({ "id": id, "type": "function",
                "function": { "name": name, "arguments": text(arguments) } })),
        } }] })
        }
        "openai responses" => json!({ "status": if cut { "incomplete" } else { "completed" },
            "output": each(&|id, name, arguments| json!({ "type": "function_call", "call_id": id, "name": name,
                "arguments": text(arguments) })) }),
        "anthropic" => json!({ "stop_reason": if cut { "max_tokens" } else { "tool_use" },
            "content": each(&|id, name, arguments| json!({ "type": "tool_use", "id": id, "name": name,
                "input": arguments })) }),
        "gemini" => {
            json!({ "candidates": [{ "finishReason": if cut { "MAX_TOKENS" } else { "STOP" }, "content": {
            "role": "model", "parts": each(&|id, name, arguments| json!({ "functionCall": { "id": id, "name": name,
                "args": arguments } })) } }] })
        }
        _ => {
            let (id, name, arguments) = &calls[0];
            json!({ "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } })
        }
    }
}

pub(crate) const MODELS: [(&str, Make); 4] =
    [PROVIDERS[0], PROVIDERS[1], PROVIDERS[2], PROVIDERS[3]];

fn error(provider: &str, make: Make, response: Value) -> ResponseError {
    make(&[]).tool_calls(&response.into()).expect_err(provider)
}

#[tokio::test]
async fn prompt_7_names_come_back_in_order_and_unknown_ones_are_answered() {
    for (name, make) in PROVIDERS {
        let provider = make(&[plain("get logs"), plain("日本")]);
        let mut asked: Vec<_> = [provider.name_of("日本"), "nobody", provider.name_of("get logs")]
            .into_iter()
            .zip(["1", "2", "3"])
            .map(|(name, id)| (id, name, json!({})))
            .collect();
        if name == "mcp" {
            asked.truncate(1);
        }
        let calls = provider.tool_calls(&response(name, &asked, false).into()).unwrap();
        let ours: Vec<&str> = calls.iter().map(|call| &*call.name).collect();
        assert_eq!(ours, ["日本", "nobody", "get logs"][..asked.len()], "{name}");
        assert!(calls.iter().zip(&asked).all(|(call, asked)| call.call_id.as_str() == asked.0));
        if let Some(unknown) = calls.get(1) {
            let registry = ToolRegistry::<()>::builder().build().unwrap();
            assert_eq!(
                registry.execute(unknown.clone()).await.code(),
                Some(&ErrorCode::UNKNOWN_TOOL)
            );
        }
    }
}

async fn code(call: ToolCall) -> Option<ErrorCode> {
    let registry = ToolRegistry::<()>::builder().tools(vec![giving("t", "t")]).build().unwrap();
    registry.execute(call).await.code().cloned()
}

#[tokio::test]
async fn prompt_7_broken_json_and_calls_cut_off_stay_calls_that_fail() {
    for (name, make) in MODELS {
        let provider = make(&[plain("t")]);
        if name != "gemini" {
            let broken = response(name, &[("1", "t", json!("{\"a\": "))], false);
            let calls = provider.tool_calls(&broken.into()).unwrap();
            assert_eq!(code(calls[0].clone()).await, Some(ErrorCode::INVALID_ARGS), "{name}");
        }
        // Two calls, of which the second looks whole: only that one fails.
        let cut = response(name, &[("1", "t", json!({})), ("2", "t", json!({}))], true);
        let calls = provider.tool_calls(&cut.into()).unwrap();
        assert_eq!(code(calls[0].clone()).await, None, "{name}");
        assert_eq!(code(calls[1].clone()).await, Some(ErrorCode::INVALID_ARGS), "{name}");
    }
}

#[test]
fn prompt_7_no_call_is_an_empty_list() {
    for (name, make) in MODELS {
        assert!(
            make(&[]).tool_calls(&response(name, &[], false).into()).unwrap().is_empty(),
            "{name}"
        );
    }
}

#[test]
fn prompt_7_wrong_shapes_are_errors_that_say_where() {
    let at = |index: usize, response: Value| {
        error(PROVIDERS[index].0, PROVIDERS[index].1, response).to_string()
    };
    let call = json!({ "type": "function", "function": { "name": "t", "arguments": "{}" } });
    let chat = json!({ "choices": [{ "message": { "tool_calls": [call] } }] });
    assert_eq!(at(0, chat), "choices[0].message.tool_calls[0].id: is missing");
    assert_eq!(at(0, json!({ "error": {} })), "choices: is missing or empty");
    assert_eq!(
        at(1, json!({ "output": [{ "type": "function_call", "call_id": "1" }] })),
        "output[0].name: is missing"
    );
    assert_eq!(at(1, json!({})), "output: is missing");
    let block = json!({ "type": "tool_use", "id": 1, "name": "t", "input": {} });
    assert_eq!(
        at(2, json!({ "content": [block] })),
        "content[0].id: expected a string, found number"
    );
    let block = json!({ "type": "tool_use", "id": "1", "name": "t", "input": [] });
    assert_eq!(
        at(2, json!({ "content": [block] })),
        "content[0].input: expected an object, found array"
    );
    let malformed = json!({ "candidates": [{ "finishReason": "MALFORMED_FUNCTION_CALL" }] });
    assert!(at(3, malformed).starts_with("candidates[0].finishReason: MALFORMED"));
    assert_eq!(at(4, json!({ "params": {} })), "params.name: is missing");
}

#[test]
fn prompt_7_what_the_vendor_runs_itself_is_passed_over() {
    let hosted = json!({ "content": [
        { "type": "server_tool_use", "id": "1", "name": "web_search", "input": {} }, { "type": "text", "text": "x" },
    ] });
    assert!(PROVIDERS[2].1(&[]).tool_calls(&hosted.into()).unwrap().is_empty());
}
