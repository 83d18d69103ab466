//! Providers of tools that lie outside the registry (rule PROMPT-5).

use dsh_tools::call::ErrorCode;
use dsh_tools::prelude::*;
use dsh_tools::present::PromptError;
use dsh_tools::registry::ToolSchema;
use dsh_tools_tests::kit::giving;

use super::stand::{Handle, builder, error, given, hosted, tools};

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
