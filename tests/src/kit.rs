//! What several integration tests need: tools made at run time, and a log that tools and hooks share.
#![allow(clippy::missing_panics_doc, clippy::unwrap_used)] // Only tests call this.

use std::sync::{Arc, Mutex, PoisonError};

use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::{CallContext, DefinitionBuilder, MissingBody};

/// What happened, in order. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    /// Adds an entry.
    pub fn add(&self, entry: impl Into<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(entry.into());
    }

    /// All entries so far.
    #[must_use]
    pub fn entries(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A definition without a body yet.
#[must_use]
pub fn builder(name: &str) -> DefinitionBuilder<MissingBody> {
    ToolDefinition::builder(name, "A tool under test.")
}

/// A tool that gives that value at once.
pub fn giving(name: &str, value: impl Into<Json>) -> ToolDefinition<()> {
    let value = value.into();
    with_body(builder(name), move |_| Ok(value.clone()))
}

/// A tool that does what the closure does with the arguments.
pub fn with_body(
    builder: DefinitionBuilder<MissingBody>,
    body: impl Fn(&Json) -> Result<Json, ToolError> + Send + Sync + 'static,
) -> ToolDefinition<()> {
    builder
        .body(move |arguments: Json, _: CallContext<()>| std::future::ready(body(&arguments)))
        .build()
        .unwrap()
}

/// The code of a failure as text, `none` without one.
#[must_use]
pub fn code(outcome: &Outcome) -> &str {
    outcome.code().map_or("none", |code| code.as_str())
}

/// Notes in the log that it was dropped.
#[derive(Debug)]
pub struct OnDrop(pub Log, pub &'static str);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.add(self.1);
    }
}
