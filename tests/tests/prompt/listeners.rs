//! Listeners that rewrite an assembly, and functions that change what it is made of (rule PROMPT-5).

use std::sync::Arc;
use std::time::Duration;

use dsh_tools::call::ErrorCode;
use dsh_tools::prelude::*;
use dsh_tools::present::{Assembly, Prompt, PromptError, PromptListener, PromptNext, Section};
use dsh_tools::registry::Registration;
use dsh_tools_tests::kit::{Log, giving};

use super::stand::{Handle, builder, error, text};

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
