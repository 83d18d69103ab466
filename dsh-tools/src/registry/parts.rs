//! What rooms beyond the registry keep in it: parts of a layer, and what they derive from a view.
//! The registry owns both without knowing them: parts go with their scope, what is derived goes with its view.

use std::any::Any;
use std::sync::Arc;

use super::layer::{Layer, Place};
use super::registration::Registration;
use super::scope::{ScopeHandle, insert};
use super::sync::{Mutex, lock};

/// An entry of a layer whose type only another room knows.
pub(super) type Part = Arc<dyn Any + Send + Sync>;

impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// Keeps a part in this layer; none if it clashes with one of its type that is there.
    pub(crate) fn add_part<T: Any + Send + Sync>(
        &self,
        part: T,
        clashes: impl Fn(&T) -> bool,
    ) -> Option<Registration> {
        let added = self.add(|layer: &mut Layer<S>| {
            if layer.parts.iter().filter_map(|other| other.downcast_ref()).any(clashes) {
                return Err(());
            }
            Ok(insert(layer, |layer| &mut layer.parts, Place::Last, Arc::new(part) as Part))
        });
        added.ok()
    }

    /// Keeps a part in this layer, whatever else is there.
    pub(crate) fn add_freely<T: Any + Send + Sync>(&self, place: Place, part: T) -> Registration {
        self.add_hook(|layer| &mut layer.parts, place, Arc::new(part) as Part)
    }
}

/// Values that were computed of something immutable, one of each type, and live as long as it does.
#[derive(Default)]
pub(super) struct Derived(Mutex<Vec<Part>>);

impl Derived {
    /// The value of that type, which is made if it is not there.
    pub(super) fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        if let Some(kept) = find(&lock(&self.0)) {
            return kept;
        }
        // Made without the lock, since that may take long. Of two that were made at once, the first stays.
        let value = Arc::new(make());
        let mut kept = lock(&self.0);
        if let Some(first) = find(&kept) {
            return first;
        }
        kept.push(value.clone());
        value
    }
}

fn find<T: Any + Send + Sync>(kept: &[Part]) -> Option<Arc<T>> {
    kept.iter().find_map(|value| value.clone().downcast().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompt_6_what_is_derived_is_made_once_for_each_type() {
        let derived = Derived::default();
        let first = derived.get(|| 1_u8);
        assert!(Arc::ptr_eq(&first, &derived.get(|| 2_u8)));
        assert_eq!(*derived.get(|| 3_u16), 3);
    }
}
