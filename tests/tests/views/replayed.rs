//! A journal through the callbacks of its tools: what was seen live is seen again (rules UI-1 and MAC-3).

use dsh_tools::call::{
    CallCard, CodeDispatchStart, Content, DurableResult, GenericCall, Record, ResultCard,
    TerminalCall, TerminalResult,
};
use dsh_tools::hook::InMemory;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::present::TerminalView;
use dsh_tools::registry::RegistryBuilder;
use dsh_tools::schema::build::{integer, object};
use dsh_tools::tool::ArgsOf;
use dsh_tools_tests::kit::{builder, with_body};

/// Run a command.
#[tool(
    present_call = |args| TerminalCall::new(&args.command).description(args.token.as_deref().unwrap_or("no token")),
    present_result = ended,
    presentation_meta = |args, code| (args.command != "plain").then(|| json!({ "code": code }))
)]
async fn run(command: String, #[arg(secret)] token: Option<String>) -> Result<i32, ToolError> {
    let _ = token;
    match command.as_str() {
        "fail" => Err(ToolError::new("it does not run")),
        command => Ok(i32::try_from(command.len()).unwrap_or(0)),
    }
}

/// Without metadata there is no card; metadata that is `null` is there.
fn ended(args: &ArgsOf<run>, result: &DurableResult) -> Option<ResultCard> {
    let meta = result.meta.as_ref()?;
    let code = meta["code"].as_i64().and_then(|code| i32::try_from(code).ok());
    let card = TerminalResult::new(format!("{}: {}", args.command, result.text()));
    Some(code.into_iter().fold(card, TerminalResult::exit_code).into())
}

/// Say what its cards do when they are made.
#[tool(
    present_call = |_| -> Option<CallCard> { panic!("no card of a call") },
    present_result = |_, _| -> Option<ResultCard> { panic!("no card of a result") }
)]
fn careless() -> bool {
    true
}

/// A tool without cards.
#[tool]
fn plain(text: String) -> String {
    text
}

fn registry(journal: &InMemory) -> RegistryBuilder<()> {
    ToolRegistry::builder().tools(tools![run, careless, plain]).journal(journal.clone())
}

/// The two cards of a call, with whatever the registry knows of its tool.
fn cards(
    registry: &ToolRegistry<()>,
    name: &str,
    arguments: &Json,
    result: &DurableResult,
) -> (CallCard, ResultCard) {
    match registry.get(name) {
        Some(tool) => {
            let spec = tool.spec();
            (spec.present_call(arguments), spec.present_result(arguments, result))
        }
        None => (CallCard::fallback(name, arguments.clone()), ResultCard::fallback(result)),
    }
}

/// The journal as it is read from a file.
fn read_back(journal: &InMemory) -> Vec<Record> {
    let records = journal.records();
    let lines: Vec<String> =
        records.iter().map(|record| serde_json::to_string(record).unwrap()).collect();
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn name_of(record: &Record) -> &str {
    match record {
        Record::CallEnd(end) => &end.call.name,
        Record::CodeDispatch(end) => &end.call.name,
        other => panic!("no end: {other:?}"),
    }
}

/// The cards of all calls of the journal that ended.
fn again(registry: &ToolRegistry<()>, journal: &InMemory) -> Vec<(CallCard, ResultCard)> {
    let records = read_back(journal);
    let ended = records.iter().filter_map(|record| Some((record, record.result()?)));
    ended
        .map(|(record, result)| cards(registry, name_of(record), record.arguments(), &result))
        .collect()
}

#[tokio::test]
async fn ui_1_a_journal_shows_what_was_seen_live() {
    let journal = InMemory::new();
    let registry = registry(&journal).build().unwrap();
    let calls = [
        ("run", json!({ "command": "ls -l" })),
        ("run", json!({ "command": "fail" })),
        ("run", json!({ "command": "plain" })),
        ("run", json!({ "command": "env", "token": "hunter2" })),
        ("run", json!({ "command": 5, "token": "hunter2" })),
        ("run", json!({})),
        ("careless", json!({})),
        ("plain", json!({ "text": "\u{1b}[2J" })),
        ("gone", json!({ "x": [1, null] })),
    ];
    let mut live = Vec::new();
    for (name, arguments) in calls {
        let outcome = registry.call(name, arguments.clone()).await;
        live.push(cards(&registry, name, &arguments.into(), &DurableResult::from(&outcome)));
    }
    assert_eq!(again(&registry, &journal), live);

    assert_eq!(live[0].0, TerminalCall::new("ls -l").description("no token").into());
    assert_eq!(live[0].1, TerminalResult::new("ls -l: 5").exit_code(5).into());
    assert!(matches!(live[1].1, ResultCard::Generic(_)), "a failure has no metadata");
    assert_eq!(live[2].1, TerminalResult::new("plain: 5").into(), "metadata that is null");
    assert_eq!(live[3].0, TerminalCall::new("env").description("[redacted]").into());
    assert_eq!(live[6].0, GenericCall::new("careless").raw_input(Json::from(json!({}))).into());
    let view = TerminalView::new();
    let shown: String =
        live.iter().map(|(call, result)| view.call(call) + &view.result(result)).collect();
    assert!(!shown.contains("hunter2") && !shown.contains('\u{1b}'), "{shown}");
}

#[tokio::test]
async fn ui_1_the_calls_of_programs_are_shown_from_the_journal_too() {
    let journal = InMemory::new();
    let registry = registry(&journal).mode(Mode::Code).runtime(InProcess::new()).build().unwrap();
    let program =
        "await tools.plain({ text: 'x' }); await tools.run({ command: 'ls', token: 'hunter2' })";
    let outcome = registry.call("run_code", json!({ "code": program, "description": "two" })).await;
    assert!(!outcome.is_error(), "{}", outcome.text());
    let shown = again(&registry, &journal);
    let content = |text: &str| ResultCard::fallback(&Record::result(&end(text)).unwrap());
    assert_eq!(shown[0].1, content("x"));
    // Calls of programs have no metadata (rule PIPE-10), so this tool makes no card of them.
    assert_eq!(shown[1].0, TerminalCall::new("ls").description("[redacted]").into());
    assert_eq!(shown[1].1, content("2"));
}

/// The end of some call with that content.
fn end(text: &str) -> Record {
    let record = json!({
        "type": "tool/call", "call_id": "c", "name": "plain", "arguments": {}, "time": 1,
        "is_error": false, "content": [Content::text(text)],
    });
    serde_json::from_value(record).unwrap()
}

#[tokio::test]
async fn ui_1_what_a_hook_keeps_from_the_journal_is_not_in_its_metadata() {
    let journal = InMemory::new();
    let hide = |call: &CodeDispatchStart, _: &[Content]| {
        (call.arguments["command"] == Json::from("secret")).then(|| vec![Content::text("hidden")])
    };
    let registry = registry(&journal).journal_content(hide).build().unwrap();
    for command in ["secret", "open"] {
        registry.call("run", json!({ "command": command })).await;
    }
    let results: Vec<DurableResult> = journal.records().iter().filter_map(Record::result).collect();
    assert_eq!((results[0].text().as_str(), &results[0].meta), ("hidden", &None));
    assert_eq!(results[1].meta, Some(json!({ "code": 4 }).into()));
}

#[tokio::test]
async fn ui_1_a_journal_of_an_older_version_falls_back() {
    let journal = InMemory::new();
    let older = registry(&journal).build().unwrap();
    older.call("run", json!({ "command": "ls" })).await;
    // The tool of this version wants a number; its callbacks are not asked about anything else.
    let newer = builder("run")
        .parameters(object().required("command", integer()).open().build().unwrap())
        .present_call(|_| Some(TerminalCall::new("asked").into()))
        .present_result(|_, _| Some(TerminalResult::new("asked").into()));
    let newer = with_body(newer, |arguments| Ok(arguments.clone()));
    let newer = ToolRegistry::builder().tools(vec![newer]).build().unwrap();
    let valid = newer.get("run").unwrap().spec().present_call(&json!({ "command": 1 }).into());
    assert_eq!(valid, TerminalCall::new("asked").into());
    let (call, result) = again(&newer, &journal).remove(0);
    assert_eq!(call, CallCard::fallback("run", json!({ "command": "ls" }).into()));
    assert!(matches!(result, ResultCard::Generic(_)));
}
