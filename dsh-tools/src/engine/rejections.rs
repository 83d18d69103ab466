//! The rejected promises that nothing has handled yet, in the order in which they were rejected (rule CODE-6).
//! A program may reject many and handle them all later, so forgetting one must not depend on how many there are.

use std::collections::{BTreeMap, HashMap};

use boa_engine::builtins::promise::Promise;
use boa_engine::object::JsObject;

/// Promises by the order of their rejections.
#[derive(Default)]
pub(super) struct Rejections {
    promises: BTreeMap<u64, JsObject<Promise>>,
    orders: HashMap<JsObject<Promise>, u64>,
    last: u64,
}

impl Rejections {
    pub(super) fn note(&mut self, promise: JsObject<Promise>) {
        self.last += 1;
        self.orders.insert(promise.clone(), self.last);
        self.promises.insert(self.last, promise);
    }

    pub(super) fn forget(&mut self, promise: &JsObject<Promise>) {
        if let Some(order) = self.orders.remove(promise) {
            self.promises.remove(&order);
        }
    }

    /// The first ones, at most so many; all are forgotten.
    pub(super) fn take(&mut self, most: usize) -> Vec<JsObject<Promise>> {
        self.orders.clear();
        std::mem::take(&mut self.promises).into_values().take(most).collect()
    }
}
