//! What the registry shares between threads is built of these, so that a test can try every order of their use.
//! With `--cfg shuttle` they are those of the shuttle crate, under which alone they work then.

use std::sync::{Arc, PoisonError};

#[cfg(shuttle)]
pub(crate) use shuttle::sync::atomic::{AtomicU64, Ordering};
#[cfg(shuttle)]
pub(crate) use shuttle::sync::{Mutex, MutexGuard};
#[cfg(not(shuttle))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(shuttle))]
pub(crate) use std::sync::{Mutex, MutexGuard};

/// The lock, also when somebody panicked under it: what these locks guard is whole at every step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds a value that is replaced as a whole. Readers do not wait.
#[cfg(not(shuttle))]
pub(super) struct Shelf<T>(arc_swap::ArcSwapOption<T>);

#[cfg(not(shuttle))]
impl<T> Shelf<T> {
    pub(super) fn empty() -> Self {
        Self(arc_swap::ArcSwapOption::empty())
    }

    /// Looks at the value in place, if there is one.
    pub(super) fn look<R>(&self, look: impl FnOnce(&T) -> Option<R>) -> Option<R> {
        self.0.load().as_deref().and_then(look)
    }

    pub(super) fn put(&self, value: Arc<T>) {
        self.0.store(Some(value));
    }
}

/// The same for orders that a test tries: what matters is that others run between a look and a put.
#[cfg(shuttle)]
pub(super) struct Shelf<T>(Mutex<Option<Arc<T>>>);

#[cfg(shuttle)]
impl<T> Shelf<T> {
    pub(super) fn empty() -> Self {
        Self(Mutex::new(None))
    }

    pub(super) fn look<R>(&self, look: impl FnOnce(&T) -> Option<R>) -> Option<R> {
        lock(&self.0).as_deref().and_then(look)
    }

    pub(super) fn put(&self, value: Arc<T>) {
        *lock(&self.0) = Some(value);
    }
}
