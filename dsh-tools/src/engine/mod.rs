//! Runs one program in a fresh context of the engine, on the thread that calls [`run`].
//!
//! What it ends by itself: endless loops and functions (the program asks a meter now and then), promise chains,
//! recursion, and output beyond its budget. What it cannot end: a regular expression or another built-in that does
//! not return, and memory that the program takes; a host that needs those puts the engine into a process.

mod bindings;
mod clock;
mod console;
mod crossing;
mod exception;
mod inspect;
mod jobs;
mod limits;
mod logs;
mod run;
mod timers;
mod world;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) use self::limits::Limits;
pub(crate) use self::run::run;

use crate::json::Json;

/// One program and what it may reach.
#[derive(Debug)]
pub(crate) struct RunRequest {
    /// As the model wrote it.
    pub(crate) source: String,
    pub(crate) bindings: Vec<BindingGroup>,
    pub(crate) limits: Limits,
}

/// Functions under one global object.
#[derive(Clone, Debug)]
pub(crate) struct BindingGroup {
    pub(crate) global: String,
    pub(crate) members: Vec<Arc<str>>,
    pub(crate) error_class: Option<ErrorClass>,
}

/// What calls reject with.
#[derive(Clone, Debug)]
pub(crate) struct ErrorClass {
    pub(crate) name: String,
    /// Holds the name of the function that failed.
    pub(crate) member_property: String,
}

/// The engine's only way out. All methods are called on the engine's own thread.
pub(crate) trait Host {
    /// Starts a call; never blocks.
    fn call(&mut self, call: HostCall);
    /// Waits for a reply, a stop, or that time; a time that is past only looks.
    fn wait(&mut self, until: Option<Instant>) -> HostEvent;
    /// Takes a log entry as it comes.
    fn log(&mut self, line: &str);
    /// Whether the program has to stop, and why. Cheap: it is asked often.
    fn stop(&self) -> Option<Stop>;
}

/// A call that the program makes.
#[derive(Debug)]
pub(crate) struct HostCall {
    pub(crate) id: u64,
    pub(crate) group: usize,
    pub(crate) member: usize,
    pub(crate) arguments: Json,
}

/// What a host has for the engine.
#[derive(Debug)]
pub(crate) enum HostEvent {
    /// A call is over: its value, or the message to reject with.
    Reply { id: u64, result: Result<Json, String> },
    /// Ask for the reason to stop.
    Stop,
    /// The time has come.
    TimeUp,
}

/// Why a program is stopped from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Cancelled, with a reason.
    Abort(String),
    /// The time for the whole run is over.
    Wall(Duration),
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct RunReport {
    /// The value, none for `undefined`.
    pub(crate) result: Result<Option<Json>, Failure>,
    pub(crate) logs: Vec<String>,
    pub(crate) unhandled: Vec<Rejection>,
}

/// A rejection that nothing handled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rejection {
    /// The function whose call it was, if it was one's.
    pub(crate) member: Option<String>,
    pub(crate) message: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.member {
            Some(member) => write!(f, "{member}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Why a run has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// The kinds of rule CODE-9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    Exception,
    Timeout,
    Abort,
    WorkerExit,
    InvalidOutput,
    OutputLimit,
}

/// How large the stack of a thread that calls [`run`] has to be, in bytes: parser and engine recurse.
pub(crate) const fn stack_size() -> usize {
    if cfg!(debug_assertions) { 256 << 20 } else { 64 << 20 }
}
