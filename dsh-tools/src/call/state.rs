//! What a running call collects beside its result: deferred contexts, progress, the end of the turn.
//! It is shared between the body, the hooks around it and the pipeline.

use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::arguments::Arguments;
use super::content::DeferredContext;
use super::identity::{CallId, CallToken, Parent};
use super::signal::Signal;
use crate::json::Json;

/// A report of a body that is still at work (rule PIPE-11). The model does not see it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done.
    pub message: Arc<str>,
}

impl Progress {
    /// A report with that message.
    pub fn new(message: impl Into<Arc<str>>) -> Self {
        Self { message: message.into() }
    }
}

impl<T: Into<Arc<str>>> From<T> for Progress {
    fn from(message: T) -> Self {
        Self::new(message)
    }
}

/// Hears of progress as it is made.
pub(crate) type ProgressSink = Arc<dyn Fn(&CallState, Progress) + Send + Sync>;

/// Identity and arguments of a running call, and what it has deferred so far.
pub(crate) struct CallState {
    pub(crate) token: CallToken,
    /// Made up when somebody asks for it, if the caller gave none.
    call_id: OnceLock<CallId>,
    /// That of the call at the root, for a nested one.
    root_call_id: Option<CallId>,
    pub(crate) parent: Option<CallToken>,
    pub(crate) name: Arc<str>,
    /// `{}` when the text could not be read; then the call fails before any hook sees it.
    pub(crate) arguments: Json,
    /// Ends the call.
    pub(crate) signal: Signal,
    pub(crate) progress: Option<ProgressSink>,
    /// Set just before the body is called.
    body_started: AtomicBool,
    /// Whether anything was ever deferred.
    has_deferred: AtomicBool,
    deferred: Mutex<Deferred>,
}

/// What a call has deferred.
#[derive(Debug, Default)]
struct Deferred {
    contexts: Vec<DeferredContext>,
    concludes_turn: bool,
    /// What the model should know besides the content.
    notes: Vec<String>,
}

impl CallState {
    pub(crate) fn new(
        call_id: CallId,
        name: Arc<str>,
        arguments: Json,
        parent: Option<Parent>,
        signal: Signal,
    ) -> Self {
        Self::under(OnceLock::from(call_id), name, arguments, parent, signal)
    }

    fn under(
        call_id: OnceLock<CallId>,
        name: Arc<str>,
        arguments: Json,
        parent: Option<Parent>,
        signal: Signal,
    ) -> Self {
        let root_call_id = parent.as_ref().map(|parent| parent.root_call_id().clone());
        let clock = parent.as_ref().and_then(|parent| parent.token().clock().cloned());
        Self {
            token: CallToken::mint().timed_by(clock),
            call_id,
            root_call_id,
            parent: parent.map(|parent| parent.token().clone()),
            name,
            arguments,
            signal,
            progress: None,
            body_started: AtomicBool::new(false),
            has_deferred: AtomicBool::new(false),
            deferred: Mutex::default(),
        }
    }

    /// A call without an id of the caller's, which nobody else can cancel.
    pub(crate) fn unnamed(name: Arc<str>, arguments: Json) -> Self {
        Self::under(OnceLock::new(), name, arguments, None, Signal::default())
    }

    pub(crate) fn call_id(&self) -> &CallId {
        self.call_id.get_or_init(CallId::make_up)
    }

    pub(crate) fn root_call_id(&self) -> &CallId {
        self.root_call_id.as_ref().unwrap_or_else(|| self.call_id())
    }

    /// A state for a call that nobody made: for tools under test.
    pub(crate) fn detached(name: impl Into<Arc<str>>, arguments: Arguments) -> Self {
        let arguments = arguments.read().unwrap_or_default();
        Self::new(CallId::from("test"), name.into(), arguments, None, Signal::default())
    }

    pub(crate) fn defer_context(&self, context: DeferredContext) {
        self.defer(|deferred| deferred.contexts.push(context));
    }

    pub(crate) fn conclude_turn(&self) {
        self.defer(|deferred| deferred.concludes_turn = true);
    }

    /// Adds a line after the rendered content, which is no part of the value.
    pub(crate) fn note(&self, note: String) {
        self.defer(|deferred| deferred.notes.push(note));
    }

    pub(crate) fn take_notes(&self) -> Vec<String> {
        self.look(|deferred| mem::take(&mut deferred.notes))
    }

    pub(crate) fn concludes_turn(&self) -> bool {
        self.look(|deferred| deferred.concludes_turn)
    }

    /// Takes the contexts that were deferred since the last time.
    pub(crate) fn take_contexts(&self) -> Vec<DeferredContext> {
        self.look(|deferred| mem::take(&mut deferred.contexts))
    }

    pub(crate) fn report(&self, progress: Progress) {
        if let Some(sink) = &self.progress {
            sink(self, progress);
        }
    }

    /// The body is about to be called.
    pub(crate) fn start_body(&self) {
        self.body_started.store(true, Ordering::Release);
    }

    pub(crate) fn body_started(&self) -> bool {
        self.body_started.load(Ordering::Acquire)
    }

    fn defer(&self, defer: impl FnOnce(&mut Deferred)) {
        defer(&mut self.deferred());
        self.has_deferred.store(true, Ordering::Release);
    }

    /// Most calls defer nothing, and take no lock to say so.
    fn look<T: Default>(&self, look: impl FnOnce(&mut Deferred) -> T) -> T {
        if self.has_deferred.load(Ordering::Acquire) {
            look(&mut self.deferred())
        } else {
            T::default()
        }
    }

    fn deferred(&self) -> std::sync::MutexGuard<'_, Deferred> {
        // The lock is held for a push or a take, which cannot leave it half done.
        self.deferred.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for CallState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallState")
            .field("call_id", self.call_id())
            .field("name", &self.name)
            .finish()
    }
}
