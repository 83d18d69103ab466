//! Who is told of changes (rule REG-7).
//! Listeners are called without any lock, so they may look at the registry and change it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::sync::{Mutex, lock};
use crate::call::panic_message;

type Listener = Arc<dyn Fn() + Send + Sync>;

/// The listeners of all scopes, each under the id of its registration.
#[derive(Default)]
pub(crate) struct Listeners(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    next_id: u64,
    all: Arc<Vec<(u64, Listener)>>,
}

impl Listeners {
    pub(super) fn add(&self, listener: impl Fn() + Send + Sync + 'static) -> u64 {
        let mut entries = lock(&self.0);
        entries.next_id += 1;
        let id = entries.next_id;
        Arc::make_mut(&mut entries.all).push((id, Arc::new(listener)));
        id
    }

    pub(super) fn remove(&self, id: u64) {
        Arc::make_mut(&mut lock(&self.0).all).retain(|(entry, _)| *entry != id);
    }

    pub(super) fn notify(&self) {
        let all = lock(&self.0).all.clone();
        for (_, listener) in &*all {
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| listener())) {
                tracing::warn!("a change listener panicked: {}", panic_message(&*payload));
            }
        }
    }
}
