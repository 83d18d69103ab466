//! Values as Node's console prints them: depth 4, 100 items, 10,000 characters of a string (rule CODE-11).
//! Reads data properties only: no getter and no proxy of the program runs.

mod entries;
mod errors;
mod layout;
mod members;
mod names;
mod shape;
mod text;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsValue};

use self::layout::Entries;
use self::names::Name;
use self::shape::Shape;
pub(super) use self::text::{number_text, width};

const ITEMS: usize = 100;
const KEYS: usize = 1_000;
const CHARACTERS: usize = 10_000;
/// All values of one text, so that wide and deep ones stay readable.
const NODES: usize = 20_000;
/// Deeper than this nothing is shown, whatever a program asks for.
const DEEPEST: usize = 64;

/// How a value is shown.
#[derive(Clone, Copy)]
pub(super) struct Options {
    /// Containers inside one another that are shown.
    pub(super) depth: usize,
    /// A line that holds a whole container is at most this wide.
    pub(super) width: usize,
    /// Whether properties that are not enumerable are shown.
    pub(super) hidden: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { depth: 4, width: 80, hidden: false }
    }
}

/// A value as the console prints it.
pub(super) fn inspect(value: &JsValue, context: &mut Context) -> String {
    inspect_with(value, Options::default(), context)
}

/// A value as the console prints it with other options.
pub(super) fn inspect_with(value: &JsValue, options: Options, context: &mut Context) -> String {
    let options = Options { depth: options.depth.min(DEEPEST), ..options };
    Inspector::new(options).value(value, 0, context)
}

/// Own enumerable data properties by name; `None` if the engine objects.
pub(super) fn own_members(
    object: &JsObject,
    most: usize,
    context: &mut Context,
) -> Option<Vec<(String, JsValue)>> {
    if is_proxy(object) {
        return None;
    }
    let keys = object.own_property_keys(context).ok()?;
    let mut members = Vec::new();
    for key in keys {
        let property = object.borrow().properties().get(&key);
        if let Some(property) = property
            && property.enumerable() == Some(true)
            && let Some(value) = property.value()
            && !matches!(key, PropertyKey::Symbol(_))
        {
            members.push((text::key_name(&key), value.clone()));
        }
        if members.len() == most {
            break;
        }
    }
    Some(members)
}

/// Whether reading the object's properties would run the program's code.
pub(super) fn is_proxy(object: &JsObject) -> bool {
    !object.is_array() && !object.is_ordinary() && JsProxy::from_object(object.clone()).is_ok()
}

struct Inspector {
    options: Options,
    /// The containers around, outermost first.
    around: Vec<JsObject>,
    /// Containers that something inside refers to.
    referred: Vec<JsObject>,
    /// The level of the container that was begun last.
    last_level: usize,
    indentation: usize,
    nodes: usize,
}

impl Inspector {
    fn new(options: Options) -> Self {
        Self {
            options,
            around: Vec::new(),
            referred: Vec::new(),
            last_level: 0,
            indentation: 0,
            nodes: 0,
        }
    }

    fn value(&mut self, value: &JsValue, level: usize, context: &mut Context) -> String {
        self.nodes += 1;
        if let Some(text) = value.as_string() {
            // Long texts count for more: many of them are as much as many values.
            self.nodes += text.len().min(CHARACTERS) / 100;
            return text::lines_of(&text, self.indentation, self.options.width);
        }
        match value.as_object() {
            Some(object) => self.object(&object, level, context),
            None => text::primitive(value),
        }
    }

    fn object(&mut self, object: &JsObject, level: usize, context: &mut Context) -> String {
        if self.around.iter().any(|outer| JsObject::equals(outer, object)) {
            return format!("[Circular *{}]", self.reference(object));
        }
        if is_proxy(object) {
            return String::from("[Proxy]");
        }
        let name = Name::of(object, context);
        let mut shape = Shape::of(object, &name, self.options.hidden, context);
        if shape.is_error {
            shape.base = self.error(object, &name, &mut shape.keys, context);
        }
        if shape.is_empty() {
            return shape.alone();
        }
        if level > self.options.depth || self.nodes > NODES {
            return shape.stand_in(&name);
        }
        self.last_level = level;
        self.around.push(object.clone());
        let mut entries = self.entries(object, &shape, level, context);
        let items = entries.len();
        self.members(object, &shape, level, &mut entries, context);
        self.around.pop();
        if entries.is_empty() {
            return shape.alone();
        }
        if let Some(at) = self.referred.iter().position(|known| JsObject::equals(known, object)) {
            let space = if shape.base.is_empty() { "" } else { " " };
            shape.base = format!("<ref *{}>{space}{}", at + 1, shape.base);
        }
        let numeric = shape.is_list && items == entries.len() && shape.is_numeric(object);
        self.laid_out(Entries { entries, numeric }, &shape, level)
    }

    fn reference(&mut self, object: &JsObject) -> usize {
        if let Some(at) = self.referred.iter().position(|known| JsObject::equals(known, object)) {
            return at + 1;
        }
        self.referred.push(object.clone());
        self.referred.len()
    }
}
