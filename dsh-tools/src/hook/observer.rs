//! Observers: they see final outcomes and progress and can change neither (rules PIPE-7 and PIPE-11).
//! One that panics is logged; the next one still runs.

use super::handle::CallHandle;
use crate::call::{CallId, Outcome, Progress};

/// Sees the final, immutable outcome of every call. Closures of this shape are observers too.
pub trait ResultObserver<S>: Send + Sync + 'static {
    /// Hears of an outcome. Runs before the call returns, so it should be quick.
    fn observe(&self, call: &CallHandle<S>, outcome: &Outcome);
}

impl<S, F> ResultObserver<S> for F
where
    F: Fn(&CallHandle<S>, &Outcome) + Send + Sync + 'static,
{
    fn observe(&self, call: &CallHandle<S>, outcome: &Outcome) {
        self(call, outcome);
    }
}

/// Hears of progress at once. Closures of this shape are observers too.
pub trait ProgressObserver: Send + Sync + 'static {
    /// Hears what the call of that id and tool is doing.
    fn progress(&self, call_id: &CallId, tool: &str, progress: &Progress);
}

impl<F> ProgressObserver for F
where
    F: Fn(&CallId, &str, &Progress) + Send + Sync + 'static,
{
    fn progress(&self, call_id: &CallId, tool: &str, progress: &Progress) {
        self(call_id, tool, progress);
    }
}
