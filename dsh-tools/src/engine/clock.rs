//! How long the engine has computed: all the time since its start but that spent waiting for the host.

use std::cell::Cell;
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    waited: Cell<Duration>,
}

impl Clock {
    pub(super) fn start() -> Self {
        Self { started: Instant::now(), waited: Cell::new(Duration::ZERO) }
    }

    /// Time that counts.
    pub(super) fn computed(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.waited.get())
    }

    /// Does something whose time does not count.
    pub(super) fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        let from = Instant::now();
        let result = wait();
        self.waited.set(self.waited.get() + from.elapsed());
        result
    }
}
