//! Values as text for people: as Node prints them, to a bounded depth and length (rule CODE-11).

use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::promise::Promise;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsString, JsValue, JsVariant};

use super::world::read;
use crate::json::write_string;

const MOST_DEPTH: usize = 4;
const MOST_ITEMS: usize = 100;
const MOST_CHARACTERS: usize = 10_000;
/// Entries stand on one line up to this width, counted as Node counts it.
const WIDTH: usize = 80;
/// Objects with that many levels inside stand on lines of their own.
const COMPACT: usize = 3;

/// What an object is, and what to send in its place.
pub(super) fn kind_of(object: &JsObject, context: &mut Context) -> (String, &'static str) {
    if object.is::<Date>() {
        ("a Date".into(), "date.toISOString()")
    } else if object.is::<OrderedMap<JsValue>>() {
        ("a Map".into(), "Object.fromEntries(map) or [...map]")
    } else if object.is::<OrderedSet>() {
        ("a Set".into(), "[...set]")
    } else if object.is::<RegExp>() {
        ("a RegExp".into(), "its source")
    } else if object.is::<Promise>() {
        ("a Promise".into(), "what `await` gives of it")
    } else if object.is::<TypedArray>() {
        ("a typed array".into(), "Array.from(value)")
    } else if object.is::<Error>() {
        ("an Error".into(), "its message")
    } else {
        let name = class_name(object, context).unwrap_or_else(|| "another class".into());
        (format!("an instance of {name}"), "a plain object, such as { ...value },")
    }
}

fn class_name(object: &JsObject, context: &mut Context) -> Option<String> {
    let constructor = read(object, "constructor", context)?;
    let name = read(constructor.as_object().as_ref()?, "name", context)?;
    let name = name.as_string()?.to_std_string_escaped();
    (!name.is_empty()).then_some(name)
}

/// A value as `console.log` shows it, text without quotes.
pub(super) fn display(value: &JsValue, context: &mut Context) -> String {
    match value.as_string() {
        Some(text) => text.to_std_string_escaped(),
        None => inspect(value, context),
    }
}

/// A value with its structure, text in quotes.
pub(super) fn inspect(value: &JsValue, context: &mut Context) -> String {
    let mut inspector =
        Inspector { open: Vec::new(), written: 0, deepest: 0, circular: Vec::new() };
    inspector.value(value, context)
}

struct Inspector {
    open: Vec<JsObject>,
    /// Characters so far, by which large values are cut.
    written: usize,
    /// How deep the object was that was looked into last.
    deepest: usize,
    /// Objects that contain themselves, numbered from 1.
    circular: Vec<JsObject>,
}

impl Inspector {
    /// Recurses at most `MOST_DEPTH` levels.
    fn value(&mut self, value: &JsValue, context: &mut Context) -> String {
        let text = match value.variant() {
            JsVariant::String(text) => quoted(&text),
            JsVariant::Object(object) => return self.object(&object, context),
            JsVariant::Symbol(symbol) => symbol.to_string(),
            JsVariant::BigInt(value) => format!("{value}n"),
            JsVariant::Float64(value) if value == 0.0 && value.is_sign_negative() => {
                "-0".to_owned()
            }
            _ => value
                .to_string(context)
                .map(|text| text.to_std_string_escaped())
                .unwrap_or_default(),
        };
        self.written += text.len();
        text
    }

    fn object(&mut self, object: &JsObject, context: &mut Context) -> String {
        if self.open.iter().any(|other| JsObject::equals(other, object)) {
            let number = self.number(object).unwrap_or_else(|| {
                self.circular.push(object.clone());
                self.circular.len()
            });
            return format!("[Circular *{number}]");
        }
        if let Some(text) = special(object, context) {
            self.written += text.len();
            return text;
        }
        let array = object.is_array();
        let name = class_name(object, context).filter(|name| name != "Object" && name != "Array");
        if self.open.len() > MOST_DEPTH || self.written > MOST_CHARACTERS * 10 {
            return if array {
                "[Array]".to_owned()
            } else {
                format!("[{}]", name.as_deref().unwrap_or("Object"))
            };
        }
        self.deepest = self.open.len();
        self.open.push(object.clone());
        let (entries, brackets) = match (array, collection(object, context)) {
            (true, _) => (self.items(object, context), ("[", "]")),
            (false, Some(items)) => (self.entries(&items, context), ("{", "}")),
            (false, None) => (self.members(object, context), ("{", "}")),
        };
        self.open.pop();
        let prefix = match &name {
            Some(name) => format!("{name} "),
            None if !array && object.prototype().is_none() => {
                "[Object: null prototype] ".to_owned()
            }
            None => String::new(),
        };
        let inside = self.deepest.saturating_sub(self.open.len());
        let text = prefix + &layout(&entries, brackets, self.open.len(), inside);
        match self.number(object) {
            Some(number) => format!("<ref *{number}> {text}"),
            None => text,
        }
    }

    fn number(&self, object: &JsObject) -> Option<usize> {
        let place = self.circular.iter().position(|other| JsObject::equals(other, object));
        place.map(|place| place + 1)
    }

    fn items(&mut self, object: &JsObject, context: &mut Context) -> Vec<String> {
        let length =
            read(object, "length", context).and_then(|length| length.as_number()).unwrap_or(0.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Lengths fit.
        let length = length as usize;
        let mut items = Vec::new();
        for index in 0..length.min(MOST_ITEMS) {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            if object.has_own_property(index, context).unwrap_or(false) {
                let item = object.get(index, context).unwrap_or_default();
                items.push(self.value(&item, context));
            } else {
                items.push("<empty>".to_owned());
            }
        }
        more(&mut items, length);
        items
    }

    fn members(&mut self, object: &JsObject, context: &mut Context) -> Vec<String> {
        let keys = object.own_property_keys(context).unwrap_or_default();
        let mut members = Vec::new();
        for key in keys.iter().take(MOST_ITEMS) {
            let shown = match key {
                PropertyKey::String(name) => property(&name.to_std_string_escaped()),
                PropertyKey::Index(index) => format!("'{}'", index.get()),
                PropertyKey::Symbol(symbol) => format!("[{symbol}]"),
            };
            let member = object.get(key.clone(), context).unwrap_or_default();
            members.push(format!("{shown}: {}", self.value(&member, context)));
        }
        more(&mut members, keys.len());
        members
    }

    fn entries(
        &mut self,
        items: &[(Option<JsValue>, JsValue)],
        context: &mut Context,
    ) -> Vec<String> {
        let mut entries = Vec::new();
        for (key, value) in items.iter().take(MOST_ITEMS) {
            let value = self.value(value, context);
            entries.push(match key {
                Some(key) => format!("{} => {value}", self.value(key, context)),
                None => value,
            });
        }
        more(&mut entries, items.len());
        entries
    }
}

/// Text in quotes, cut where it is long.
fn quoted(text: &JsString) -> String {
    let text = text.to_std_string_escaped();
    let shown: String = text.chars().take(MOST_CHARACTERS).collect();
    let rest = text.chars().count().saturating_sub(MOST_CHARACTERS);
    let quoted = if shown.contains('\'') {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = write_string(&shown, &mut out);
        out
    } else {
        format!("'{}'", shown.replace('\\', "\\\\").replace('\n', "\\n"))
    };
    if rest > 0 { format!("{quoted}... {rest} more characters") } else { quoted }
}

/// What is shown as one word or line, whatever is in it.
fn special(object: &JsObject, context: &mut Context) -> Option<String> {
    if object.is::<Error>() {
        return Some(headline(object, context));
    }
    if object.is_callable() {
        let name =
            read(object, "name", context).map(|name| display(&name, context)).unwrap_or_default();
        return Some(if name.is_empty() {
            "[Function (anonymous)]".into()
        } else {
            format!("[Function: {name}]")
        });
    }
    if object.is::<Promise>() {
        return Some("Promise".to_owned());
    }
    let method = if object.is::<Date>() {
        "toISOString"
    } else if object.is::<RegExp>() {
        "toString"
    } else {
        return None;
    };
    let function = read(object, method, context)?;
    let text = function.as_callable()?.call(&object.clone().into(), &[], context);
    Some(text.ok().map_or_else(|| "Invalid Date".to_owned(), |text| display(&text, context)))
}

/// The entries of a map or set.
fn collection(object: &JsObject, _: &mut Context) -> Option<Vec<(Option<JsValue>, JsValue)>> {
    if let Some(map) = object.downcast_ref::<OrderedMap<JsValue>>() {
        return Some(map.iter().map(|(key, value)| (Some(key.clone()), value.clone())).collect());
    }
    let set = object.downcast_ref::<OrderedSet>()?;
    Some(set.iter().map(|value| (None, value.clone())).collect())
}

/// Name and message of an error.
pub(super) fn headline(error: &JsObject, context: &mut Context) -> String {
    let part = |key: &str, context: &mut Context| {
        let value = read(error, key, context).filter(|value| !value.is_undefined())?;
        value.to_string(context).ok().map(|text| text.to_std_string_escaped())
    };
    let name = part("name", context).unwrap_or_else(|| "Error".to_owned());
    match part("message", context) {
        Some(message) if !message.is_empty() => format!("{name}: {message}"),
        _ => name,
    }
}

fn property(name: &str) -> String {
    let word =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$');
    if word && !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() {
        name.to_owned()
    } else {
        format!("'{name}'")
    }
}

fn more(shown: &mut Vec<String>, all: usize) {
    if all > MOST_ITEMS {
        let rest = all - MOST_ITEMS;
        shown.push(format!("... {rest} more item{}", if rest == 1 { "" } else { "s" }));
    }
}

/// Entries in brackets, on one line where Node would write one.
fn layout(entries: &[String], (open, close): (&str, &str), depth: usize, inside: usize) -> String {
    if entries.is_empty() {
        return format!("{open}{close}");
    }
    let text: usize = entries.iter().map(String::len).sum();
    let width = text + 2 * entries.len() + 2 * depth + open.len() + 10;
    let breaks = entries.iter().any(|entry| entry.contains('\n'));
    if inside < COMPACT && width <= WIDTH && !breaks {
        return format!("{open} {} {close}", entries.join(", "));
    }
    let indent = "  ".repeat(depth + 1);
    let entries = entries.join(&format!(",\n{indent}"));
    format!("{open}\n{indent}{entries}\n{}{close}", "  ".repeat(depth))
}

/// `JSON.stringify` for the placeholder `%j`; what is no JSON shows as text.
pub(super) fn as_json(value: &JsValue, context: &mut Context) -> String {
    let world = super::world::World::of(context);
    match world.map(|world| super::crossing::to_json(value, "value", &world, context)) {
        Ok(Ok(json)) => json.to_string(),
        _ => inspect(value, context),
    }
}
