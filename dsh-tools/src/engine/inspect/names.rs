//! What an object calls itself: the class that made it, and its tag.

use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsSymbol, JsValue, js_string};

use super::super::refuse::data_property;

/// Prototypes above an object that are looked at.
const MOST_ABOVE: usize = 64;

/// How an object is named before its braces.
pub(super) struct Name {
    /// The class; nothing without a prototype.
    pub(super) class: Option<String>,
    /// Its `Symbol.toStringTag`, if that is not shown among the properties.
    pub(super) tag: String,
}

impl Name {
    pub(super) fn of(object: &JsObject, context: &mut Context) -> Self {
        let tag = tag(object).unwrap_or_default();
        Self { class: class(object, context), tag }
    }

    /// What stands before the bracket, with a space behind it. What has no class is named by its kind.
    pub(super) fn prefix(&self, kind: &str, size: &str) -> String {
        let Self { class, tag } = self;
        let (named, own) = match class {
            Some(class) => (format!("{class}{size}"), &**class),
            None => (format!("[{kind}{size}: null prototype]"), kind),
        };
        if tag.is_empty() || tag == own { format!("{named} ") } else { format!("{named} [{tag}] ") }
    }
}

/// The name of the nearest class of which the object is an instance.
fn class(object: &JsObject, context: &mut Context) -> Option<String> {
    let first = object.prototype()?;
    if let Some(name) = instance_of(object) {
        return Some(name);
    }
    // A chain of prototypes that ends in none: show it.
    let above = match class_above(&first) {
        Some(name) => name,
        None => super::inspect_with(
            &JsValue::from(first),
            super::Options { depth: 0, ..super::Options::default() },
            context,
        ),
    };
    Some(format!("Object <{above}>"))
}

/// The class of a prototype that has a prototype itself.
fn class_above(prototype: &JsObject) -> Option<String> {
    prototype.prototype()?;
    instance_of(prototype).or_else(|| Some(String::from("Complex prototype")))
}

fn instance_of(object: &JsObject) -> Option<String> {
    let mut current = object.clone();
    for _ in 0..MOST_ABOVE {
        if let Some(name) = constructor(&current)
            .filter(|constructor| is_instance(object, constructor))
            .and_then(|constructor| name_of(&constructor))
        {
            return Some(name);
        }
        current = current.prototype()?;
    }
    None
}

fn constructor(object: &JsObject) -> Option<JsObject> {
    data_property(object, &js_string!("constructor"))?.as_object().filter(JsObject::is_callable)
}

/// The name of a function, unless it is empty.
pub(super) fn name_of(function: &JsObject) -> Option<String> {
    let name = data_property(function, &js_string!("name"))?.as_string()?;
    (!name.is_empty()).then(|| name.to_std_string_lossy())
}

fn is_instance(object: &JsObject, constructor: &JsObject) -> bool {
    let prototype = data_property(constructor, &js_string!("prototype"));
    let Some(prototype) = prototype.and_then(|prototype| prototype.as_object()) else {
        return false;
    };
    let mut current = object.prototype();
    for _ in 0..MOST_ABOVE {
        match current {
            Some(above) if JsObject::equals(&above, &prototype) => return true,
            Some(above) => current = above.prototype(),
            None => return false,
        }
    }
    false
}

/// The tag, if it is data and none of the enumerable properties of the object's own.
fn tag(object: &JsObject) -> Option<String> {
    let key = PropertyKey::from(JsSymbol::to_string_tag());
    let mut current = Some(object.clone());
    for above in 0..MOST_ABOVE {
        let holder = current?;
        let property = holder.borrow().properties().get(&key);
        if let Some(property) = property {
            let is_listed = above == 0 && property.enumerable() == Some(true);
            let tag = property.value().and_then(JsValue::as_string).filter(|_| !is_listed);
            return tag.map(|tag: JsString| tag.to_std_string_lossy());
        }
        current = holder.prototype();
    }
    None
}
