//! The seam between tools and whatever runs programs: named functions in, value, logs or failure out.
//! A runtime polls its host and sees names and JSON; what a call means is not its business.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use super::preflight::WrittenCall;
pub use crate::call::WallClock;
use crate::json::Json;

/// What keeps a program apart from the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Isolation {
    /// A thread of this process: for programs that are trusted.
    Thread,
    /// A process of its own.
    Process,
}

/// Runs programs.
///
/// A run ends with a [`CodeReport`] whatever the program does; a runtime has no other way to fail.
pub trait CodeRuntime: Send + Sync + 'static {
    /// The language of its programs, such as `typescript`.
    fn language(&self) -> &str;

    /// What keeps programs apart from the application.
    fn isolation(&self) -> Isolation;

    /// Runs one program.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future ends the run.
    fn run(&self, run: CodeRun) -> Pin<Box<dyn Future<Output = CodeReport> + Send>>;
}

/// One program and what it may reach.
#[non_exhaustive]
pub struct CodeRun {
    /// The text, as the model wrote it.
    pub program: String,
    /// The functions that it may call.
    pub bindings: Vec<BindingGroup>,
    /// Who answers its calls.
    pub host: Box<dyn BindingHost>,
    /// Ends the run.
    pub cancel: CancellationToken,
    /// What a budget of wall time is measured by: it stands still while a person is asked.
    pub clock: WallClock,
}

impl CodeRun {
    /// A run of that program, whose clock starts now. Without `host` and bindings it can call nothing.
    #[must_use]
    pub fn new(
        program: impl Into<String>,
        bindings: Vec<BindingGroup>,
        host: Box<dyn BindingHost>,
        cancel: CancellationToken,
    ) -> Self {
        Self { program: program.into(), bindings, host, cancel, clock: WallClock::start() }
    }

    /// The same run by another clock.
    #[must_use]
    pub fn with_clock(self, clock: WallClock) -> Self {
        Self { clock, ..self }
    }
}

impl fmt::Debug for CodeRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeRun").field("bindings", &self.bindings).finish_non_exhaustive()
    }
}

/// Functions under one global object.
#[derive(Clone, Debug)]
pub struct BindingGroup {
    /// The name of the object.
    pub global: String,
    /// The names of its functions, each an own property.
    pub members: Vec<Arc<str>>,
    /// The names of functions that are own properties too, but are not enumerated.
    pub hidden_members: Vec<Arc<str>>,
    /// What calls reject with; a plain `Error` without it.
    pub error_class: Option<ErrorClass>,
}

impl BindingGroup {
    /// The function at that place; hidden ones come last.
    #[cfg(feature = "engine")]
    pub(crate) fn member(&self, index: usize) -> Option<&Arc<str>> {
        let hidden = || self.hidden_members.get(index.checked_sub(self.members.len())?);
        self.members.get(index).or_else(hidden)
    }
}

/// A class of errors that a program can test for with `instanceof`.
#[derive(Clone, Debug)]
pub struct ErrorClass {
    /// Its name, which is a global too.
    pub name: String,
    /// The property that holds the name of the function that failed.
    pub member_property: String,
}

/// A call that a program makes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BindingCall {
    /// Tells the calls of a run apart; given back with the reply.
    pub id: u64,
    /// Which group, by its place in [`CodeRun::bindings`].
    pub group: usize,
    /// Which function.
    pub member: Arc<str>,
    /// Lossless JSON.
    pub arguments: Json,
}

impl BindingCall {
    /// A call.
    #[must_use]
    pub fn new(id: u64, group: usize, member: Arc<str>, arguments: Json) -> Self {
        Self { id, group, member, arguments }
    }
}

/// The answer to a call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BindingReply {
    /// The id of the call.
    pub id: u64,
    /// The value, or the message to reject with.
    pub result: Result<Json, String>,
}

impl BindingReply {
    /// An answer.
    #[must_use]
    pub fn new(id: u64, result: Result<Json, String>) -> Self {
        Self { id, result }
    }
}

/// Answers the calls of one run. A runtime polls it from its `run` future.
pub trait BindingHost: Send {
    /// Takes the calls that a runtime found in the program's text, before any call is made (rule CODE-13).
    ///
    /// A runtime that does not look at texts leaves this out.
    ///
    /// # Errors
    ///
    /// A failure with which the run has to end at once, without a call.
    fn preflight(&mut self, calls: Vec<WrittenCall>) -> Result<(), CodeFailure> {
        drop(calls);
        Ok(())
    }

    /// Takes a call. It does not wait for it.
    fn start(&mut self, call: BindingCall);

    /// The next answer; pending while there is none.
    fn poll_reply(&mut self, context: &mut Context<'_>) -> Poll<BindingReply>;
}

/// What came of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CodeReport {
    /// The value, none for `undefined`; or why there is none.
    pub result: Result<Option<Json>, CodeFailure>,
    /// What the program logged, also when it failed.
    pub logs: Vec<String>,
    /// Rejections that the program never handled, each as one line.
    pub unhandled: Vec<String>,
}

impl CodeReport {
    /// A report without unhandled rejections.
    #[must_use]
    pub fn new(result: Result<Option<Json>, CodeFailure>, logs: Vec<String>) -> Self {
        Self { result, logs, unhandled: Vec::new() }
    }
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("code run failed ({kind}): {message}")]
#[non_exhaustive]
pub struct CodeFailure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// What went wrong, with the program's own lines and columns.
    pub message: String,
}

impl CodeFailure {
    /// A failure of that kind.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// The kinds of failure of a run (rule CODE-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FailureKind {
    /// Thrown, does not parse, recursed too deep, or waited for what nothing can settle.
    Exception,
    /// The compute or wall budget ran out.
    Timeout,
    /// Cancelled from outside.
    Abort,
    /// What ran the program died.
    WorkerExit,
    /// The value is no lossless JSON, or too deep or large.
    InvalidOutput,
    /// Logs and value are too large.
    OutputLimit,
}

impl FailureKind {
    /// The kind as text, such as `invalid-output`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exception => "exception",
            Self::Timeout => "timeout",
            Self::Abort => "abort",
            Self::WorkerExit => "worker-exit",
            Self::InvalidOutput => "invalid-output",
            Self::OutputLimit => "output-limit",
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
