//! An observer that counts nested calls and the bytes that they would have cost a model.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dsh_tools::call::Outcome;
use dsh_tools::hook::{CallHandle, ResultObserver};

/// What was counted so far; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Counted(Arc<[AtomicUsize; 2]>);

impl Counted {
    /// How many calls ended.
    #[must_use]
    pub fn calls(&self) -> usize {
        self.0[0].load(Ordering::Relaxed)
    }

    /// How many bytes their content had.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0[1].load(Ordering::Relaxed)
    }
}

/// Counts every call but `run_code` itself.
#[derive(Debug)]
pub struct Counting(Counted);

impl Counting {
    /// Counts into `counted`.
    #[must_use]
    pub fn new(counted: &Counted) -> Self {
        Self(counted.clone())
    }
}

impl<S: Send + Sync + 'static> ResultObserver<S> for Counting {
    fn observe(&self, call: &CallHandle<S>, outcome: &Outcome) {
        if call.name() != "run_code" {
            self.0.0[0].fetch_add(1, Ordering::Relaxed);
            self.0.0[1].fetch_add(outcome.text().len(), Ordering::Relaxed);
        }
    }
}
