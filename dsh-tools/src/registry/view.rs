//! What one scope sees: its tools after shadowing and restriction, its mode, and the hooks of its chain.
//! Immutable; computed once per change.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::layer::{Around, Gate, Post};
use super::mode::{ExecutionMode, Mode};
use super::node::Node;
use super::parts::{Derived, Part};
use super::tool_set::ToolSet;
use crate::hook::{Guard, ProgressObserver, ResultObserver};
use crate::json::Json;
use crate::tool::{Concurrency, RUN_CODE, ToolDefinition};

/// An immutable answer to "what is there, for this scope, now".
pub(crate) struct View<S> {
    tools: Arc<ToolSet<S>>,
    /// Names that are inherited and that restrictions hide.
    restricted: BTreeSet<Arc<str>>,
    run_code: Option<ToolDefinition<S>>,
    pub(crate) mode: Mode,
    pub(crate) gates: Arc<[Gate<S>]>,
    pub(crate) guards: Vec<Arc<dyn Guard<S>>>,
    pub(crate) around: Arc<[Around<S>]>,
    pub(crate) post: Arc<[Post<S>]>,
    pub(crate) observers: Vec<Arc<dyn ResultObserver<S>>>,
    pub(crate) progress: Vec<Arc<dyn ProgressObserver>>,
    /// What other rooms keep, of the registry first, then of the scopes, the farthest first.
    parts: Vec<Part>,
    derived: Derived,
}

impl<S: Send + Sync + 'static> View<S> {
    /// Merges the chain of that node: inherited tools, restricted, under the scope's own. If they are the
    /// tools of one of these sets, it is shared.
    pub(super) fn of(node: &Arc<Node<S>>, kept: &[Arc<ToolSet<S>>]) -> Self {
        let chain = node.chain();
        let mut tools = inherited(&chain);
        let mut restricted = BTreeSet::new();
        for node in &chain {
            let layer = node.layer();
            let hides = |name: &str| !layer.restrictions.iter().all(|filter| filter.admits(name));
            restricted.extend(tools.extract_if(.., |name, _| hides(name)).map(|(name, _)| name));
        }
        let own = node.layer();
        for tool in own.tools.iter() {
            tools.insert(tool.spec().name().shared(), tool.clone());
        }
        drop(own);
        let shared = kept.iter().find(|kept| kept.is_same(&tools)).cloned();
        let mut view = Self {
            tools: shared.unwrap_or_else(|| Arc::new(ToolSet::new(tools))),
            restricted,
            run_code: None,
            mode: node.core.mode,
            gates: Arc::new([]),
            guards: Vec::new(),
            around: Arc::new([]),
            post: Arc::new([]),
            observers: Vec::new(),
            progress: Vec::new(),
            parts: Vec::new(),
            derived: Derived::default(),
        };
        view.add_hooks(&chain);
        if view.mode.runs_code() {
            view.run_code.clone_from(&node.core.run_code);
        }
        view
    }

    /// Hooks of the registry come first, then those of the scopes, the farthest first.
    fn add_hooks(&mut self, chain: &[Arc<Node<S>>]) {
        let mut gates = Vec::new();
        let mut around = Vec::new();
        let mut post = Vec::new();
        for node in chain.iter().rev() {
            let layer = node.layer();
            gates.extend(layer.gates.iter().cloned());
            around.extend(layer.around.iter().cloned());
            post.extend(layer.post.iter().cloned());
            self.guards.extend(layer.guards.iter().cloned());
            self.observers.extend(layer.observers.iter().cloned());
            self.progress.extend(layer.progress.iter().cloned());
            self.parts.extend(layer.parts.iter().cloned());
            if let Some(mode) = layer.modes.iter().next() {
                self.mode = *mode;
            }
        }
        self.gates = gates.into();
        self.around = around.into();
        self.post = post.into();
    }

    /// The tool of that name, `run_code` included where the mode offers it.
    pub(crate) fn get(&self, name: &str) -> Option<&ToolDefinition<S>> {
        if name == RUN_CODE { self.run_code.as_ref() } else { self.tools.get(name) }
    }

    /// The tools by name, without `run_code`.
    pub(crate) fn tools(&self) -> impl ExactSizeIterator<Item = &ToolDefinition<S>> {
        self.tools.iter()
    }

    pub(crate) fn tool_set(&self) -> &Arc<ToolSet<S>> {
        &self.tools
    }

    /// The names of inherited tools that restrictions hide; the scope may have tools of its own under them.
    pub(crate) fn restricted(&self) -> impl Iterator<Item = &Arc<str>> {
        self.restricted.iter()
    }

    /// The parts of that type, those of the registry first and the nearest last.
    pub(crate) fn parts<T: Any>(&self) -> impl Iterator<Item = &T> {
        self.parts.iter().filter_map(|part| part.downcast_ref())
    }

    /// What another room makes of this view, once.
    pub(crate) fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce(&Self) -> T) -> Arc<T> {
        self.derived.get(|| make(self))
    }

    /// The tool that runs programs, where the mode offers it.
    pub(crate) fn run_code(&self) -> Option<&ToolDefinition<S>> {
        self.run_code.as_ref()
    }

    /// Whether the model may not call this tool itself (rule PROMPT-3).
    pub(crate) fn is_collapsed(&self, name: &str, nested: bool) -> bool {
        self.mode == Mode::Code && !nested && self.tools.contains(name)
    }

    /// Whether a call may overlap with others (rule REG-6).
    pub(crate) fn execution_mode(
        &self,
        name: &str,
        arguments: &Json,
        nested: bool,
    ) -> ExecutionMode {
        let parallel = !self.is_collapsed(name, nested)
            && self.get(name).is_some_and(|tool| is_parallel(tool, arguments));
        if parallel { ExecutionMode::Parallel } else { ExecutionMode::Exclusive }
    }
}

/// What the last node of the chain inherits: the layers above it, nearer ones shadowing farther ones.
pub(super) fn inherited<S: Send + Sync + 'static>(
    chain: &[Arc<Node<S>>],
) -> BTreeMap<Arc<str>, ToolDefinition<S>> {
    let mut tools = BTreeMap::new();
    for node in chain.iter().skip(1).rev() {
        for tool in node.layer().tools.iter() {
            tools.insert(tool.spec().name().shared(), tool.clone());
        }
    }
    tools
}

fn is_parallel<S>(tool: &ToolDefinition<S>, arguments: &Json) -> bool {
    let valid = || tool.spec().parameters().is_valid(arguments);
    match tool.spec().concurrency() {
        Concurrency::Exclusive => false,
        Concurrency::Parallel => valid(),
        Concurrency::When(classify) => {
            valid() && catch_unwind(AssertUnwindSafe(|| classify(arguments))).unwrap_or(false)
        }
    }
}
