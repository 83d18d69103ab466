//! The same set gives the same bytes, made once (rule PROMPT-6).

use std::sync::Arc;

use dsh_tools::prelude::*;
use dsh_tools::present::{Assembly, PromptNext, UNLISTED_TOOLS};
use dsh_tools::registry::RegistryBuilder;
use dsh_tools_tests::kit::giving;

use super::stand::{builder, described, section, text, tools};

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
