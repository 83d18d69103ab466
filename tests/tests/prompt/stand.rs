//! What the tests of prompts share: registries, and what a prompt is made of.

use std::sync::Arc;

use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::present::{PartError, PromptError};
use dsh_tools::registry::{RegistryBuilder, RegistryError, ScopeHandle, ToolSchema};
use dsh_tools::schema::Schema;
use dsh_tools::tool::CallContext;
use dsh_tools_tests::kit::giving;
use dsh_tools_tests::stub::Scripted;

pub(crate) type Handle = ScopeHandle<()>;

/// A registry in that mode, with tools of these names and a runtime.
pub(crate) fn builder(mode: Mode, names: &[&str]) -> RegistryBuilder<()> {
    let tools: Vec<_> = names.iter().map(|&name| giving(name, name)).collect();
    ToolRegistry::builder().mode(mode).runtime(Scripted::returning("ran")).tools(tools)
}

pub(crate) fn described(name: &str, description: &str) -> ToolDefinition<()> {
    ToolDefinition::builder(name, description)
        .body(|arguments: Json, _: CallContext<()>| async { Ok(arguments) })
        .build()
        .unwrap()
}

pub(crate) async fn text(scope: &Handle) -> String {
    scope.prompt().await.unwrap().text()
}

pub(crate) async fn tools(scope: &Handle) -> Vec<String> {
    let prompt = scope.prompt().await.unwrap();
    prompt.tools.iter().map(|tool| tool.name.to_string()).collect()
}

pub(crate) async fn sections(scope: &Handle) -> Vec<String> {
    let prompt = scope.prompt().await.unwrap();
    prompt.sections.iter().map(|section| section.name.to_string()).collect()
}

pub(crate) async fn error(scope: &Handle) -> PromptError {
    scope.prompt().await.unwrap_err()
}

/// The text of that section.
pub(crate) async fn section(scope: &Handle, name: &str) -> Arc<str> {
    let prompt = scope.prompt().await.unwrap();
    prompt.sections.iter().find(|section| &*section.name == name).unwrap().text.clone()
}

pub(crate) fn part(error: &RegistryError) -> &PartError {
    let RegistryError::Part(part) = error else { panic!("{error}") };
    part.downcast_ref().unwrap()
}

pub(crate) fn given(name: &str) -> ToolSchema {
    ToolSchema::new(name, "Hosted.", Schema::any())
}

pub(crate) async fn hosted(scope: Handle) -> Vec<ToolSchema> {
    let count = if scope.id().is_some() { 2 } else { 1 };
    ["zoom", "browse"].into_iter().take(count).map(given).collect()
}
