//! What hooks and the tool of a scenario share: the log of what happened, and the caller's signal.

use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

/// Cloned into everything that a scenario mounts.
#[derive(Clone, Debug, Default)]
pub(super) struct World {
    log: Arc<Mutex<Vec<String>>>,
    signal: CancellationToken,
    abort: Arc<Mutex<String>>,
}

impl World {
    pub(super) fn log(&self, entry: impl Into<String>) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(entry.into());
    }

    /// All entries so far.
    pub(super) fn told(&self) -> Vec<String> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The caller's signal.
    pub(super) fn signal(&self) -> &CancellationToken {
        &self.signal
    }

    /// Names the place where the caller's signal fires.
    pub(super) fn set_abort(&self, place: String) {
        *self.abort.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }

    /// Fires the caller's signal if this is the place.
    pub(super) fn reach(&self, place: &str) {
        if *self.abort.lock().unwrap_or_else(PoisonError::into_inner) == place {
            self.log("!abort");
            self.signal.cancel();
        }
    }
}
