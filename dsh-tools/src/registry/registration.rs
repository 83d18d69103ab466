//! The handle of a change, with which it is taken back exactly (rule REG-2).
//! Dropping the handle alone changes nothing.

use std::fmt;

use super::sync::{Mutex, lock};

type Undo = Box<dyn FnOnce() + Send>;

/// Takes back one registration, restriction, guard, hook or presentation.
#[must_use = "dropping the handle changes nothing; `unregister` takes the change back"]
pub struct Registration(Mutex<Option<Undo>>);

impl Registration {
    pub(super) fn new(undo: impl FnOnce() + Send + 'static) -> Self {
        Self(Mutex::new(Some(Box::new(undo))))
    }

    /// Takes the change back. Doing so again changes nothing.
    pub fn unregister(&self) {
        let undo = lock(&self.0).take();
        if let Some(undo) = undo {
            undo();
        }
    }

    /// Keeps the change for as long as its scope lives.
    pub fn keep(self) {}
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Registration")
    }
}
