//! Cards: how a tool shows its calls and results to people (rules UI-1 and UI-2).
//! What a log, a terminal and the page of their JSON make of them is tested in `tests/tests/views`.
#![allow(clippy::unwrap_used)]

use dsh_tools::call::{
    CallCard, CallKind, Diff, DiffCall, DiffResult, DurableResult, GenericCall, GenericResult,
    Location, ReadResult, ResultCard, SearchMatch, SearchResult, TerminalCall, TerminalResult,
    WebResult,
};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::ToolSpec;

/// Run a command.
#[tool(
    present_call = |args| TerminalCall::new(&args.command).cwd("/src"),
    present_result = exit,
    presentation_meta = |_, code| json!({ "code": code })
)]
async fn run(command: String, #[arg(secret)] token: Option<String>) -> Result<i32, ToolError> {
    match command.as_str() {
        "fail" => Err(ToolError::new("it does not run")),
        _ => Ok(i32::from(token.is_some())),
    }
}

fn exit(_: &dsh_tools::tool::ArgsOf<run>, result: &DurableResult) -> Option<ResultCard> {
    let code = result.meta.as_ref()?["code"].as_i64()?;
    Some(TerminalResult::new(result.text()).exit_code(i32::try_from(code).ok()?).into())
}

/// Say how a card can go wrong.
#[tool(present_call = |args| { assert!(!args.panics, "no card"); None::<CallCard> })]
fn careless(panics: bool) -> bool {
    panics
}

fn spec(registry: &ToolRegistry<()>, name: &str) -> std::sync::Arc<ToolSpec> {
    registry.get(name).unwrap().spec().clone()
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder().tools(tools![run, careless]).build().unwrap()
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap()
}

#[tokio::test]
async fn ui_1_a_tool_shows_its_calls_and_results() {
    let registry = registry();
    let arguments = json!({ "command": "ls" });
    let outcome = registry.call("run", arguments.clone()).await;
    let run = spec(&registry, "run");
    let (arguments, result) = (arguments.into(), DurableResult::from(&outcome));
    assert_eq!(
        json(&run.present_call(&arguments)),
        json!({ "type": "terminal", "title": "ls", "cwd": "/src" })
    );
    assert_eq!(
        json(&run.present_result(&arguments, &result)),
        json!({ "type": "terminal", "output": "0", "exit_code": 0 })
    );
}

#[tokio::test]
async fn ui_1_without_a_card_the_generic_one_shows_what_there_is() {
    let registry = registry();
    let run = spec(&registry, "run");
    let outcome = registry.call("run", json!({ "command": "fail" })).await;
    let result = DurableResult::from(&outcome);
    assert_eq!(
        json(&run.present_result(&json!({ "command": "fail" }).into(), &result)),
        json!({
            "type": "generic",
            "content": [{ "type": "text", "text": "Error: it does not run" }]
        })
    );
}

#[test]
fn ui_1_arguments_that_are_no_longer_valid_fall_back() {
    let run = spec(&registry(), "run");
    for arguments in [json!({ "command": 5 }), json!({}), json!(null), json!([1])] {
        let card = json(&run.present_call(&arguments.clone().into()));
        assert_eq!(card, json!({ "type": "generic", "title": "run", "raw_input": arguments }));
        let result = DurableResult::from(&Outcome::success(Json::from(0)));
        let card = run.present_result(&arguments.into(), &result);
        assert_eq!(card, ResultCard::fallback(&result));
    }
}

#[test]
fn ui_1_secrets_are_in_no_card() {
    let run = spec(&registry(), "run");
    let arguments = json!({ "command": 5, "token": "hunter2" });
    let card = serde_json::to_string(&run.present_call(&arguments.into())).unwrap();
    assert!(card.contains("[redacted]") && !card.contains("hunter2"), "{card}");
}

#[test]
fn ui_1_a_callback_that_panics_falls_back() {
    let careless = spec(&registry(), "careless");
    for panics in [true, false] {
        let arguments = Json::from(json!({ "panics": panics }));
        let card = careless.present_call(&arguments);
        assert_eq!(card, CallCard::fallback("careless", arguments));
    }
}

#[cfg(feature = "engine")]
#[test]
fn ui_1_a_program_is_shown_by_what_it_is_for() {
    let registry =
        ToolRegistry::builder().mode(Mode::Code).runtime(InProcess::new()).build().unwrap();
    let run_code = spec(&registry, "run_code");
    let arguments = json!({ "code": "return 1", "description": "one" });
    assert_eq!(
        json(&run_code.present_call(&arguments.into())),
        json!({ "type": "generic", "title": "one", "kind": "execute", "raw_input": "return 1" })
    );
}

#[test]
fn ui_2_call_cards_have_one_form_and_read_back() {
    let generic = GenericCall::new("Move a file")
        .kind(CallKind::Move)
        .raw_input(1)
        .content("soon")
        .location(Location::line("a.txt", 3));
    let diff = DiffCall::new("Edit", [Diff::changed("a", "x", "y"), Diff::added("b", "z")])
        .location(Location::file("a"));
    let cases: [(CallCard, serde_json::Value); 3] = [
        (
            generic.into(),
            json!({
                "type": "generic", "title": "Move a file", "kind": "move", "raw_input": 1,
                "content": [{ "type": "text", "text": "soon" }],
                "locations": [{ "path": "a.txt", "line": 3 }]
            }),
        ),
        (
            TerminalCall::new("ls").description("list").cwd("/").into(),
            json!({ "type": "terminal", "title": "ls", "description": "list", "cwd": "/" }),
        ),
        (
            diff.into(),
            json!({
                "type": "diff", "title": "Edit",
                "diffs": [
                    { "path": "a", "old_text": "x", "new_text": "y" },
                    { "path": "b", "new_text": "z" }
                ],
                "locations": [{ "path": "a" }]
            }),
        ),
    ];
    for (card, form) in cases {
        assert_eq!(json(&card), form);
        assert_eq!(serde_json::from_value::<CallCard>(form).unwrap(), card);
    }
}

#[test]
fn ui_2_result_cards_have_one_form_and_read_back() {
    let found = SearchMatch::new(Location::line("a", 1)).text("fn a");
    let cases: [(ResultCard, serde_json::Value); 6] = [
        (
            GenericResult::new(vec![Content::text("x")]).into(),
            json!({ "type": "generic", "content": [{ "type": "text", "text": "x" }] }),
        ),
        (
            TerminalResult::new("").signal("SIGKILL").into(),
            json!({ "type": "terminal", "output": "", "signal": "SIGKILL" }),
        ),
        (
            DiffResult::new([Diff::added("b", "z")]).location(Location::file("b")).into(),
            json!({
                "type": "diff",
                "diffs": [{ "path": "b", "new_text": "z" }], "locations": [{ "path": "b" }]
            }),
        ),
        (
            SearchResult::new([found]).query("a").total(9).into(),
            json!({
                "type": "search", "query": "a", "total": 9,
                "matches": [{ "location": { "path": "a", "line": 1 }, "text": "fn a" }]
            }),
        ),
        (
            ReadResult::new("text").location(Location::line("a", 5)).total_lines(7).into(),
            json!({
                "type": "read", "text": "text",
                "location": { "path": "a", "line": 5 }, "total_lines": 7
            }),
        ),
        (
            WebResult::new("https://example.org").status(200).title("E").text("t").into(),
            json!({
                "type": "web", "url": "https://example.org", "status": 200, "title": "E", "text": "t"
            }),
        ),
    ];
    for (card, form) in cases {
        assert_eq!(json(&card), form);
        assert_eq!(serde_json::from_value::<ResultCard>(form).unwrap(), card);
    }
}
