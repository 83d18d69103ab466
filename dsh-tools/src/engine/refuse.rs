//! Says why a value cannot leave a program, and what to return instead (case R27).
//! Nothing here runs code of the program.

use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsMap, JsPromise, JsProxy, JsRegExp, JsSet, JsTypedArray,
};
use boa_engine::property::PropertyKey;
use boa_engine::{JsString, JsValue, js_string};

use super::url;

/// A value that is no lossless JSON: where, what, and what to do.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    path: Vec<Step>,
    what: String,
    instead: String,
}

/// One step from a container to what it holds.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Item(usize),
    Member(String),
}

impl Refusal {
    pub(super) fn new(
        path: Vec<Step>,
        what: impl Into<String>,
        instead: impl Into<String>,
    ) -> Self {
        Self { path, what: what.into(), instead: instead.into() }
    }

    /// The place, starting with the name of the whole: `value.a[3]`.
    fn place(&self, root: &str) -> String {
        let mut place = root.to_owned();
        let shown = 12;
        for (at, step) in self.path.iter().enumerate() {
            if self.path.len() > 2 * shown && at == shown {
                place.push('…');
            }
            if self.path.len() > 2 * shown && at >= shown && at < self.path.len() - shown {
                continue;
            }
            match step {
                Step::Item(index) => place.push_str(&format!("[{index}]")),
                Step::Member(name) if is_identifier(name) => {
                    place.push('.');
                    place.push_str(name);
                }
                Step::Member(name) => {
                    let mut quoted = String::new();
                    let cut: String = name.chars().take(60).collect();
                    let _ = crate::json::write_string(&cut, &mut quoted);
                    place.push_str(&format!("[{quoted}]"));
                }
            }
        }
        place
    }

    /// One sentence or two.
    pub(super) fn sentence(&self, root: &str) -> String {
        format!("`{}` {}; {}", self.place(root), self.what, self.instead)
    }
}

fn is_identifier(name: &str) -> bool {
    let start = |char: char| char.is_alphabetic() || char == '_' || char == '$';
    name.chars().next().is_some_and(start)
        && name.len() <= 60
        && name.chars().all(|char| start(char) || char.is_ascii_digit())
}

/// What an object is that is neither plain nor an array, and what to return instead.
pub(super) fn object(object: &JsObject) -> (String, String) {
    let own = object.clone();
    let pair = |what: &str, instead: &str| (what.to_owned(), instead.to_owned());
    if object.is_callable() {
        return pair("is a function", "call it, or leave it out");
    }
    if object.is::<Date>() {
        return pair("is a Date", "use its `toISOString()` or `getTime()`");
    }
    if object.is::<Error>() {
        return pair("is an Error", "use its `message`");
    }
    if JsMap::from_object(own.clone()).is_ok() {
        return pair("is a Map", "use `Object.fromEntries(map)` or `[...map]`");
    }
    if JsSet::from_object(own.clone()).is_ok() {
        return pair("is a Set", "use `[...set]`");
    }
    if JsPromise::from_object(own.clone()).is_ok() {
        return pair("is a Promise", "await it first");
    }
    if JsRegExp::from_object(own.clone()).is_ok() {
        return pair("is a RegExp", "use `String(regexp)`");
    }
    if JsTypedArray::from_object(own.clone()).is_ok() {
        return pair("is a typed array", "use `Array.from(array)`");
    }
    if JsArrayBuffer::from_object(own.clone()).is_ok() {
        return pair("is an ArrayBuffer", "use `Array.from(new Uint8Array(buffer))`");
    }
    if let Some((name, instead)) = url::plain_form(object) {
        return (format!("is a {name}"), instead.to_owned());
    }
    if JsProxy::from_object(own).is_ok() {
        return pair("is a Proxy that is not like a plain object", "copy it first: `{ ...proxy }`");
    }
    let instead = "copy what it holds into a plain object, as in `{ ...object }`, or a plain value";
    match class_name(object) {
        Some(name) => (format!("is an instance of `{name}`"), instead.to_owned()),
        None => (String::from("is no plain object"), instead.to_owned()),
    }
}

/// What a primitive is that JSON does not have.
pub(super) fn primitive(value: &JsValue) -> (&'static str, &'static str) {
    if value.is_undefined() {
        ("is undefined", "use null, or leave it out")
    } else if value.is_bigint() {
        ("is a BigInt", "use `String(value)` or `Number(value)`")
    } else if value.is_symbol() {
        ("is a symbol", "use its `description`")
    } else {
        match value.as_number() {
            Some(number) if number.is_nan() => {
                ("is NaN", "use null, or find out where it comes from")
            }
            Some(number) if number.is_infinite() => ("is infinite", "use null or a finite number"),
            _ => ("is -0", "add 0 to it"),
        }
    }
}

/// The name of the class an object was made by, read from data properties alone.
pub(super) fn class_name(object: &JsObject) -> Option<String> {
    let mut prototype = object.prototype();
    for _ in 0..16 {
        let current = prototype?;
        if let Some(constructor) = data_property(&current, &js_string!("constructor")) {
            let constructor = constructor.as_object()?;
            let name = data_property(&constructor, &js_string!("name"))?.as_string()?;
            return Some(name.to_std_string_lossy()).filter(|name| !name.is_empty());
        }
        prototype = current.prototype();
    }
    None
}

/// An own property that is plain data.
pub(super) fn data_property(object: &JsObject, key: &JsString) -> Option<JsValue> {
    let key = PropertyKey::from(key.clone());
    object.borrow().properties().get(&key).and_then(|property| property.value().cloned())
}
