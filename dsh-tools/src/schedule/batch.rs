//! A batch: what a model asked for in one turn, answered in the same order.

use std::future::poll_fn;
use std::num::NonZeroUsize;
use std::ops::Deref;

use super::lane::{Lane, LaneEvent};
use crate::call::{DeferredContext, Outcome, ToolCall};
use crate::registry::ScopeHandle;

/// How a batch runs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Batch {
    /// How many bodies overlap at most.
    pub max_parallel: NonZeroUsize,
}

impl Batch {
    /// A batch in which at most that many bodies overlap.
    #[must_use]
    pub fn parallel(max_parallel: NonZeroUsize) -> Self {
        Self { max_parallel }
    }
}

impl Default for Batch {
    /// At most ten bodies overlap.
    fn default() -> Self {
        Self { max_parallel: NonZeroUsize::MIN.saturating_add(9) }
    }
}

/// The outcomes of a batch, in the order of its calls; derefs to a slice of them.
#[derive(Debug)]
pub struct BatchOutcomes {
    outcomes: Vec<Outcome>,
    contexts: Vec<DeferredContext>,
}

impl BatchOutcomes {
    /// The contexts of all calls, in call order, for after the last result (rule BATCH-2).
    #[must_use]
    pub fn contexts(&self) -> &[DeferredContext] {
        &self.contexts
    }
}

impl Deref for BatchOutcomes {
    type Target = [Outcome];

    fn deref(&self) -> &Self::Target {
        &self.outcomes
    }
}

impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// Runs the calls of one turn: those that may overlap do, the others run alone, all in order (rule
    /// BATCH-1).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future drops the bodies that run and forgets the calls that wait.
    pub async fn execute_batch(
        &self,
        calls: impl IntoIterator<Item = ToolCall>,
        batch: Batch,
    ) -> BatchOutcomes {
        let mut lane = Lane::new(self.clone(), batch.max_parallel.get());
        for (ticket, call) in (0..).zip(calls) {
            lane.submit(ticket, call);
        }
        let mut outcomes = Vec::new();
        let mut contexts = Vec::new();
        while let Some(event) = poll_fn(|context| lane.poll_event(context)).await {
            // The lane settles calls in the order in which they were submitted.
            if let LaneEvent::Settled { mut outcome, .. } = event {
                contexts.append(outcome.contexts_mut());
                outcomes.push(outcome);
            }
        }
        BatchOutcomes { outcomes, contexts }
    }
}
