//! Choices in a row, from which schemas and values are made.
//! A shorter row or smaller numbers make simpler ones, so that a failing case shrinks by itself.

use serde_json::Value;

/// The choices that are left. When there are none, every choice is the first, which is the simplest.
pub(crate) struct Tape(std::vec::IntoIter<u32>);

impl Tape {
    pub(crate) fn new(choices: Vec<u32>) -> Self {
        Self(choices.into_iter())
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0.next().map_or(0, |choice| choice as usize % count)
    }

    /// Yes, this often in a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub(crate) fn small(&mut self) -> Value {
        Value::from(self.below(5))
    }
}
