//! How much a prompt discloses of tools, and how programs find their way in a catalogue (rules SDK-1, SDK-4, CODE-2 and
//! CODE-13), in both hosts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use dsh_tools::code::{CodeOptions, Preflight};
use dsh_tools::json::{Json, parse};
use dsh_tools::prelude::*;
use dsh_tools::present::{Disclosure, DisclosureLevel, PartError, sdk_text};
use dsh_tools::schema::Schema;
use dsh_tools::tool::{CallContext, NamePolicy, ToolHandler, ToolList, ToolSpec};
use dsh_tools_tests::hosting::{Budgets, Hosting};
use dsh_tools_tests::kit;

fn hosts() -> [Hosting; 2] {
    [Hosting::InProcess, Hosting::Isolated(Some(env!("CARGO_BIN_EXE_code-worker").into()))]
}

fn spec(name: &str, description: &str, parameters: &str) -> ToolSpec {
    let parameters = Schema::from_json(&parse(parameters).unwrap()).unwrap();
    ToolSpec::new(name, NamePolicy::Any, description, parameters, Schema::any()).unwrap()
}

const PATH: &str = r#"{"type":"object","properties":{"path":{"type":"string","description":"Where."}},
    "required":["path"]}"#;
const NOTHING: &str = r#"{"type":"object","properties":{}}"#;

/// A few tools of different kinds.
fn few() -> Vec<ToolSpec> {
    vec![
        spec("read_file", "Read a file.\nAs UTF-8 text.", PATH),
        spec("writeFile", "Write a file.", PATH),
        spec("list-folders", "List what is in a folder.", PATH),
        spec("日本", "天気を調べます。", NOTHING),
        spec(
            "send",
            "Send a message.",
            r#"{"type":"object","properties":{"recipient":{"type":"string"}}}"#,
        ),
    ]
}

/// Tools that give back their arguments and count how often they are called.
fn stubs(specs: Vec<ToolSpec>, calls: &Arc<AtomicUsize>) -> Vec<ToolDefinition<()>> {
    let calls = calls.clone();
    let body = move |arguments: Json, _: CallContext<()>| {
        calls.fetch_add(1, Ordering::SeqCst);
        async move { Ok(arguments) }
    };
    let body: Arc<dyn ToolHandler<()>> = Arc::new(body);
    specs.into_iter().map(|spec| ToolDefinition::new(spec, body.clone())).collect()
}

struct Stand {
    registry: ToolRegistry,
    calls: Arc<AtomicUsize>,
}

impl Stand {
    fn new(host: &Hosting, specs: Vec<ToolSpec>, disclosure: Disclosure) -> Self {
        Self::with(host, specs, disclosure, Preflight::Report)
    }

    fn with(
        host: &Hosting,
        specs: Vec<ToolSpec>,
        disclosure: Disclosure,
        preflight: Preflight,
    ) -> Self {
        let calls = Arc::new(AtomicUsize::new(0));
        let options = CodeOptions::default().preflight(preflight);
        let registry = ToolRegistry::builder()
            .mode(Mode::Code)
            .runtime_with(host.runtime(Budgets::default()).unwrap(), options)
            .tools(stubs(specs, &calls))
            .disclosure(disclosure)
            .build()
            .unwrap();
        Self { registry, calls }
    }

    fn called(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

async fn run(registry: &dsh_tools::registry::ScopeHandle<()>, code: &str) -> Outcome {
    registry.call("run_code", json!({ "code": code, "description": "a test" })).await
}

/// What a program gives, as JSON; what went wrong if it gives nothing.
async fn value(registry: &dsh_tools::registry::ScopeHandle<()>, code: &str) -> String {
    let outcome = run(registry, code).await;
    let value = outcome.value().map(|value| value["result"].to_string());
    value.unwrap_or_else(|| outcome.text())
}

async fn sdk(registry: &dsh_tools::registry::ScopeHandle<()>) -> Arc<str> {
    let prompt = registry.prompt().await.unwrap();
    prompt.sections.iter().find(|section| &*section.name == "tools:sdk").unwrap().text.clone()
}

fn text(disclosure: &Disclosure, specs: &[ToolSpec]) -> Arc<str> {
    disclosure.sdk(specs).text
}

fn each_level() -> [Disclosure; 4] {
    [
        Disclosure::full(),
        Disclosure::signatures(),
        Disclosure::catalog(1_000),
        Disclosure::catalog(370),
    ]
}

#[test]
fn sdk_1_the_full_level_is_one_block_with_an_entry_for_each_tool() {
    let text = text(&Disclosure::full(), &few());
    assert_eq!(*text, *sdk_text(&few()));
    assert_eq!(text.matches("```").count(), 2);
    for part in
        ["type JsonValue =", "interface ToolArgsMap", "interface ToolOutputMap", "type ToolName ="]
    {
        assert_eq!(text.matches(part).count(), 1, "{part}");
    }
    let (_, arguments) = text.split_once("interface ToolArgsMap").unwrap();
    let (arguments, outputs) = arguments.split_once("interface ToolOutputMap").unwrap();
    for key in ["read_file", "writeFile", "\"list-folders\"", "\"日本\"", "send"] {
        for map in [arguments, outputs] {
            assert_eq!(map.matches(&format!("\n{key}: ")).count(), 1, "{key} in {map}");
        }
    }
}

#[test]
fn sdk_2_what_stands_in_several_places_is_described_once() {
    let text = text(&Disclosure::full(), &few());
    assert!(text.contains("\n/** Where */\ntype Path = string;\n"), "{text}");
    assert_eq!(text.matches("path:Path;").count(), 3, "{text}");
    // Another description makes it another property.
    let other = spec("other", "Do.", &PATH.replace("Where.", "Whence."));
    let text = sdk_text(few().iter().chain([&other]));
    assert!(text.contains("\n /** Whence */\n path:string;\n"), "{text}");
}

#[test]
fn sdk_4_signatures_are_one_line_for_each_tool() {
    let text = text(&Disclosure::signatures(), &few());
    for line in [
        "read_file(args:{path:string}):Answer // Read a file.",
        "\"list-folders\"(args:{path:string}):Answer // List what is in a folder.",
        "\"日本\"(args:Open):Answer // 天気を調べます。",
        "send(args:{recipient?:string}):Answer // Send a message.",
    ] {
        assert!(text.lines().any(|other| other == line), "{line} in {text}");
    }
    assert!(!text.contains("Where.") && !text.contains("As UTF-8"), "{text}");
}

#[test]
fn sdk_4_long_lists_of_values_are_cut_on_a_line_and_say_so() {
    let values: Vec<String> = (0..30).map(|index| format!("\"v{index}\"")).collect();
    let values = values.join(",");
    let parameters = format!(r#"{{"type":"object","properties":{{"v":{{"enum":[{values}]}}}}}}"#);
    let one = [spec("one", "Do.", &parameters)];
    let short = text(&Disclosure::signatures(), &one);
    assert!(short.contains(r#"{v?:"v0"|"v1"|"v2"|"v3"|string}"#), "{short}");
    assert!(short.contains("end in `string` are cut"));
    assert!(text(&Disclosure::full(), &one).contains(r#""v29""#));
}

#[test]
fn sdk_4_a_catalogue_cuts_lines_first_and_then_leaves_out_names() {
    let line = "Read one of the many files that there are in this place, and tell what it holds.";
    let specs: Vec<_> =
        (0..40).map(|index| spec(&format!("read_{index:02}"), line, NOTHING)).collect();
    let of = |budget| text(&Disclosure::catalog(budget), &specs);
    let tokens = |text: &str| text.len().div_ceil(4);

    let whole = of(10_000);
    assert!(whole.contains(&format!("40 tools:\nread_00: {line}\n")));
    let mut last = tokens(&whole);
    let (mut cut, mut names, mut some) = (0, 0, 0);
    let nothing_but_rules = tokens(&of(0));
    for budget in (nothing_but_rules..last).rev().step_by(7) {
        let text = of(budget);
        assert!(tokens(&text) <= budget && tokens(&text) <= last, "{budget}");
        last = tokens(&text);
        match () {
            () if text.contains("read_39: ") => cut += usize::from(text.contains('…')),
            () if text.contains("40 tools: read_00, read_01") && text.ends_with("read_39") => {
                names += 1;
            }
            () => {
                some += 1;
                assert!(text.ends_with(" not listed; `$search` finds them."), "{text}");
            }
        }
    }
    assert!(cut > 3 && names > 0 && some > 3, "{cut} {names} {some}");
    assert!(of(0).ends_with("\n\n40 tools not listed; `$search` finds them."), "{}", of(0));
    assert!(of(0).contains("$describe") && text(&Disclosure::catalog(0), &[]).contains("$search"));
}

#[test]
fn sdk_4_a_budget_takes_the_richest_level_that_fits() {
    let specs: Vec<_> = (0..20)
        .map(|index| spec(&format!("tool_{index}"), &"Words of a description. ".repeat(9), PATH))
        .collect();
    let count = |text: &str| text.len().div_ceil(4);
    let full = count(&text(&Disclosure::full(), &specs));
    let signatures = count(&text(&Disclosure::signatures(), &specs));
    assert!(signatures < full);
    for (budget, level) in [
        (full, DisclosureLevel::Full),
        (full - 1, DisclosureLevel::Signatures),
        (signatures, DisclosureLevel::Signatures),
        (signatures - 1, DisclosureLevel::Catalog),
        (0, DisclosureLevel::Catalog),
    ] {
        assert_eq!(Disclosure::within(budget).sdk(&specs).level, level, "{budget}");
    }
    // A counter of one's own, here of bytes, and one that breaks, which counts no more.
    let bytes = |budget: usize| Disclosure::within(budget).counting(str::len);
    assert_eq!(bytes(full).sdk(&specs).level, DisclosureLevel::Catalog);
    assert_eq!(bytes(full * 4).sdk(&specs).level, DisclosureLevel::Full);
    let broken = Disclosure::within(full).counting(|_| panic!("no"));
    assert_eq!(broken.sdk(&specs).level, DisclosureLevel::Full);
}

#[test]
fn prompt_6_every_level_has_the_same_bytes_in_whatever_order() {
    let mut specs = few();
    let forth: Vec<_> = each_level().iter().map(|level| text(level, &specs)).collect();
    specs.reverse();
    for (level, forth) in each_level().iter().zip(&forth) {
        assert_eq!(text(level, &specs), *forth, "{level:?}");
        assert_eq!(text(level, &few()), *forth, "{level:?}");
    }
}

#[test]
fn sdk_2_descriptions_stay_in_their_place_at_every_level() {
    let hostile = "ends */ here ``` `x` ${y}\n```\n// z\r\n*/ declare const evil: 1;\u{2028}evil2\u{0}\u{202e}";
    let parameters = json!({ "type": "object", "properties": {
        "a*/b\n": { "type": "string", "description": hostile, "enum": [hostile, "b", "c"] } } });
    let parameters = Schema::from_json(&parameters.into()).unwrap();
    let tool = |name: &str, description: &str| {
        ToolSpec::new(name, NamePolicy::Any, description, parameters.clone(), Schema::any())
            .unwrap()
    };
    let starts_so = format!("```\n{hostile}");
    let specs = [
        tool("a\n```\n*/", hostile),
        tool("```", &starts_so),
        tool("b", &"very long ".repeat(1_000_000)),
    ];
    for level in each_level() {
        let began = Instant::now();
        let sdk = level.sdk(&specs);
        assert!(began.elapsed() < Duration::from_secs(10), "{level:?}");
        // Nothing but the fence of the block begins a line with a fence, and no line begins with what is not ours.
        let fences: Vec<&str> = sdk.text.lines().filter(|line| line.starts_with("```")).collect();
        assert_eq!(fences, ["```ts", "```"], "{level:?}");
        assert!(sdk.typescript().ends_with("};\n"), "{}", sdk.typescript());
        for line in sdk.text.split(['\n', '\r', '\u{2028}']) {
            let line = line.trim_start();
            assert!(!line.starts_with("evil") && !line.starts_with("declare const evil"), "{line}");
            // A comment ends where its line does.
            let inside = line.strip_prefix("/**").map(|line| &line[..line.len() - "*/".len()]);
            assert!(inside.is_none_or(|inside| !inside.contains("*/")), "{line}");
        }
        let printable = |character: char| !character.is_control() || character == '\n';
        assert!(sdk.text.chars().all(|character| printable(character) && character != '\u{202e}'));
        if level.sdk(&specs).level != DisclosureLevel::Full {
            assert!(sdk.text.len() < 5_000, "{}", sdk.text.len());
        }
    }
}

#[tokio::test]
async fn sdk_4_the_nearest_layer_says_how_much_is_disclosed() {
    let stand = Stand::new(&Hosting::InProcess, few(), Disclosure::signatures());
    let registry = &stand.registry;
    let agent = registry.scope();
    let below = agent.scope();
    assert_eq!(*sdk(&below).await, *text(&Disclosure::signatures(), &few()));

    let taken_back = agent.disclosure(Disclosure::catalog(1_000)).unwrap();
    for (scope, level) in [
        (&**registry, Disclosure::signatures()),
        (&*agent, Disclosure::catalog(1_000)),
        (&*below, Disclosure::catalog(1_000)),
    ] {
        assert_eq!(*sdk(scope).await, *text(&level, &few()));
    }
    below.disclosure(Disclosure::full()).unwrap().keep();
    assert_eq!(*sdk(&below).await, *sdk_text(&few()));
    let twice = agent.disclosure(Disclosure::full()).unwrap_err();
    assert_eq!(twice, PartError::AlreadyDisclosed { layer: "in this scope" });
    taken_back.unregister();
    assert_eq!(*sdk(&agent).await, *text(&Disclosure::signatures(), &few()));
    agent.disclosure(Disclosure::full()).unwrap().keep();
    drop(below);
    assert_eq!(*sdk(&agent).await, *sdk_text(&few()));
}

#[tokio::test]
async fn sdk_4_a_text_is_written_once_for_all_who_see_the_same() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counting = asked.clone();
    let disclosure = Disclosure::within(100_000).counting(move |text| {
        counting.fetch_add(1, Ordering::SeqCst);
        text.len()
    });
    let stand = Stand::new(&Hosting::InProcess, few(), disclosure);
    let first = sdk(&stand.registry).await;
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let agent = stand.registry.scope();
    assert!(Arc::ptr_eq(&first, &sdk(&agent).await));
    assert_eq!(value(&agent, "return 1").await, "1");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let other = stubs(vec![spec("other", "Do.", NOTHING)], &stand.calls).remove(0);
    agent.register(other).unwrap().keep();
    assert!(!Arc::ptr_eq(&first, &sdk(&agent).await));
    assert!(Arc::ptr_eq(&first, &sdk(&stand.registry).await));
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn code_2_a_program_looks_for_tools_only_in_a_catalogue() {
    for host in hosts() {
        for (disclosure, there) in [
            (Disclosure::full(), false),
            (Disclosure::signatures(), false),
            (Disclosure::within(1_000_000), false),
            (Disclosure::within(0), true),
            (Disclosure::catalog(1_000), true),
        ] {
            let stand = Stand::new(&host, few(), disclosure);
            let kinds = "return [typeof tools.$search, typeof tools.$describe, '$search' in tools]";
            let expected = if there {
                r#"["function","function",true]"#
            } else {
                r#"["undefined","undefined",false]"#
            };
            assert_eq!(value(&stand.registry, kinds).await, expected);
            let names = value(&stand.registry, "return Object.keys(tools).sort()").await;
            assert_eq!(names, r#"["list-folders","read_file","send","writeFile","日本"]"#);
        }
    }
}

#[tokio::test]
async fn code_2_a_search_ranks_names_descriptions_and_properties() {
    for host in hosts() {
        let stand = Stand::new(&host, few(), Disclosure::catalog(1_000));
        for (query, found) in [
            ("read a file", &["read_file", "writeFile"][..]),
            ("FILES writing", &["writeFile", "read_file"]),
            ("list-folders", &["list-folders"]),
            ("fold", &["list-folders"]),
            ("recipients", &["send"]),
            ("天気", &["日本"]),
            ("日本", &["日本"]),
            ("zebra", &[]),
            ("!?", &[]),
        ] {
            let program = format!(
                "const found = await tools.$search({query:?}); return found.map((tool) => tool.name)"
            );
            let names = value(&stand.registry, &program).await;
            let names: Vec<String> = serde_json::from_str(&names).expect(&names);
            assert!(
                names.starts_with(&found.iter().map(ToString::to_string).collect::<Vec<_>>()),
                "{query}: {names:?}"
            );
            assert!(!found.is_empty() || names.is_empty(), "{query}: {names:?}");
        }
        let first = value(&stand.registry, "return (await tools.$search('utf read'))[0]").await;
        assert_eq!(first, r#"{"name":"read_file","description":"Read a file."}"#);
        assert_eq!(stand.called(), 0);
    }
}

#[tokio::test]
async fn code_2_a_search_finds_at_most_ten_and_always_the_same() {
    let specs = |count: usize| -> Vec<_> {
        (0..count).map(|index| spec(&format!("copy_{index:05}"), "Copy it.", NOTHING)).collect()
    };
    let stand = Stand::new(&Hosting::InProcess, specs(10_000), Disclosure::catalog(1_000));
    let program = "return (await tools.$search('copies')).map((tool) => tool.name)";
    let first = value(&stand.registry, program).await;
    assert_eq!(first.matches("copy_").count(), 10);
    assert!(first.starts_with(r#"["copy_00000","copy_00001""#), "{first}");
    assert_eq!(value(&stand.registry, program).await, first);
    let text = sdk(&stand.registry).await;
    assert!(text.len() <= 4_000 && text.contains("10000 tools: copy_00000, "), "{text}");
    assert!(text.ends_with(" more not listed; `$search` finds them."), "{text}");
}

#[tokio::test]
async fn code_2_a_description_is_the_whole_sdk_of_a_tool() {
    for host in hosts() {
        let stand = Stand::new(&host, few(), Disclosure::catalog(1_000));
        let described = run(&stand.registry, "return await tools.$describe('read_file')").await;
        let expected = "interface Tools {\n/** Read a file. As UTF-8 text. */\nread_file(args: {\n \
                        /** Where */\n path:string;\n}&Open): Promise<JsonValue>;\n}\n";
        assert_eq!(described.text(), expected);
        let both = "return await tools.$describe(['writeFile', 'read_file', 'read_file'])";
        let both = run(&stand.registry, both).await.text();
        assert!(
            both.starts_with("/** Where */\ntype Path = string;\ninterface Tools {\n"),
            "{both}"
        );
        assert_eq!(
            (both.matches("read_file(").count(), both.matches("writeFile(").count()),
            (1, 1)
        );
        assert_eq!(stand.called(), 0);
    }
}

#[tokio::test]
async fn code_2_a_name_that_is_not_there_is_told_with_the_nearest() {
    for host in hosts() {
        let stand = Stand::new(&host, few(), Disclosure::catalog(1_000));
        let program = "try { await tools.$describe(['send', 'reed_file']) } catch (error) {
            return [error instanceof ToolCallError, error.toolName, error.message] }";
        let told = value(&stand.registry, program).await;
        assert!(told.starts_with(r#"[true,"$describe","there is no tool \"reed_file\": the nearest are \"read_file\""#), "{told}");
        let unknown = run(&stand.registry, "await tools.$serach('x')").await.text();
        assert!(unknown.contains("did you mean `tools.$search`?"), "{unknown}");
        let run_code = run(&stand.registry, "await tools.$describe('run_code')").await.text();
        assert!(run_code.contains("there is no tool \"run_code\""), "{run_code}");
    }
}

#[tokio::test]
async fn code_2_wrong_arguments_say_what_is_expected() {
    for host in hosts() {
        let stand = Stand::new(&host, few(), Disclosure::catalog(1_000));
        for (call, part) in [
            (
                "$search()",
                "expected words as one text, as in tools.$search(\"create an issue\"), found nothing",
            ),
            ("$search({ query: 'x' })", "expected words as one text"),
            ("$search('  ')", "found a blank text"),
            ("$search(undefined)", "found nothing"),
            ("$search(10n)", "the arguments are not JSON"),
            (
                "$describe(7)",
                "expected a name or a list of names, as in tools.$describe([\"read_file\"]), found number",
            ),
            ("$describe(['send', 1])", "found a list of other things"),
            ("$describe(Array(51).fill('send'))", "51 names are too many: describe at most 50"),
        ] {
            let program =
                format!("try {{ await tools.{call} }} catch (error) {{ return `${{error}}` }}");
            let told = run(&stand.registry, &program).await.text();
            assert!(told.starts_with("ToolCallError: ") && told.contains(part), "{call}: {told}");
        }
    }
}

#[tokio::test]
async fn code_13_looks_for_tools_are_known_to_the_preflight() {
    for host in hosts() {
        let with = |disclosure| Stand::with(&host, few(), disclosure, Preflight::Refuse);
        let stand = with(Disclosure::catalog(1_000));
        let fine = "const [tool] = await tools.$search('file'); await tools.$describe([tool.name]); return 1";
        assert_eq!(value(&stand.registry, fine).await, "1");
        let wrong = "await tools.$search(7);\nawait tools.$describe({ name: 'send' });\nawait tools.$find('x')";
        let told = run(&stand.registry, wrong).await.text();
        for part in [
            "1:21: tools.$search: arguments: expected a string, found the number 7",
            "2:23: tools.$describe: arguments: ",
            "3:7: tools.$find: there is no such tool",
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        let told = run(&with(Disclosure::full()).registry, "await tools.$search('x')").await.text();
        assert!(told.contains("1:7: tools.$search: there is no such tool"), "{told}");
    }
}

#[tokio::test]
async fn code_5_looks_for_tools_are_no_nested_calls() {
    for host in hosts() {
        let stand = Stand::new(&host, few(), Disclosure::catalog(1_000));
        let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
        let names = seen.clone();
        let guard = move |call: &CallHandle<()>| {
            names.lock().unwrap().push(format!("{} {}", call.name(), call.call_id()));
            None
        };
        stand.registry.guard(guard).keep();
        let program = "const found = await Promise.all(['file', 'folder'].map((word) => tools.$search(word)));
            await tools.read_file({ path: found[0][0].name });
            tools.$search('left behind');
            await tools.$describe('send').catch(() => {});
            throw new Error('end')";
        let told = run(&stand.registry, program).await.text();
        let seen = seen.lock().unwrap().clone();
        assert_eq!(seen.len(), 2, "{seen:?}");
        assert!(seen[1].starts_with("read_file ") && seen[1].ends_with(":code:1"), "{seen:?}");
        assert!(told.contains("read_file") && !told.contains("$search:"), "{told}");
        assert_eq!(stand.called(), 1);
    }
}

#[tokio::test]
async fn code_2_what_is_found_are_the_tools_of_the_start_of_the_run() {
    let stand = Stand::new(&Hosting::InProcess, few(), Disclosure::catalog(1_000));
    let registry = stand.registry.clone();
    let calls = stand.calls.clone();
    let late = move |_: Json, _: CallContext<()>| {
        let late = stubs(vec![spec("late_file", "A late file.", NOTHING)], &calls).remove(0);
        registry.register(late).unwrap().keep();
        async { Ok(Json::Null) }
    };
    let late = ToolDefinition::new(spec("add_late", "Register it.", NOTHING), Arc::new(late));
    stand.registry.register(late).unwrap().keep();
    let agent = stand.registry.scope();
    agent.restrict(Filter::deny(["writeFile"])).unwrap().keep();
    let program =
        "await tools.add_late(); return (await tools.$search('file')).map((tool) => tool.name)";
    assert_eq!(value(&agent, program).await, r#"["read_file"]"#);
    let again = "return (await tools.$search('file')).map((tool) => tool.name).sort()";
    assert_eq!(value(&agent, again).await, r#"["late_file","read_file"]"#);
}

/// The tools of a real server.
fn github() -> Option<Vec<ToolSpec>> {
    let Some(folder) = std::env::var_os("TOOL_LISTS") else {
        println!("skipped: TOOL_LISTS is not set");
        return None;
    };
    let path = std::path::Path::new(&folder).join("github-mcp-server.json");
    let json = parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    Some(ToolList::from_json(&json).unwrap().specs)
}

#[tokio::test]
async fn sdk_4_a_program_finds_describes_and_calls_a_tool_of_a_real_list() {
    let Some(specs) = github() else { return };
    for host in hosts() {
        let stand = Stand::new(&host, specs.clone(), Disclosure::catalog(1_000));
        let text = sdk(&stand.registry).await;
        assert!(text.len() <= 4_000 && text.contains("create_issue"), "{text}");
        let program = r#"
            const [first] = await tools.$search("create an issue");
            const sdk = await tools.$describe(first.name);
            const done = await tools[first.name]({ owner: "o", repo: "r", title: "t" });
            return { name: first.name, typed: sdk.includes("title:string"), done };"#;
        let expected =
            r#"{"name":"create_issue","typed":true,"done":{"owner":"o","repo":"r","title":"t"}}"#;
        assert_eq!(value(&stand.registry, program).await, expected);
        assert_eq!(stand.called(), 1);
    }
}

#[tokio::test]
async fn code_2_words_find_the_tools_of_a_real_list_that_people_would_pick() {
    let Some(specs) = github() else { return };
    let stand = Stand::new(&Hosting::InProcess, specs, Disclosure::catalog(1_000));
    for (query, name) in [
        ("merge a pull request", "merge_pull_request"),
        ("authenticated user", "get_me"),
        ("delete file", "delete_file"),
        ("search code", "search_code"),
        ("fork", "fork_repository"),
        ("list branches of a repository", "list_branches"),
        ("job logs", "get_job_logs"),
        ("blame", "get_file_blame"),
        ("star repo", "star_repository"),
        ("commits of a branch", "list_commits"),
    ] {
        let program =
            format!("return (await tools.$search({query:?})).slice(0, 3).map((tool) => tool.name)");
        let found = value(&stand.registry, &program).await;
        assert!(found.contains(&format!("{name:?}")), "{query}: {found}");
    }
}

#[tokio::test]
async fn code_2_programs_of_both_levels_fail_with_their_code() {
    let stand = Stand::new(&Hosting::InProcess, few(), Disclosure::full());
    let outcome = run(&stand.registry, "return await tools.$search('file')").await;
    assert_eq!(kit::code(&outcome), "CODE_RUN_FAILED");
    assert!(outcome.text().contains("is not a function"), "{}", outcome.text());
}
