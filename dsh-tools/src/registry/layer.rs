//! What was registered through one handle: the registry's own layer, or one scope's.
//! Every entry has an id, by which exactly it is taken back.

use std::sync::Arc;

use super::error::RegistryError;
use super::filter::Filter;
use super::mode::Mode;
use super::parts::Part;
use crate::call::Outcome;
use crate::hook::{
    CallHandle, Decision, FinishedCall, Guard, Link, PostDecision, ProgressObserver, ResultObserver,
};
use crate::tool::ToolDefinition;

/// Where a hook goes in the row of its layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Outermost.
    First,
    /// Innermost.
    Last,
}

pub(super) type Gate<S> = Arc<dyn Link<CallHandle<S>, Decision>>;
pub(super) type Around<S> = Arc<dyn Link<CallHandle<S>, Outcome>>;
pub(super) type Post<S> = Arc<dyn Link<FinishedCall<S>, PostDecision>>;

/// Entries of one kind, each under the id of its registration.
pub(super) struct Entries<T>(Vec<(u64, T)>);

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Entries<T> {
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, entry)| entry)
    }

    pub(super) fn insert(&mut self, place: Place, id: u64, entry: T) {
        let at = if place == Place::First { 0 } else { self.0.len() };
        self.0.insert(at, (id, entry));
    }

    fn remove(&mut self, id: u64) -> bool {
        let before = self.0.len();
        self.0.retain(|(entry, _)| *entry != id);
        self.0.len() < before
    }
}

/// All registrations of one handle.
pub(super) struct Layer<S> {
    next_id: u64,
    pub(super) tools: Entries<ToolDefinition<S>>,
    pub(super) restrictions: Entries<Filter>,
    pub(super) guards: Entries<Arc<dyn Guard<S>>>,
    pub(super) gates: Entries<Gate<S>>,
    pub(super) around: Entries<Around<S>>,
    pub(super) post: Entries<Post<S>>,
    pub(super) observers: Entries<Arc<dyn ResultObserver<S>>>,
    pub(super) progress: Entries<Arc<dyn ProgressObserver>>,
    pub(super) modes: Entries<Mode>,
    pub(super) parts: Entries<Part>,
}

impl<S> Default for Layer<S> {
    fn default() -> Self {
        Self {
            next_id: 0,
            tools: Entries::default(),
            restrictions: Entries::default(),
            guards: Entries::default(),
            gates: Entries::default(),
            around: Entries::default(),
            post: Entries::default(),
            observers: Entries::default(),
            progress: Entries::default(),
            modes: Entries::default(),
            parts: Entries::default(),
        }
    }
}

impl<S> Layer<S> {
    /// An id for the next registration; ids of a layer never repeat, also when it is cleared.
    pub(super) fn next_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    pub(super) fn add_tool(
        &mut self,
        tool: ToolDefinition<S>,
        layer: &'static str,
    ) -> Result<u64, RegistryError> {
        let name = tool.spec().name();
        if self.tools.iter().any(|other| other.spec().name() == name) {
            return Err(RegistryError::Duplicate { name: name.as_str().into(), layer });
        }
        let id = self.next_id();
        self.tools.insert(Place::Last, id, tool);
        Ok(id)
    }

    /// Takes back what was registered under that id; false if it is gone already.
    pub(super) fn remove(&mut self, id: u64) -> bool {
        self.tools.remove(id)
            || self.restrictions.remove(id)
            || self.guards.remove(id)
            || self.gates.remove(id)
            || self.around.remove(id)
            || self.post.remove(id)
            || self.observers.remove(id)
            || self.progress.remove(id)
            || self.modes.remove(id)
            || self.parts.remove(id)
    }

    /// Takes everything back.
    pub(super) fn clear(&mut self) {
        *self = Self { next_id: self.next_id, ..Self::default() };
    }
}
