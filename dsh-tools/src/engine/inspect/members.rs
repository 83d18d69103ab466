//! The properties of an object, one text each.

use boa_engine::object::JsObject;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsValue, js_string};

use super::super::refuse::data_property;
use super::shape::Shape;
use super::{Inspector, KEYS, NODES, text};

/// The keys that are shown: those of a list besides its items.
pub(super) fn listed_keys(
    object: &JsObject,
    is_list: bool,
    hidden: bool,
    context: &mut Context,
) -> Vec<PropertyKey> {
    let keys = object.own_property_keys(context).unwrap_or_default();
    let is_listed = |key: &PropertyKey| {
        if is_list && matches!(key, PropertyKey::Index(_)) {
            return false;
        }
        if hidden {
            return true;
        }
        match property(object, key) {
            Some(property) => property.enumerable() == Some(true),
            // Properties that only the object itself knows are those of its kind.
            None => false,
        }
    };
    keys.into_iter().filter(is_listed).collect()
}

fn property(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    object.borrow().properties().get(key)
}

/// The length of an array.
pub(super) fn array_length(array: &JsObject) -> usize {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A length is a u32.
    data_property(array, &js_string!("length"))
        .and_then(|length| length.as_number())
        .map_or(0, |length| length as usize)
}

impl Inspector {
    /// Adds the properties to the entries.
    pub(super) fn members(
        &mut self,
        object: &JsObject,
        shape: &Shape,
        level: usize,
        entries: &mut Vec<String>,
        context: &mut Context,
    ) {
        for (shown, key) in shape.keys.iter().enumerate() {
            let Some(property) = property(object, key) else { continue };
            if shown == KEYS || self.nodes > NODES {
                entries.push(String::from("... more"));
                break;
            }
            let value = self.property(&property, level, context);
            let key = match property.enumerable() {
                Some(false) => text::hidden_key(key),
                _ => text::key(key),
            };
            entries.push(format!("{key}: {value}"));
        }
    }

    /// What a property holds.
    pub(super) fn property(
        &mut self,
        property: &PropertyDescriptor,
        level: usize,
        context: &mut Context,
    ) -> String {
        let is_there = |accessor: Option<&JsValue>| accessor.is_some_and(JsValue::is_object);
        match property.value() {
            Some(value) => self.indented(|inspector| inspector.value(value, level + 1, context)),
            None => String::from(match (is_there(property.get()), is_there(property.set())) {
                (true, true) => "[Getter/Setter]",
                (true, false) => "[Getter]",
                (false, true) => "[Setter]",
                (false, false) => "undefined",
            }),
        }
    }

    /// Does something two columns further to the right.
    pub(super) fn indented<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.indentation += 2;
        let done = work(self);
        self.indentation -= 2;
        done
    }
}
