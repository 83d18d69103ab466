//! The registry and its scopes: where tools and hooks are registered, and through which calls are made.
//! A [`Scope`] owns what is registered through it; a [`ScopeHandle`] is its cloneable face.

use std::convert::Infallible;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::builder::RegistryBuilder;
use super::error::{Names, RegistryError};
use super::filter::Filter;
use super::layer::{Layer, Place};
use super::mode::{ExecutionMode, Mode, ToolSchema};
use super::node::{Core, Node};
use super::registration::Registration;
use super::view::{View, inherited};
use crate::call::ToolCall;
use crate::hook::{
    AroundExecute, Guard, PostExecute, PreExecute, ProgressObserver, ResultObserver, ScopeId,
    share_around, share_gate, share_post,
};
use crate::tool::{IntoTool, RUN_CODE, ToolDefinition};

/// Tools, hooks and scopes over an application's state `S`. Cloning copies a pointer.
///
/// Everything that a scope can do, the registry can do for all of them: it derefs to the
/// [`ScopeHandle`] of its global layer.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::json::Json;
/// use dsh_tools::registry::ToolRegistry;
/// use dsh_tools::tool::{CallContext, ToolDefinition};
///
/// let registry = ToolRegistry::builder().build()?;
/// let echo = ToolDefinition::builder("echo", "Give back the arguments.")
///     .body(|arguments: Json, _: CallContext<()>| async move { Ok(arguments) })
///     .build()?;
/// registry.register(echo)?.keep();
///
/// let outcome = registry.call("echo", r#"{"a":1}"#).await;
/// assert_eq!(outcome.text(), r#"{"a":1}"#);
/// # Ok(())
/// # }
/// ```
pub struct ToolRegistry<S = ()>(ScopeHandle<S>);

impl ToolRegistry {
    /// Starts a registry; [`RegistryBuilder::state`] gives it a state.
    #[must_use]
    pub fn builder() -> RegistryBuilder<()> {
        RegistryBuilder::new()
    }
}

impl<S: Send + Sync + 'static> ToolRegistry<S> {
    pub(super) fn over(core: Core<S>) -> Self {
        Self(ScopeHandle { node: Node::root(Arc::new(core)) })
    }
}

impl<S> Deref for ToolRegistry<S> {
    type Target = ScopeHandle<S>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<S> Clone for ToolRegistry<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S> fmt::Debug for ToolRegistry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ToolRegistry")
    }
}

/// One agent's part of a registry: it sees what lies above it, and owns what is registered through it.
///
/// Dropping it takes all of that back, also from the scopes below (rule REG-2). Calls that are under way
/// keep the tools and hooks they began with.
pub struct Scope<S: Send + Sync + 'static>(ScopeHandle<S>);

impl<S: Send + Sync + 'static> Deref for Scope<S> {
    type Target = ScopeHandle<S>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<S: Send + Sync + 'static> Drop for Scope<S> {
    fn drop(&mut self) {
        let cleared: Result<(), Infallible> = self.0.node.change(|layer| {
            layer.clear();
            Ok(())
        });
        let Ok(()) = cleared;
    }
}

impl<S: Send + Sync + 'static> fmt::Debug for Scope<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scope").field(&self.0.node.id).finish()
    }
}

/// A cloneable handle to a scope, or to the registry as the outermost one.
pub struct ScopeHandle<S> {
    node: Arc<Node<S>>,
}

impl<S> Clone for ScopeHandle<S> {
    fn clone(&self) -> Self {
        Self { node: self.node.clone() }
    }
}

impl<S> fmt::Debug for ScopeHandle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScopeHandle").field(&self.node.id).finish()
    }
}

/// Looking up.
impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// The id of the scope; none for the registry itself.
    #[must_use]
    pub fn id(&self) -> Option<ScopeId> {
        self.node.id
    }

    /// The state of the registry.
    #[must_use]
    pub fn state(&self) -> &S {
        &self.node.core.state
    }

    /// The tool of that name, as this scope sees it (rule REG-4).
    #[must_use]
    pub fn get(&self, name: &str) -> Option<ToolDefinition<S>> {
        self.view().get(name).cloned()
    }

    /// What a model is told of the visible tools, by name; `run_code` is last where the mode offers it.
    #[must_use]
    pub fn schemas(&self) -> Vec<ToolSchema> {
        let view = self.view();
        let run_code = view.run_code().map(ToolSchema::of);
        view.tool_set().schemas().iter().cloned().chain(run_code).collect()
    }

    /// The mode of this scope: its own, or that of the nearest scope above it which has one.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.view().mode
    }

    /// Whether that call may overlap with others (rule REG-6).
    #[must_use]
    pub fn execution_mode(&self, call: &ToolCall) -> ExecutionMode {
        match call.arguments.clone().read() {
            Ok(arguments) => {
                self.view().execution_mode(&call.name, &arguments, call.parent.is_some())
            }
            Err(_) => ExecutionMode::Exclusive,
        }
    }

    pub(crate) fn view(&self) -> Arc<View<S>> {
        self.node.view()
    }

    /// How errors name this layer: `globally` or `in this scope`.
    pub(crate) fn place(&self) -> &'static str {
        self.node.place()
    }

    pub(crate) fn core(&self) -> &Arc<Core<S>> {
        &self.node.core
    }
}

/// Registering.
impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// A scope below this one.
    #[must_use]
    pub fn scope(&self) -> Scope<S> {
        Scope(ScopeHandle { node: self.node.child() })
    }

    /// Registers a tool here; in a scope it shadows the inherited tool of that name (rule REG-1).
    ///
    /// # Errors
    ///
    /// [`RegistryError`] for a definition that is refused and for a name that this layer has already.
    pub fn register(&self, tool: impl IntoTool<S>) -> Result<Registration, RegistryError> {
        let tool = tool.into_tool()?;
        let place = self.place();
        self.add(|layer| layer.add_tool(tool, place))
    }

    /// Masks inherited tools of this scope and of those below it (rule REG-3).
    ///
    /// # Errors
    ///
    /// [`RegistryError`] on the registry itself, for a filter without lists, and for names that are not
    /// inherited.
    pub fn restrict(&self, filter: Filter) -> Result<Registration, RegistryError> {
        if self.node.id.is_none() {
            return Err(RegistryError::RestrictGlobal);
        }
        if filter.is_empty() {
            return Err(RegistryError::EmptyFilter);
        }
        if filter.names().any(|name| name == RUN_CODE) {
            return Err(RegistryError::RestrictRunCode);
        }
        let known = inherited(&self.node.chain());
        let unknown: Vec<String> =
            filter.names().filter(|name| !known.contains_key(*name)).map(str::to_owned).collect();
        if !unknown.is_empty() {
            let known = known.keys().map(|name| name.as_ref().to_owned()).collect();
            return Err(RegistryError::UnknownNames {
                unknown: Names(unknown),
                known: Names(known),
            });
        }
        self.add(|layer| Ok(insert(layer, |layer| &mut layer.restrictions, Place::Last, filter)))
    }

    /// Gives this scope a mode of its own (rule PROMPT-1).
    ///
    /// # Errors
    ///
    /// [`RegistryError::AlreadyPresented`] for a second mode in the same scope.
    pub fn present_as(&self, mode: Mode) -> Result<Registration, RegistryError> {
        self.add(|layer| {
            if let Some(&mode) = layer.modes.iter().next() {
                return Err(RegistryError::AlreadyPresented { mode });
            }
            Ok(insert(layer, |layer| &mut layer.modes, Place::Last, mode))
        })
    }

    /// Adds a guard for calls of this scope and of those below it (rule REG-5).
    pub fn guard(&self, guard: impl Guard<S>) -> Registration {
        self.add_hook(|layer| &mut layer.guards, Place::Last, Arc::new(guard) as _)
    }

    /// Adds a pre-execute hook inside those that are there.
    pub fn pre_execute(&self, hook: impl PreExecute<S>) -> Registration {
        self.add_hook(|layer| &mut layer.gates, Place::Last, share_gate(hook))
    }

    /// Adds a pre-execute hook around those of this layer.
    pub fn pre_execute_first(&self, hook: impl PreExecute<S>) -> Registration {
        self.add_hook(|layer| &mut layer.gates, Place::First, share_gate(hook))
    }

    /// Adds an around-execute hook inside those that are there.
    pub fn around(&self, hook: impl AroundExecute<S>) -> Registration {
        self.add_hook(|layer| &mut layer.around, Place::Last, share_around(hook))
    }

    /// Adds an around-execute hook around those of this layer.
    pub fn around_first(&self, hook: impl AroundExecute<S>) -> Registration {
        self.add_hook(|layer| &mut layer.around, Place::First, share_around(hook))
    }

    /// Adds a post-execute hook inside those that are there.
    pub fn post_execute(&self, hook: impl PostExecute<S>) -> Registration {
        self.add_hook(|layer| &mut layer.post, Place::Last, share_post(hook))
    }

    /// Adds a post-execute hook around those of this layer.
    pub fn post_execute_first(&self, hook: impl PostExecute<S>) -> Registration {
        self.add_hook(|layer| &mut layer.post, Place::First, share_post(hook))
    }

    /// Adds an observer of outcomes.
    pub fn observe(&self, observer: impl ResultObserver<S>) -> Registration {
        self.add_hook(|layer| &mut layer.observers, Place::Last, Arc::new(observer) as _)
    }

    /// Adds an observer of progress.
    pub fn observe_progress(&self, observer: impl ProgressObserver) -> Registration {
        self.add_hook(|layer| &mut layer.progress, Place::Last, Arc::new(observer) as _)
    }

    /// Calls `listener` after every change of tools, restrictions and presentations of any scope
    /// (rule REG-7), and after changes of hooks and of parts of the prompt. It runs in the thread that made the
    /// change, which waits for it; one that panics is logged.
    pub fn on_change(&self, listener: impl Fn() + Send + Sync + 'static) -> Registration {
        let id = self.node.core.listeners.add(listener);
        let core = Arc::downgrade(&self.node.core);
        Registration::new(move || {
            if let Some(core) = core.upgrade() {
                core.listeners.remove(id);
            }
        })
    }

    pub(super) fn add_hook<T: 'static>(
        &self,
        entries: impl FnOnce(&mut Layer<S>) -> &mut super::layer::Entries<T>,
        place: Place,
        hook: T,
    ) -> Registration {
        let added: Result<_, Infallible> =
            self.add(|layer| Ok(insert(layer, entries, place, hook)));
        let Ok(registration) = added;
        registration
    }

    pub(super) fn add<E>(
        &self,
        change: impl FnOnce(&mut Layer<S>) -> Result<u64, E>,
    ) -> Result<Registration, E> {
        let id = self.node.change(change)?;
        let node = Arc::downgrade(&self.node);
        Ok(Registration::new(move || {
            if let Some(node) = node.upgrade() {
                // An entry that went with its scope is no change.
                let _ = node.change(|layer| if layer.remove(id) { Ok(()) } else { Err(()) });
            }
        }))
    }
}

pub(super) fn insert<S, T>(
    layer: &mut Layer<S>,
    entries: impl FnOnce(&mut Layer<S>) -> &mut super::layer::Entries<T>,
    place: Place,
    entry: T,
) -> u64 {
    let id = layer.next_id();
    entries(layer).insert(place, id, entry);
    id
}
