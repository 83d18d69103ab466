//! What kind of container an object is: what stands around its entries, and which of its properties are listed.

use boa_engine::builtins::date::Date;
use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsDate, JsMap, JsPromise, JsRegExp, JsSet, JsTypedArray,
};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsString, JsSymbol, JsValue, js_string};

use super::super::describe::is_error;
use super::super::url;
use super::members::{array_length, listed_keys};
use super::names::{Name, name_of};
use super::{ITEMS, text};

/// A container before its entries are known.
pub(super) struct Shape {
    /// What stands before the braces: all of a function, a date, an error.
    pub(super) base: String,
    pub(super) open: String,
    pub(super) close: &'static str,
    pub(super) kind: Kind,
    pub(super) keys: Vec<PropertyKey>,
    /// Whether it is laid out as a list.
    pub(super) is_list: bool,
    pub(super) is_error: bool,
}

/// What of an object is shown besides its properties.
pub(super) enum Kind {
    Properties,
    Array(usize),
    Map(JsMap, usize),
    Set(JsSet),
    Typed(JsTypedArray),
    Buffer(JsArrayBuffer),
    View(JsDataView),
    Promise(JsPromise),
    Weak,
    Url,
}

impl Shape {
    pub(super) fn of(object: &JsObject, name: &Name, hidden: bool, context: &mut Context) -> Self {
        let kind = kind(object, name, context);
        let is_list = matches!(kind, Kind::Array(_) | Kind::Typed(_));
        let keys = listed_keys(object, is_list, hidden, context);
        let base = base(object, name, context).unwrap_or_default();
        let size = |size: usize| format!("({size})");
        let prefix = match &kind {
            Kind::Array(_) if name.class.as_deref() == Some("Array") && name.tag.is_empty() => {
                String::new()
            }
            Kind::Array(length) => name.prefix("Array", &size(*length)),
            Kind::Map(_, length) => name.prefix("Map", &size(*length)),
            Kind::Set(set) => name.prefix("Set", &size(set.size())),
            Kind::Typed(array) => {
                name.prefix("TypedArray", &size(array.length(context).unwrap_or(0)))
            }
            Kind::Buffer(_) => name.prefix("ArrayBuffer", ""),
            Kind::View(_) => name.prefix("DataView", ""),
            Kind::Promise(_) => name.prefix("Promise", ""),
            Kind::Properties if !base.is_empty() || is_error(object) => String::new(),
            Kind::Properties if name.class.as_deref() == Some("Object") && name.tag.is_empty() => {
                String::new()
            }
            Kind::Weak | Kind::Url | Kind::Properties => name.prefix("Object", ""),
        };
        let (open, close) = if is_list { ("[", "]") } else { ("{", "}") };
        let open = format!("{prefix}{open}");
        Self { base, open, close, kind, keys, is_list, is_error: is_error(object) }
    }

    /// Whether there is nothing between the braces.
    pub(super) fn is_empty(&self) -> bool {
        let has_items = match &self.kind {
            Kind::Properties => false,
            Kind::Array(length) | Kind::Map(_, length) => *length > 0,
            Kind::Set(set) => set.size() > 0,
            // Those that are empty look the same when they are laid out.
            _ => true,
        };
        !has_items && self.keys.is_empty()
    }

    /// The whole text of an empty one.
    pub(super) fn alone(&self) -> String {
        if self.base.is_empty() {
            format!("{}{}", self.open, self.close)
        } else {
            self.base.clone()
        }
    }

    /// The text of one that lies too deep.
    pub(super) fn stand_in(&self, name: &Name) -> String {
        if self.base.starts_with('/') {
            return self.base.clone();
        }
        let kind = if self.is_list { "Array" } else { "Object" };
        let named = name.prefix(kind, "");
        let named = named.trim_end();
        if name.class.is_some() { format!("[{named}]") } else { named.to_owned() }
    }

    /// Whether all that is listed are numbers, which are aligned to the right.
    pub(super) fn is_numeric(&self, object: &JsObject) -> bool {
        match &self.kind {
            Kind::Typed(_) => true,
            Kind::Array(length) => (0..(*length).min(ITEMS + 1)).all(|index| {
                let property = object.borrow().properties().get(&PropertyKey::from(index));
                let value = property.and_then(|property| property.value().cloned());
                value.is_some_and(|value| value.is_number() || value.is_bigint())
            }),
            _ => false,
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A size is a small whole number.
fn map_size(map: &JsMap, context: &mut Context) -> usize {
    map.get_size(context).ok().and_then(|size| size.as_number()).map_or(0, |size| size as usize)
}

fn kind(object: &JsObject, name: &Name, context: &mut Context) -> Kind {
    let own = || object.clone();
    if object.is_ordinary() && !url::is_url(object) {
        return Kind::Properties;
    }
    if object.is_array() {
        return Kind::Array(array_length(object));
    }
    if url::is_url(object) {
        return Kind::Url;
    }
    if let Ok(map) = JsMap::from_object(own()) {
        let size = map_size(&map, context);
        return Kind::Map(map, size);
    }
    if let Ok(set) = JsSet::from_object(own()) {
        return Kind::Set(set);
    }
    if let Ok(array) = JsTypedArray::from_object(own()) {
        return Kind::Typed(array);
    }
    if let Ok(promise) = JsPromise::from_object(own()) {
        return Kind::Promise(promise);
    }
    if let Ok(buffer) = JsArrayBuffer::from_object(own()) {
        return Kind::Buffer(buffer);
    }
    if let Ok(view) = JsDataView::from_object(own()) {
        return Kind::View(view);
    }
    match &*name.tag {
        "WeakMap" | "WeakSet" => Kind::Weak,
        _ => Kind::Properties,
    }
}

/// What stands for the object whatever its properties are.
fn base(object: &JsObject, name: &Name, context: &mut Context) -> Option<String> {
    if object.is_callable() {
        return Some(function(object, name, context));
    }
    if object.is_ordinary() || is_error(object) {
        return None;
    }
    if object.is::<Date>() {
        let date = JsDate::from_object(object.clone()).ok()?;
        let text = date.to_iso_string(context).ok().and_then(|text| text.as_string());
        let text = text.map_or_else(|| "Invalid Date".into(), |text| text.to_std_string_lossy());
        return Some(with_class(text, name, "Date"));
    }
    if let Ok(regexp) = JsRegExp::from_object(object.clone()) {
        let text = regexp.to_string(context).unwrap_or_else(|_| String::from("[RegExp]"));
        return Some(with_class(text, name, "RegExp"));
    }
    boxed(object, name)
}

/// The class before it, where that is not what one sees anyway.
fn with_class(text: String, name: &Name, class: &str) -> String {
    let prefix = name.prefix(class, "");
    if prefix.trim_end() == class { text } else { format!("{prefix}{text}") }
}

/// `[Number: 1]` and its like.
fn boxed(object: &JsObject, name: &Name) -> Option<String> {
    let (kind, value) = if let Some(number) = object.downcast_ref::<f64>() {
        ("Number", JsValue::from(*number))
    } else if let Some(text) = object.downcast_ref::<JsString>() {
        ("String", JsValue::from(text.clone()))
    } else if let Some(flag) = object.downcast_ref::<bool>() {
        ("Boolean", JsValue::from(*flag))
    } else if let Some(symbol) = object.downcast_ref::<JsSymbol>() {
        ("Symbol", JsValue::from(symbol.clone()))
    } else {
        let integer = object.downcast_ref::<JsBigInt>()?;
        ("BigInt", JsValue::from(integer.clone()))
    };
    let class = match &name.class {
        Some(class) if class == kind => String::new(),
        Some(class) => format!(" ({class})"),
        None => String::from(" (null prototype)"),
    };
    let text = match value.as_string() {
        Some(text) => text::quoted(&text),
        None => text::primitive(&value),
    };
    Some(format!("[{kind}{class}: {text}]"))
}

/// `[Function: name]` and `[class Name extends Other]`.
fn function(function: &JsObject, name: &Name, context: &Context) -> String {
    let own = name_of(function);
    let class = name.class.as_deref();
    let tag = Some(&*name.tag).filter(|tag| !tag.is_empty() && Some(*tag) != class);
    let tag = tag.map(|tag| format!(" [{tag}]")).unwrap_or_default();
    if is_class(function) || url::is_class(function, context) {
        let own = own.unwrap_or_else(|| String::from("(anonymous)"));
        let above = match function.prototype() {
            Some(above) => name_of(&above).map(|above| format!(" extends {above}")),
            None => Some(String::from(" extends null")),
        };
        return format!("[class {own}{tag}{}]", above.unwrap_or_default());
    }
    let kinds = ["AsyncFunction", "GeneratorFunction", "AsyncGeneratorFunction"];
    let kind = class.filter(|class| kinds.contains(class)).unwrap_or("Function");
    let no_class = if class.is_none() { " (null prototype)" } else { "" };
    let own = own.map_or_else(|| String::from(" (anonymous)"), |own| format!(": {own}"));
    let other = class.filter(|class| *class != kind).map(|class| format!(" {class}"));
    format!("[{kind}{no_class}{own}]{}{tag}", other.unwrap_or_default())
}

/// Whether a function was written as a class: only those have a prototype that is not writable.
fn is_class(function: &JsObject) -> bool {
    let key = PropertyKey::from(js_string!("prototype"));
    let property = function.borrow().properties().get(&key);
    function.is::<OrdinaryFunction>()
        && property.is_some_and(|property| property.writable() == Some(false))
}
