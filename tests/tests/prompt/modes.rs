//! The mode of a scope, and what it puts into the prompt (rules PROMPT-1 to PROMPT-4).

use dsh_tools::call::ErrorCode;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::present::{PartError, PromptError};
use dsh_tools::registry::RegistryError;
use dsh_tools::tool::{CallContext, NameError};
use dsh_tools_tests::stub::Scripted;

use super::stand::{Handle, builder, error, given, section, sections, text, tools};

#[tokio::test]
async fn prompt_1_the_nearest_mode_wins_and_a_scope_has_one() {
    let registry = builder(Mode::Native, &["a"]).build().unwrap();
    let scope = registry.scope();
    let below = scope.scope();
    let code = scope.present_as(Mode::Code).unwrap();
    let twice = scope.present_as(Mode::Both).unwrap_err();
    assert!(matches!(twice, RegistryError::AlreadyPresented { mode: Mode::Code }), "{twice}");
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
