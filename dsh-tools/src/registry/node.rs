//! One layer in its place: under its parent, with the view that is computed of both.
//! A view is kept until a layer of its chain changes, so calls only compare counters.

use std::sync::Arc;

use super::admission::Admission;
use super::layer::Layer;
use super::listeners::Listeners;
use super::mode::Mode;
use super::records::Records;
use super::sync::{AtomicU64, Mutex, MutexGuard, Ordering, Shelf, lock};
use super::tool_set::ToolSet;
use super::view::View;
use crate::hook::{JournalContent, ScopeId, SharedApproval};
use crate::tool::ToolDefinition;

/// What all scopes of a registry share.
pub(crate) struct Core<S> {
    pub(crate) state: Arc<S>,
    pub(crate) approval: Option<Arc<dyn SharedApproval<S>>>,
    pub(crate) records: Arc<Records>,
    /// Each may replace what the one before it gave.
    pub(crate) journal_content: Vec<Arc<dyn JournalContent>>,
    /// The tool that runs programs, where there is a runtime for it.
    pub(crate) run_code: Option<ToolDefinition<S>>,
    /// The language of its programs.
    pub(crate) language: Option<Arc<str>>,
    pub(crate) mode: Mode,
    pub(crate) admission: Admission,
    pub(super) listeners: Listeners,
}

/// A layer under its parent.
pub(super) struct Node<S> {
    pub(super) core: Arc<Core<S>>,
    pub(super) parent: Option<Arc<Node<S>>>,
    /// None for the registry itself.
    pub(super) id: Option<ScopeId>,
    layer: Mutex<Layer<S>>,
    /// How often the layer changed.
    changes: AtomicU64,
    view: Shelf<Stamped<S>>,
}

struct Stamped<S> {
    stamp: u64,
    view: Arc<View<S>>,
}

impl<S: Send + Sync + 'static> Node<S> {
    pub(super) fn root(core: Arc<Core<S>>) -> Arc<Self> {
        Arc::new(Self::new(core, None, None))
    }

    pub(super) fn child(self: &Arc<Self>) -> Arc<Self> {
        Arc::new(Self::new(self.core.clone(), Some(self.clone()), Some(ScopeId::mint())))
    }

    fn new(core: Arc<Core<S>>, parent: Option<Arc<Self>>, id: Option<ScopeId>) -> Self {
        Self {
            core,
            parent,
            id,
            layer: Mutex::default(),
            changes: AtomicU64::new(0),
            view: Shelf::empty(),
        }
    }

    /// How errors name this layer.
    pub(super) fn place(&self) -> &'static str {
        if self.id.is_some() { "in this scope" } else { "globally" }
    }

    /// The layers from this one up to the registry's.
    pub(super) fn chain(self: &Arc<Self>) -> Vec<Arc<Self>> {
        let mut chain = vec![self.clone()];
        while let Some(parent) = chain.last().and_then(|node| node.parent.clone()) {
            chain.push(parent);
        }
        chain
    }

    pub(super) fn layer(&self) -> MutexGuard<'_, Layer<S>> {
        // A panic inside leaves the layer whole: entries are pushed and removed one at a time.
        lock(&self.layer)
    }

    /// Changes the layer and tells whoever listens, unless nothing was changed.
    pub(super) fn change<T, E>(
        &self,
        change: impl FnOnce(&mut Layer<S>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut layer = self.layer();
        let result = change(&mut layer)?;
        self.changes.fetch_add(1, Ordering::Release);
        drop(layer);
        self.core.listeners.notify();
        Ok(result)
    }

    /// What this scope sees now.
    pub(super) fn view(self: &Arc<Self>) -> Arc<View<S>> {
        let stamp = self.stamp();
        let current = |kept: &Stamped<S>| (kept.stamp == stamp).then(|| kept.view.clone());
        if let Some(view) = self.view.look(current) {
            return view;
        }
        // A change that comes while the view is computed raises the stamp, so the view is not kept long.
        let view = Arc::new(View::of(self, &self.kept_tools()));
        self.view.put(Arc::new(Stamped { stamp, view: view.clone() }));
        view
    }

    /// What was seen last by this node and by the one above it, and what the registry sees. Where a new view
    /// has the same tools as one of these, it shares them.
    fn kept_tools(&self) -> Vec<Arc<ToolSet<S>>> {
        let root = std::iter::successors(self.parent.as_ref(), |node| node.parent.as_ref()).last();
        let root = root.map(|root| root.view().tool_set().clone());
        let last = [Some(self), self.parent.as_deref()].into_iter().flatten();
        let last =
            last.filter_map(|node| node.view.look(|kept| Some(kept.view.tool_set().clone())));
        last.chain(root).collect()
    }

    /// Grows with every change of a layer of the chain.
    fn stamp(&self) -> u64 {
        let mut stamp = 0;
        let mut node = Some(self);
        while let Some(current) = node {
            stamp += current.changes.load(Ordering::Acquire);
            node = current.parent.as_deref();
        }
        stamp
    }
}
