//! Where a registry's records go, and what times they get.
//! A journal or a clock that fails or panics is its own problem, never that of a call (rule CODE-5).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::SystemTime;

use crate::call::{Record, panic_message};
use crate::hook::{Clock, Journal};

/// The journal of a registry and its clock.
pub(crate) struct Records {
    pub(super) journal: Option<Arc<dyn Journal>>,
    pub(super) clock: Arc<dyn Clock>,
}

impl Records {
    /// Whether anybody keeps records.
    pub(crate) fn are_kept(&self) -> bool {
        self.journal.is_some()
    }

    /// The time of a record.
    pub(crate) fn now(&self) -> SystemTime {
        catch_unwind(AssertUnwindSafe(|| self.clock.now())).unwrap_or_else(|payload| {
            tracing::warn!("the clock of the journal panicked: {}", panic_message(&*payload));
            SystemTime::now()
        })
    }

    /// Hands a record to the journal.
    pub(crate) fn keep(&self, record: Record) {
        let Some(journal) = &self.journal else { return };
        match catch_unwind(AssertUnwindSafe(|| journal.record(record))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!("the journal lost a record: {error}"),
            Err(payload) => {
                tracing::warn!("the journal panicked: {}", panic_message(&*payload));
            }
        }
    }
}
