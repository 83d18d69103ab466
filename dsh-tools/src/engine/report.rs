//! What a run ends with: a value or a failure, the logs, and what nothing in the program handled.
//! The kinds of failure are those of rule CODE-9.

use std::fmt;
use std::sync::Arc;

use crate::json::Json;

/// The end of a run.
#[derive(Clone, Debug)]
pub(crate) struct RunReport {
    /// The value, `None` for `undefined`.
    pub(crate) result: Result<Option<Json>, Failure>,
    /// The entries of the log; after an overflow the longest prefix that fits, the last one cut.
    pub(crate) logs: Vec<String>,
    /// Rejections and errors of callbacks that nothing handled, in order.
    pub(crate) unhandled: Vec<Rejection>,
}

/// A rejection that nothing handled.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Rejection {
    /// The name and message of what it rejected with, on one line.
    pub(crate) message: String,
    /// The member of a binding group that failed, if it was one.
    pub(crate) member: Option<Arc<str>>,
}

/// Why a run has no value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Failure {
    /// What kind of failure.
    pub(crate) kind: FailureKind,
    /// For the model: what happened and where.
    pub(crate) message: String,
}

/// The kinds of rule CODE-9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FailureKind {
    /// The program threw, does not parse, recursed too deep or waits for nothing.
    Exception,
    /// A budget of time is used up.
    Timeout,
    /// The run was cancelled.
    Abort,
    /// The engine broke.
    WorkerExit,
    /// The value is no lossless JSON.
    InvalidOutput,
    /// Logs and value are too large.
    OutputLimit,
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exception => "exception",
            Self::Timeout => "timeout",
            Self::Abort => "abort",
            Self::WorkerExit => "worker-exit",
            Self::InvalidOutput => "invalid-output",
            Self::OutputLimit => "output-limit",
        })
    }
}

impl Failure {
    pub(super) fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(super) fn exception(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Exception, message)
    }
}
