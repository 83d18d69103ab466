//! What a model is told of a scope: the rules PROMPT-1 to PROMPT-6, over the public API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.
#![allow(clippy::unused_async)] // Functions of prompts are async, also where they wait for nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dsh_tools::call::ErrorCode;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::present::{
    Assembly, OrderError, PartError, Prompt, PromptError, PromptListener, PromptNext, Section,
    TemplateError, UNLISTED_TOOLS, Verbatim,
};
use dsh_tools::registry::{
    Names, Registration, RegistryBuilder, RegistryError, ScopeHandle, ToolSchema,
};
use dsh_tools::schema::Schema;
use dsh_tools::tool::{CallContext, NameError};
use dsh_tools_tests::kit::{Log, giving};
use dsh_tools_tests::stub::Scripted;

type Handle = ScopeHandle<()>;

/// A registry in that mode, with tools of these names and a runtime.
fn builder(mode: Mode, names: &[&str]) -> RegistryBuilder<()> {
    let tools: Vec<_> = names.iter().map(|&name| giving(name, name)).collect();
    ToolRegistry::builder().mode(mode).runtime(Scripted::returning("ran")).tools(tools)
}

fn described(name: &str, description: &str) -> ToolDefinition<()> {
    ToolDefinition::builder(name, description)
        .body(|arguments: Json, _: CallContext<()>| async { Ok(arguments) })
        .build()
        .unwrap()
}

async fn text(scope: &Handle) -> String {
    scope.prompt().await.unwrap().text()
}

async fn tools(scope: &Handle) -> Vec<String> {
    let prompt = scope.prompt().await.unwrap();
    prompt.tools.iter().map(|tool| tool.name.to_string()).collect()
}

async fn sections(scope: &Handle) -> Vec<String> {
    let prompt = scope.prompt().await.unwrap();
    prompt.sections.iter().map(|section| section.name.to_string()).collect()
}

async fn error(scope: &Handle) -> PromptError {
    scope.prompt().await.unwrap_err()
}

/// The text of that section.
async fn section(scope: &Handle, name: &str) -> Arc<str> {
    let prompt = scope.prompt().await.unwrap();
    prompt.sections.iter().find(|section| &*section.name == name).unwrap().text.clone()
}

fn part(error: &RegistryError) -> &PartError {
    let RegistryError::Part(part) = error else { panic!("{error}") };
    part.downcast_ref().unwrap()
}

#[tokio::test]
async fn prompt_1_the_nearest_mode_wins_and_a_scope_has_one() {
    let registry = builder(Mode::Native, &["a"]).build().unwrap();
    let scope = registry.scope();
    let below = scope.scope();
    let code = scope.present_as(Mode::Code).unwrap();
    let twice = scope.present_as(Mode::Both).unwrap_err();
    assert!(matches!(twice, RegistryError::AlreadyPresented), "{twice}");
    assert_eq!(tools(&registry).await, ["a"]);
    assert_eq!(tools(&below).await, ["run_code"]);
    below.present_as(Mode::Both).unwrap().keep();
    assert_eq!(tools(&below).await, ["a", "run_code"]);
    code.unregister();
    scope.present_as(Mode::Both).unwrap().keep();
    assert_eq!(tools(&scope).await, ["a", "run_code"]);
}

#[tokio::test]
async fn prompt_2_sections_of_the_application_stand_among_those_of_the_mode() {
    let registry = builder(Mode::Code, &["a"])
        .section("tail", 200, "tail")
        .section("guide", 120, "Use a.")
        .section("persona", 10, "P");
    let registry = registry.build().unwrap();
    let in_code = ["persona", "tools:code-only", "guide", "tools:sdk", "tail"];
    assert_eq!(sections(&registry).await, in_code);
    let native = registry.scope();
    native.present_as(Mode::Native).unwrap().keep();
    assert_eq!(text(&native).await, "P\n\nUse a.\n\ntail");
    let both = registry.scope();
    both.present_as(Mode::Both).unwrap().keep();
    assert_eq!(sections(&both).await, ["persona", "guide", "tools:sdk", "tail"]);
}

#[tokio::test]
async fn prompt_3_the_prompt_and_the_executor_agree_on_what_may_be_called() {
    let registry = builder(Mode::Code, &["a"]).build().unwrap();
    assert_eq!(tools(&registry).await, ["run_code"]);
    let refused = registry.call("a", json!({})).await;
    assert_eq!(refused.code(), Some(&ErrorCode::UNKNOWN_TOOL));
    assert!(refused.text().contains("`run_code`"), "{}", refused.text());
    assert!(section(&registry, "tools:code-only").await.contains("`run_code`"));
}

#[tokio::test]
async fn prompt_4_programs_need_a_runtime_with_an_sdk() {
    let none = ToolRegistry::builder().mode(Mode::Both).section("a", 1, "A").build().unwrap();
    assert_eq!(error(&none).await, PromptError::NoRuntime { mode: "both" });
    let ruby = ToolRegistry::builder().runtime(Scripted::returning("ran").in_language("ruby"));
    let ruby = ruby.build().unwrap();
    assert_eq!(text(&ruby).await, "");
    let scope = ruby.scope();
    scope.present_as(Mode::Code).unwrap().keep();
    assert_eq!(error(&scope).await, PromptError::NoSdk { language: "ruby".to_owned() });
}

#[tokio::test]
async fn prompt_4_nobody_takes_the_place_of_run_code() {
    let registry = builder(Mode::Both, &["a"]).build().unwrap();
    let scope = registry.scope();
    let named = || {
        ToolDefinition::builder("run_code", "Mine.")
            .body(|arguments: Json, _: CallContext<()>| async { Ok(arguments) })
            .build()
    };
    registry.register(named()).unwrap_err();
    scope.register(named()).unwrap_err();
    scope.restrict(Filter::deny(["run_code"])).unwrap_err();
    scope.restrict(Filter::allow(Vec::<String>::new())).unwrap().keep();
    assert_eq!(tools(&scope).await, ["run_code"]);
    scope.tool_provider(|_: Handle| async { vec![given("run_code")] }).keep();
    assert_eq!(error(&scope).await, PromptError::ProvidedName(NameError::Reserved));
}

#[tokio::test]
async fn prompt_4_its_own_sections_cannot_be_shadowed() {
    let registry = builder(Mode::Code, &[]).build().unwrap();
    let refused = registry.scope().section("tools:sdk", 1, "mine").unwrap_err();
    assert_eq!(refused, PartError::Reserved { name: "tools:sdk".to_owned() });
}

#[tokio::test]
async fn prompt_5_sections_of_the_same_number_stand_by_name() {
    let one =
        ToolRegistry::builder().section("b", 1, "B").section("a", 1, "A").section("c", 0, "C");
    assert_eq!(text(&one.build().unwrap()).await, "C\n\nA\n\nB");
    let other = ToolRegistry::builder().section("c", 0, "C").section("a", 1, "A");
    let other = other.section("b", 1, "B").section("first", i32::MIN, "!").build().unwrap();
    assert_eq!(text(&other).await, "!\n\nC\n\nA\n\nB");
}

#[tokio::test]
async fn prompt_5_a_nearer_section_shadows_and_leaves_with_its_scope() {
    let registry = ToolRegistry::builder().section("a", 1, "A").section("b", 2, "B");
    let registry = registry.build().unwrap();
    let scope = registry.scope();
    let below = scope.scope();
    let own = scope.section("a", 3, "own").unwrap();
    assert_eq!(text(&below).await, "B\n\nown");
    own.unregister();
    own.unregister();
    assert_eq!(text(&below).await, "A\n\nB");
    scope.section("a", 1, "").unwrap().keep();
    assert_eq!(text(&below).await, "B");
    drop(scope);
    assert_eq!(text(&below).await, "A\n\nB");
    assert_eq!(text(&registry).await, "A\n\nB");
}

#[tokio::test]
async fn prompt_5_what_is_wrong_with_parts_is_told_by_the_builder_at_once() {
    let refused = ToolRegistry::builder()
        .tools(vec![giving("t", 1), giving("t", 2)])
        .section("a", 1, "A")
        .section("a", 2, "again")
        .section("broken", 3, "one\n{{two")
        .variable("x y", "value")
        .variable("z", "1")
        .variable("z", "2")
        .tool_order(["t"])
        .tool_order(["t"])
        .build()
        .unwrap_err();
    let problems = refused.problems();
    assert!(matches!(problems[0], RegistryError::Duplicate { .. }), "{refused}");
    let parts: Vec<&PartError> = problems[1..].iter().map(part).collect();
    let duplicate =
        |kind, name: &str| PartError::Duplicate { kind, name: name.to_owned(), layer: "globally" };
    let problem = TemplateError::Unclosed { line: 2 };
    let expected = [
        duplicate("section", "a"),
        PartError::Template { section: "broken".to_owned(), problem },
        PartError::VariableName { name: "x y".to_owned() },
        duplicate("variable", "z"),
        PartError::AlreadyOrdered { layer: "globally" },
    ];
    assert_eq!(parts, expected.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn prompt_5_variables_are_strict_and_their_values_are_final() {
    let registry = ToolRegistry::builder()
        .section("intro", 1, "{{who}} and {{ who }}, {{{{who}}")
        .variable("who", "{{who}} {{nobody}}")
        .build()
        .unwrap();
    assert_eq!(text(&registry).await, "{{who}} {{nobody}} and {{who}} {{nobody}}, {{who}}");

    let scope = registry.scope();
    scope.variable("team", "T").unwrap().keep();
    scope.section("rules", 2, "Ask {{boss}}.").unwrap().keep();
    let unknown = error(&scope).await;
    let known = Names(vec!["team".to_owned(), "who".to_owned()]);
    let (section, variable) = ("rules".to_owned(), "boss".to_owned());
    assert_eq!(unknown, PromptError::UnknownVariable { section, variable, known });
    let said = unknown.to_string();
    for part in ["`rules`", "`{{boss}}`", "`team`, `who`"] {
        assert!(said.contains(part), "{said}");
    }
    let boss = scope.variable("boss", "Eve").unwrap();
    assert!(text(&scope).await.ends_with("Ask Eve."));
    boss.unregister();
    assert!(matches!(error(&scope).await, PromptError::UnknownVariable { .. }));
}

#[tokio::test]
async fn prompt_5_text_from_tools_is_never_a_template() {
    let hostile = "{{x}} {{ {{{{ {{secret}} */ \u{7} \u{1b}[31m \u{202e}\n\n```\n# Heading";
    let huge = "{{".repeat(1 << 19);
    let registry = builder(Mode::Both, &[])
        .tools(vec![described("hostile", hostile), described("huge", &huge)])
        .section("intro", 1, "{{secret}}")
        .variable("secret", "S3CRET")
        .build()
        .unwrap();
    let prompt = registry.prompt().await.unwrap();
    assert_eq!(&*prompt.tools[0].description, hostile);
    let sdk = &prompt.sections[1].text;
    assert!(sdk.contains("{{x}} {{ {{{{ {{secret}}") && sdk.contains(&huge));
    assert!(!sdk.contains("{{secret}} */"), "the comment goes on");
    assert_eq!(prompt.text().matches("S3CRET").count(), 1);
}

#[tokio::test]
async fn prompt_5_a_megabyte_of_text_is_filled_in() {
    let long = "{{x}}, ".repeat(150_000);
    let registry = ToolRegistry::builder().section("long", 1, long).variable("x", "{{}}");
    let text = text(&registry.build().unwrap()).await;
    assert_eq!(text, "{{}}, ".repeat(150_000));
}

async fn greeting(scope: Handle) -> Result<String, std::io::Error> {
    tokio::task::yield_now().await;
    Ok(format!("{} tools, {{{{name}}}}", scope.schemas().len()))
}

#[tokio::test]
async fn prompt_5_functions_of_the_scope_give_text() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let registry = builder(Mode::Native, &["a"])
        .section("async", 1, greeting)
        .section("sync", 2, |scope: Handle| Verbatim(format!("{{{{{:?}}}}}", scope.mode())))
        .section("none", 3, |_: Handle| None::<String>)
        .section("fixed", 4, "{{name}}!{{nothing}}")
        .variable("nothing", |_: Handle| None::<String>)
        .variable("name", move |_: Handle| {
            count.fetch_add(1, Ordering::SeqCst);
            "{{Ada}}"
        })
        .variable("unused", |_: Handle| -> String { panic!("nobody uses it") })
        .build()
        .unwrap();
    assert_eq!(text(&registry).await, "1 tools, {{Ada}}\n\n{{Native}}\n\n{{Ada}}!");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let scope = registry.scope();
    scope.register(giving("b", 1)).unwrap().keep();
    assert!(text(&scope).await.starts_with("2 tools, "));
}

#[tokio::test]
async fn prompt_5_functions_that_fail_or_panic_are_typed_errors() {
    let registry = ToolRegistry::builder().build().unwrap();
    let broken = registry.scope();
    let fails =
        |_: Handle| async { Err::<String, _>(ToolError::new("no disk").with_code("NO_DISK")) };
    broken.section("notes", 1, fails).unwrap().keep();
    let failed = error(&broken).await;
    let PromptError::Section { section, error: failure } = &failed else { panic!("{failed}") };
    assert_eq!((&**section, failure.code().unwrap().as_str()), ("notes", "NO_DISK"));

    let panics = registry.scope();
    panics.section("s", 1, "{{v}}").unwrap().keep();
    panics.variable("v", |_: Handle| -> String { panic!("boom") }).unwrap().keep();
    let failed = error(&panics).await;
    let PromptError::Variable { variable, error: failure } = &failed else { panic!("{failed}") };
    assert_eq!((&**variable, failure.code()), ("v", Some(&ErrorCode::TOOL_PANICKED)));
    assert!(failed.to_string().contains("boom"), "{failed}");

    let templates = registry.scope();
    templates.section("given", 1, |_: Handle| "{{").unwrap().keep();
    let (section, problem) = ("given".to_owned(), TemplateError::Unclosed { line: 1 });
    assert_eq!(error(&templates).await, PromptError::Template { section, problem });
    assert_eq!(text(&registry).await, "");
}

#[tokio::test]
async fn prompt_5_an_order_lists_names_around_the_rest() {
    let registry = builder(Mode::Both, &["d", "a", "c", "b"]);
    let registry = registry.tool_order(["c", UNLISTED_TOOLS, "a"]).build().unwrap();
    assert_eq!(tools(&registry).await, ["c", "b", "d", "run_code", "a"]);

    let scope = registry.scope();
    let own = scope.tool_order(["run_code", "d"]).unwrap();
    assert_eq!(tools(&scope.scope()).await, ["run_code", "d", "a", "b", "c"]);
    own.unregister();
    assert_eq!(tools(&scope).await, ["c", "b", "d", "run_code", "a"]);
    scope.tool_order([UNLISTED_TOOLS]).unwrap().keep();
    assert_eq!(tools(&scope).await, ["a", "b", "c", "d", "run_code"]);
    assert!(matches!(scope.tool_order(["a"]), Err(PartError::AlreadyOrdered { .. })));
}

#[tokio::test]
async fn prompt_5_an_order_that_does_not_fit_rejects_the_assembly() {
    let registry = builder(Mode::Native, &["a", "b"]).build().unwrap();
    let refused = async |mode: Mode, names: &[&str]| {
        let scope = registry.scope();
        scope.present_as(mode).unwrap().keep();
        scope.tool_order(names.iter().copied()).unwrap().keep();
        match error(&scope).await {
            PromptError::Order(error) => error,
            other => panic!("{other}"),
        }
    };
    let twice = |name: &str| OrderError::Duplicate { name: name.to_owned() };
    assert_eq!(refused(Mode::Native, &["a", "b", "a"]).await, twice("a"));
    let rests = [UNLISTED_TOOLS, "a", UNLISTED_TOOLS];
    assert_eq!(refused(Mode::Both, &rests).await, twice(UNLISTED_TOOLS));
    let names = |names: &[&str]| Names(names.iter().map(|&name| name.to_owned()).collect());
    let unknown = refused(Mode::Native, &["a", "nope", "run_code"]).await;
    let expected = OrderError::NotContributed {
        names: names(&["nope", "run_code"]),
        mode: "native",
        known: names(&["a", "b"]),
    };
    assert_eq!(unknown, expected);
    let native = refused(Mode::Code, &["a", UNLISTED_TOOLS]).await;
    let said = native.to_string();
    assert!(
        said.contains("`a`") && said.contains("`code`") && said.contains("`run_code`"),
        "{said}"
    );
}

#[tokio::test]
async fn prompt_5_restricted_names_are_still_names() {
    let registry = builder(Mode::Native, &["a", "b", "c"]);
    let registry = registry.tool_order(["c", "b", "a"]).build().unwrap();
    let scope = registry.scope();
    scope.restrict(Filter::deny(["b"])).unwrap().keep();
    assert_eq!(tools(&scope).await, ["c", "a"]);
    let gone = registry.scope();
    gone.tool_order(["own"]).unwrap().keep();
    assert!(matches!(error(&gone).await, PromptError::Order(_)));
    gone.register(giving("own", 1)).unwrap().keep();
    assert_eq!(tools(&gone).await, ["own", "a", "b", "c"]);
}

fn given(name: &str) -> ToolSchema {
    ToolSchema::new(name, "Hosted.", Schema::any())
}

async fn hosted(scope: Handle) -> Vec<ToolSchema> {
    let count = if scope.id().is_some() { 2 } else { 1 };
    ["zoom", "browse"].into_iter().take(count).map(given).collect()
}

#[tokio::test]
async fn prompt_5_providers_give_further_tools() {
    let registry = builder(Mode::Both, &["m"]).tool_provider(hosted).build().unwrap();
    assert_eq!(tools(&registry).await, ["m", "zoom", "run_code"]);
    let scope = registry.scope();
    assert_eq!(tools(&scope).await, ["browse", "m", "zoom", "run_code"]);
    scope.tool_order(["zoom"]).unwrap().keep();
    assert_eq!(tools(&scope).await, ["zoom", "browse", "m", "run_code"]);
    let code = registry.scope();
    code.present_as(Mode::Code).unwrap().keep();
    assert_eq!(tools(&code).await, ["run_code"]);
    let silent = registry.scope();
    silent.tool_provider(|_: Handle| async { Vec::new() }).keep();
    assert_eq!(tools(&silent).await, ["browse", "m", "zoom", "run_code"]);
}

#[tokio::test]
async fn prompt_5_providers_that_fail_or_give_names_that_are_taken_are_typed_errors() {
    let registry = builder(Mode::Native, &["m"]).build().unwrap();
    let twice = registry.scope();
    let provider = twice.tool_provider(hosted);
    twice.tool_provider(|_: Handle| async { vec![given("zoom")] }).keep();
    assert_eq!(error(&twice).await, PromptError::ProvidedTwice { name: "zoom".to_owned() });
    provider.unregister();
    assert_eq!(tools(&twice).await, ["m", "zoom"]);
    twice.register(giving("zoom", 1)).unwrap().keep();
    assert_eq!(error(&twice).await, PromptError::ProvidedTwice { name: "zoom".to_owned() });

    let panics = registry.scope();
    panics.tool_provider(|_: Handle| async { panic!("boom") as Vec<ToolSchema> }).keep();
    let failed = error(&panics).await;
    let PromptError::Provider(failure) = &failed else { panic!("{failed}") };
    assert_eq!(failure.code(), Some(&ErrorCode::TOOL_PANICKED));

    let fails = registry.scope();
    let offline = |_: Handle| async { Err::<Vec<ToolSchema>, _>(ToolError::new("offline")) };
    fails.tool_provider(offline).keep();
    let said = error(&fails).await.to_string();
    assert!(said.contains("provider") && said.contains("offline"), "{said}");
}

/// A listener that notes when it goes in and out, and marks the prompt on its way out.
struct Noting(Log, &'static str);

impl PromptListener<()> for Noting {
    async fn assembled(
        &self,
        assembly: Assembly<()>,
        next: PromptNext<()>,
    ) -> Result<Prompt, ToolError> {
        let Self(log, name) = self;
        log.add(format!("{name} in"));
        let mut prompt = next.run(assembly).await?;
        log.add(format!("{name} out"));
        prompt.sections.push(Section::new(*name, 0, *name));
        Ok(prompt)
    }
}

#[tokio::test]
async fn prompt_5_listeners_stand_in_a_row_and_what_they_return_is_final() {
    let log = Log::default();
    let registry = builder(Mode::Native, &["a"]).section("s", 9, "S");
    let registry = registry.prompt_listener(Noting(log.clone(), "registry")).build().unwrap();
    let scope = registry.scope();
    scope.prompt_listener(Noting(log.clone(), "scope")).keep();
    let first = scope.prompt_listener_first(Noting(log.clone(), "first"));
    // Neither the order of sections nor the tools are looked at again.
    assert_eq!(text(&scope).await, "S\n\nscope\n\nfirst\n\nregistry");
    let row = ["registry in", "first in", "scope in", "scope out", "first out", "registry out"];
    assert_eq!(log.entries(), row);
    first.unregister();
    assert_eq!(text(&scope).await, "S\n\nscope\n\nregistry");
    assert_eq!(text(&registry).await, "S\n\nregistry");

    let silent = registry.scope();
    silent
        .prompt_listener(async |mut assembly: Assembly<()>, _: PromptNext<()>| {
            assembly.prompt.sections.clear();
            Arc::make_mut(&mut assembly.prompt.tools).clear();
            assembly.prompt
        })
        .keep();
    let prompt = silent.prompt().await.unwrap();
    assert_eq!((prompt.text().as_str(), prompt.tools.len()), ("registry", 0));
}

#[tokio::test]
async fn prompt_5_a_listener_that_fails_or_panics_is_an_error_that_outer_ones_see() {
    let registry = ToolRegistry::builder().section("s", 1, "S").build().unwrap();
    let fails = registry.scope();
    let refuses = async |_: Assembly<()>, _: PromptNext<()>| Err::<Prompt, _>("not today");
    fails.prompt_listener(refuses).keep();
    let said = error(&fails).await.to_string();
    assert!(said.contains("listener") && said.contains("not today"), "{said}");

    let scope = registry.scope();
    let panics = |_: Assembly<()>, _: PromptNext<()>| async { panic!("boom") as Prompt };
    scope.prompt_listener(panics).keep();
    let failed = error(&scope).await;
    let PromptError::Listener(failure) = &failed else { panic!("{failed}") };
    assert_eq!(failure.code(), Some(&ErrorCode::TOOL_PANICKED));
    let mends = async |assembly: Assembly<()>, next: PromptNext<()>| {
        let prompt = assembly.prompt.clone();
        next.run(assembly).await.unwrap_or(prompt)
    };
    scope.prompt_listener_first(mends).keep();
    assert_eq!(text(&scope).await, "S");
}

#[tokio::test]
async fn prompt_5_functions_may_change_the_registry() {
    let registry = builder(Mode::Native, &["a"]).build().unwrap();
    let scope = registry.scope();
    let adds = |scope: Handle| async move {
        scope.register(giving("late", 1)).map(Registration::keep).is_ok().to_string()
    };
    scope.section("adds", 1, adds).unwrap().keep();
    // A lock that is held would never let go.
    let began = tokio::time::timeout(Duration::from_secs(10), scope.prompt()).await.unwrap();
    let began = began.unwrap();
    // The prompt is of the view that it began with; the next one has the change.
    assert_eq!((began.text().as_str(), began.tools.len()), ("true", 1));
    let next = scope.prompt().await.unwrap();
    assert_eq!((next.text().as_str(), next.tools.len()), ("false", 2));
}

#[tokio::test]
async fn prompt_6_an_unchanged_set_shares_its_sdk_and_a_change_writes_it_anew() {
    let names: Vec<String> = (0..1000).map(|number| format!("tool_{number:04}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let registry = builder(Mode::Code, &names).build().unwrap();
    let first = section(&registry, "tools:sdk").await;
    assert!(Arc::ptr_eq(&first, &section(&registry, "tools:sdk").await));

    let agent = registry.scope();
    agent.guard(|_: &CallHandle<()>| None).keep();
    agent.section("intro", 1, "Hello.").unwrap().keep();
    assert!(Arc::ptr_eq(&first, &section(&agent, "tools:sdk").await), "the same tools");

    let own = agent.register(giving("own", 1)).unwrap();
    let changed = section(&agent, "tools:sdk").await;
    assert!(changed.contains("own") && !first.contains("own"));
    assert!(Arc::ptr_eq(&changed, &section(&agent, "tools:sdk").await));
    assert!(Arc::ptr_eq(&first, &section(&registry, "tools:sdk").await));
    own.unregister();
    assert!(Arc::ptr_eq(&first, &section(&agent, "tools:sdk").await), "the same tools again");

    registry.register(giving("more", 1)).unwrap().keep();
    assert!(section(&agent, "tools:sdk").await.contains("more"));
}

#[tokio::test]
async fn prompt_6_an_unchanged_set_shares_its_tools() {
    let registry = builder(Mode::Both, &["a", "b"]).tool_order(["b"]).build().unwrap();
    let first = registry.prompt().await.unwrap();
    assert!(Arc::ptr_eq(&first.tools, &registry.prompt().await.unwrap().tools));
    let scope = registry.scope();
    let changes = async |mut assembly: Assembly<()>, _: PromptNext<()>| {
        Arc::make_mut(&mut assembly.prompt.tools).clear();
        assembly.prompt
    };
    scope.prompt_listener(changes).keep();
    assert!(tools(&scope).await.is_empty());
    assert_eq!(tools(&registry).await, ["b", "a", "run_code"]);
}

#[tokio::test]
async fn prompt_6_a_tool_that_takes_the_place_of_another_is_a_change() {
    let registry = builder(Mode::Both, &[]).build().unwrap();
    let old = registry.register(described("t", "Old.")).unwrap();
    assert!(section(&registry, "tools:sdk").await.contains("Old."));
    old.unregister();
    registry.register(described("t", "New.")).unwrap().keep();
    let prompt = registry.prompt().await.unwrap();
    assert!(prompt.text().contains("New.") && !prompt.text().contains("Old."));
    assert_eq!(&*prompt.tools[0].description, "New.");
}

#[tokio::test]
async fn prompt_6_the_bytes_do_not_depend_on_the_order_of_registration() {
    let parts: [fn(RegistryBuilder<()>) -> RegistryBuilder<()>; 5] = [
        |builder| builder.section("x", 1, "{{v}}"),
        |builder| builder.section("y", 1, "Y"),
        |builder| builder.variable("v", "V"),
        |builder| builder.tool_order(["b", UNLISTED_TOOLS]),
        |builder| builder.tools(vec![giving("d", 1)]),
    ];
    let forward = parts.iter().fold(builder(Mode::Both, &["a", "b", "c"]), |all, part| part(all));
    let back =
        parts.iter().rev().fold(builder(Mode::Both, &["c", "b", "a"]), |all, part| part(all));
    let (forward, back) = (forward.build().unwrap(), back.build().unwrap());
    assert_eq!(text(&forward).await, text(&back).await);
    assert_eq!(tools(&forward).await, tools(&back).await);
    assert_eq!(tools(&back).await, ["b", "a", "c", "d", "run_code"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn prompt_6_prompts_are_assembled_in_many_tasks_while_the_set_changes() {
    let registry = builder(Mode::Both, &["a", "b"]).section("s", 1, "{{v}}").variable("v", "V");
    let registry = registry.build().unwrap();
    let assembling: Vec<_> = (0..8)
        .map(|_| {
            let registry = registry.clone();
            tokio::spawn(async move {
                for _ in 0..50 {
                    let prompt = registry.prompt().await.unwrap();
                    let names: Vec<&str> = prompt.tools.iter().map(|tool| &*tool.name).collect();
                    assert!(
                        names == ["a", "b", "run_code"] || names == ["a", "b", "c", "run_code"]
                    );
                    assert_eq!(prompt.text().contains("  c: "), names.len() == 4, "one view");
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    for _ in 0..50 {
        let added = registry.register(giving("c", 1)).unwrap();
        tokio::task::yield_now().await;
        added.unregister();
    }
    for task in assembling {
        task.await.unwrap();
    }
}
