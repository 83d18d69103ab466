//! The one entry: state, tools, hooks and runtime in, a registry out, or every conflict at once.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::SystemTime;

use super::admission::Admission;
use super::error::{BuildError, RegistryError};
use super::listeners::Listeners;
use super::mode::Mode;
use super::node::Core;
use super::records::Records;
use super::registration::Registration;
use super::scope::ToolRegistry;
use crate::hook::{
    ApprovalService, AroundExecute, Clock, Guard, Journal, JournalContent, PostExecute, PreExecute,
    ResultObserver, SharedApproval,
};
use crate::tool::{ToolDefinition, Tools};

type Setup<S> = Box<dyn FnOnce(&ToolRegistry<S>) -> Result<Registration, RegistryError> + Send>;

/// Collects what a registry is made of; `build` reports all mistakes at once (rule REG-10).
///
/// ```
/// use dsh_tools::registry::{Mode, ToolRegistry};
///
/// struct App;
///
/// let registry = ToolRegistry::builder().state(App).mode(Mode::Native).build()?;
/// assert!(registry.schemas().is_empty());
/// # Ok::<(), dsh_tools::registry::BuildError>(())
/// ```
pub struct RegistryBuilder<S> {
    state: S,
    tools: Tools<S>,
    setup: Vec<Setup<S>>,
    approval: Option<Arc<dyn SharedApproval<S>>>,
    journal: Option<Arc<dyn Journal>>,
    journal_content: Vec<Arc<dyn JournalContent>>,
    clock: Arc<dyn Clock>,
    pub(crate) run_code: Option<ToolDefinition<S>>,
    pub(crate) language: Option<Arc<str>>,
    /// Set when the tool that runs programs could not be made.
    pub(crate) problems: Vec<RegistryError>,
    mode: Mode,
    most_running: Option<NonZeroUsize>,
    most_running_per_tool: Option<NonZeroUsize>,
}

impl RegistryBuilder<()> {
    pub(super) fn new() -> Self {
        Self::over(())
    }

    /// Gives the registry a state, from which tools take what they ask for. Call it first: tools and hooks
    /// are typed by it.
    pub fn state<S: Send + Sync + 'static>(self, state: S) -> RegistryBuilder<S> {
        let Self { journal, clock, mode, .. } = self;
        RegistryBuilder { journal, clock, mode, ..RegistryBuilder::over(state) }
    }
}

impl<S> RegistryBuilder<S> {
    fn over(state: S) -> Self {
        Self {
            state,
            tools: Tools::new(),
            setup: Vec::new(),
            approval: None,
            journal: None,
            journal_content: Vec::new(),
            clock: Arc::new(SystemTime::now),
            run_code: None,
            language: None,
            problems: Vec::new(),
            mode: Mode::default(),
            most_running: None,
            most_running_per_tool: None,
        }
    }
}

impl<S: Send + Sync + 'static> RegistryBuilder<S> {
    /// Adds tools.
    #[must_use]
    pub fn tools(mut self, tools: impl Into<Tools<S>>) -> Self {
        self.tools.add_all(tools.into());
        self
    }

    /// Adds tools under names with that prefix: `nest("fs", …)` makes `fs.read_file` of `read_file`.
    #[must_use]
    pub fn nest(mut self, prefix: &str, tools: impl Into<Tools<S>>) -> Self {
        self.tools.add_all(tools.into().prefixed(prefix));
        self
    }

    /// How tools are offered to the model, unless a scope says otherwise.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// At most that many bodies run at once, in all scopes; others wait. A program is not counted, the calls
    /// that it makes are. A tool that calls others through a registry with such a bound can wait for itself.
    #[must_use]
    pub fn max_running(mut self, most: NonZeroUsize) -> Self {
        self.most_running = Some(most);
        self
    }

    /// At most that many bodies of each tool run at once, in all scopes; others wait.
    #[must_use]
    pub fn max_running_per_tool(mut self, most: NonZeroUsize) -> Self {
        self.most_running_per_tool = Some(most);
        self
    }

    /// Who is asked when a gate says `Ask`.
    #[must_use]
    pub fn approval(mut self, service: impl ApprovalService<S>) -> Self {
        self.approval = Some(Arc::new(service));
        self
    }

    /// Where records go: of calls, of approvals, and of the calls that programs make.
    #[must_use]
    pub fn journal(mut self, journal: impl Journal) -> Self {
        self.journal = Some(Arc::new(journal));
        self
    }

    /// Adds a hook that may replace the content of the journal's copy of calls (rule CODE-5). One
    /// that panics is logged, and the content stays.
    #[must_use]
    pub fn journal_content(mut self, hook: impl JournalContent) -> Self {
        self.journal_content.push(Arc::new(hook));
        self
    }

    /// The clock by which records get their times; without one it is the system's.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Adds a pre-execute hook; the first one added is outermost.
    #[must_use]
    pub fn pre_execute(self, hook: impl PreExecute<S>) -> Self {
        self.set_up(|registry| Ok(registry.pre_execute(hook)))
    }

    /// Adds a guard.
    #[must_use]
    pub fn guard(self, guard: impl Guard<S>) -> Self {
        self.set_up(|registry| Ok(registry.guard(guard)))
    }

    /// Adds an around-execute hook; the first one added is outermost.
    #[must_use]
    pub fn around(self, hook: impl AroundExecute<S>) -> Self {
        self.set_up(|registry| Ok(registry.around(hook)))
    }

    /// Adds a post-execute hook; the first one added is outermost.
    #[must_use]
    pub fn post_execute(self, hook: impl PostExecute<S>) -> Self {
        self.set_up(|registry| Ok(registry.post_execute(hook)))
    }

    /// Adds an observer of outcomes.
    #[must_use]
    pub fn observe(self, observer: impl ResultObserver<S>) -> Self {
        self.set_up(|registry| Ok(registry.observe(observer)))
    }

    /// The registry.
    ///
    /// # Errors
    ///
    /// [`BuildError`] with everything that is refused and every name that is taken twice.
    pub fn build(self) -> Result<ToolRegistry<S>, BuildError> {
        let registry = ToolRegistry::over(Core {
            state: Arc::new(self.state),
            approval: self.approval,
            records: Arc::new(Records { journal: self.journal, clock: self.clock }),
            journal_content: self.journal_content,
            run_code: self.run_code,
            language: self.language,
            mode: self.mode,
            admission: Admission::new(self.most_running, self.most_running_per_tool),
            listeners: Listeners::default(),
        });
        let mut problems = self.problems;
        for tool in self.tools {
            problems.extend(kept(registry.register(tool)));
        }
        for set_up in self.setup {
            problems.extend(kept(set_up(&registry)));
        }
        BuildError::check(problems)?;
        Ok(registry)
    }

    /// Registers something else once the registry is there. What is refused is told by `build`.
    pub(crate) fn set_up(
        mut self,
        set_up: impl FnOnce(&ToolRegistry<S>) -> Result<Registration, RegistryError> + Send + 'static,
    ) -> Self {
        self.setup.push(Box::new(set_up));
        self
    }
}

impl<S> fmt::Debug for RegistryBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegistryBuilder").field("tools", &self.tools).finish_non_exhaustive()
    }
}

/// Keeps a registration; the problem if it was refused.
fn kept(registered: Result<Registration, RegistryError>) -> Option<RegistryError> {
    registered.map(Registration::keep).err()
}
