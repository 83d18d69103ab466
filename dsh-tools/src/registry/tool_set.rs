//! The tools that a scope sees, with what is derived of them. Immutable, and shared by scopes that see the
//! same tools, so that an SDK of many tools is written once for all of them.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::mode::ToolSchema;
use super::parts::Derived;
use crate::tool::ToolDefinition;

/// Tools by name, so in lexicographic order. Without `run_code`.
pub(crate) struct ToolSet<S> {
    tools: BTreeMap<Arc<str>, ToolDefinition<S>>,
    derived: Derived,
}

impl<S> ToolSet<S> {
    pub(super) fn new(tools: BTreeMap<Arc<str>, ToolDefinition<S>>) -> Self {
        Self { tools, derived: Derived::default() }
    }

    pub(super) fn get(&self, name: &str) -> Option<&ToolDefinition<S>> {
        self.tools.get(name)
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.tools.contains_key(name)
    }

    /// The tools by name.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &ToolDefinition<S>> {
        self.tools.values()
    }

    /// What a model is told of each tool.
    pub(crate) fn schemas(&self) -> Arc<Vec<ToolSchema>>
    where
        S: 'static,
    {
        self.derived(|tools| tools.iter().map(ToolSchema::of).collect())
    }

    /// What another room makes of exactly these tools, once.
    pub(crate) fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce(&Self) -> T) -> Arc<T> {
        self.derived.get(|| make(self))
    }

    /// Whether these are the same definitions under the same names.
    pub(super) fn is_same(&self, tools: &BTreeMap<Arc<str>, ToolDefinition<S>>) -> bool {
        self.tools.len() == tools.len()
            && self.tools.values().zip(tools.values()).all(|(left, right)| left.is_same(right))
    }
}
