//! Merge sorts, in which equal items keep their order: one that asks the program, one that does not.

use std::cmp::Ordering;

use boa_engine::{Context, JsResult};

use crate::engine::state::State;

/// So many items are sorted in one go, and then merged with looks at the clock between.
const RUN: usize = 16 * 1024;

/// How many steps pass between two looks at the clock.
const TICKS: usize = 1024;

/// Looks at the clock now and then.
#[derive(Default)]
pub(super) struct Ticks(usize);

impl Ticks {
    pub(super) fn tick(&mut self, state: &State, context: &mut Context) -> JsResult<()> {
        if self.0.is_multiple_of(TICKS) {
            state.check(context)?;
        }
        self.0 += 1;
        Ok(())
    }
}

/// Sorts by an order that never contradicts itself.
pub(super) fn sort<T: Clone>(
    mut items: Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
    state: &State,
    context: &mut Context,
) -> JsResult<Vec<T>> {
    for run in items.chunks_mut(RUN) {
        state.check(context)?;
        run.sort_by(&compare);
    }
    merged(items, RUN, |first, second, _| Ok(compare(first, second)), state, context)
}

/// Merges runs of that width, which are sorted, until there is one: bottom-up, so that the depth of the stack does not
/// depend on the length.
pub(super) fn merged<T: Clone>(
    mut items: Vec<T>,
    mut width: usize,
    mut compare: impl FnMut(&T, &T, &mut Context) -> JsResult<Ordering>,
    state: &State,
    context: &mut Context,
) -> JsResult<Vec<T>> {
    let mut ticks = Ticks::default();
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(width.saturating_mul(2)) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([first, lefts @ ..], [second, rights @ ..]) = (left, right) {
                ticks.tick(state, context)?;
                if compare(first, second, context)? == Ordering::Greater {
                    merged.push(second.clone());
                    right = rights;
                } else {
                    merged.push(first.clone());
                    left = lefts;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        items = merged;
        width = width.saturating_mul(2);
    }
    Ok(items)
}
