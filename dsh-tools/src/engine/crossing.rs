//! Values across the border, both ways: lossless, without recursion, within depth and node budgets.
//! Out of the program nothing is guessed: what JSON cannot hold is refused with its path (CODE-3, R27).

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::object::builtins::{JsArray, JsProxy};
use boa_engine::object::{IndexPropertyValues, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsError, JsResult, JsString, JsValue, js_string};

use super::refuse::{self, Refusal, Step};
use super::state::State;
use crate::json::{Json, Number, Object, ObjectBuilder};

/// Why a value did not cross.
#[derive(Debug)]
pub(super) enum Rejected {
    /// It is no lossless JSON.
    Refusal(Refusal),
    /// The engine is stopping.
    Engine(JsError),
}

/// A container whose parts are crossing.
enum Open {
    Array {
        object: JsObject,
        parts: Parts,
        items: Vec<Json>,
    },
    Object {
        object: JsObject,
        keys: Vec<PropertyKey>,
        next: usize,
        members: ObjectBuilder,
        plain: bool,
    },
}

/// Where the items of an array come from.
enum Parts {
    /// Out of an array that stores them in a row, all at once.
    Taken(std::vec::IntoIter<JsValue>),
    /// So many, one by one.
    Read(usize),
}

/// Takes a snapshot of a value of the program. Getters and proxies run.
pub(super) fn to_json(
    state: &Rc<State>,
    value: &JsValue,
    context: &mut Context,
) -> Result<Json, Rejected> {
    let mut crossing = Outward { state, open: Vec::new(), on_path: HashSet::new(), nodes: 0 };
    let mut value = value.clone();
    loop {
        let mut done = crossing.enter(&value, context)?;
        // Fill containers until one of them has another part to read.
        loop {
            if let Some(json) = done.take()
                && let Some(whole) = crossing.put(json)?
            {
                return Ok(whole);
            }
            match crossing.next_part(context)? {
                Some(part) => {
                    value = part;
                    break;
                }
                None => done = crossing.leave(),
            }
        }
    }
}

struct Outward<'s> {
    state: &'s Rc<State>,
    open: Vec<Open>,
    on_path: HashSet<JsObject>,
    nodes: usize,
}

impl Outward<'_> {
    /// Reads a scalar, or opens a container.
    fn enter(&mut self, value: &JsValue, context: &mut Context) -> Result<Option<Json>, Rejected> {
        self.count(context)?;
        if let Some(text) = value.as_string() {
            return self.text(&text).map(|text| Some(Json::String(text)));
        }
        if let Some(number) = value.as_number() {
            if let Some(number) = Number::from_f64(number) {
                return Ok(Some(Json::Number(number)));
            }
        } else if let Some(flag) = value.as_boolean() {
            return Ok(Some(Json::Bool(flag)));
        } else if value.is_null() {
            return Ok(Some(Json::Null));
        } else if let Some(object) = value.as_object() {
            return self.enter_object(object, context).map(|()| None);
        }
        let (what, instead) = refuse::primitive(value);
        Err(self.refuse(what, instead))
    }

    fn count(&mut self, context: &mut Context) -> Result<(), Rejected> {
        self.nodes += 1;
        if self.nodes > self.state.limits.value_nodes {
            let what =
                format!("makes the value larger than {} parts", self.state.limits.value_nodes);
            return Err(self.refuse(what, "return a summary or a part of it"));
        }
        if self.nodes.is_multiple_of(1024) {
            self.state.check(context).map_err(Rejected::Engine)?;
        }
        Ok(())
    }

    fn text(&self, text: &JsString) -> Result<Arc<str>, Rejected> {
        match text.to_std_string() {
            Ok(text) => Ok(text.into()),
            Err(_) => Err(self.refuse("holds half a surrogate pair", WHOLE)),
        }
    }

    fn enter_object(&mut self, object: JsObject, context: &mut Context) -> Result<(), Rejected> {
        if self.on_path.contains(&object) {
            return Err(self.refuse("contains itself", "leave the reference out, or use an id"));
        }
        if self.open.len() >= self.state.limits.value_depth {
            let what = format!("nests deeper than {} levels", self.state.limits.value_depth);
            return Err(self.refuse(what, "return a flatter value"));
        }
        let kind = self.kind(&object, context)?;
        let keys = object.own_property_keys(context).map_err(|error| self.thrown(error))?;
        let open = match kind {
            Kind::Array => {
                let length = self.dense_length(&object, &keys, context)?;
                let parts = taken(&object, length).map_or(Parts::Read(length), Parts::Taken);
                Open::Array { object: object.clone(), parts, items: Vec::with_capacity(length) }
            }
            Kind::Object { plain } => {
                let members = ObjectBuilder::with_capacity(keys.len());
                Open::Object { object: object.clone(), keys, next: 0, members, plain }
            }
        };
        self.on_path.insert(object);
        self.open.push(open);
        Ok(())
    }

    fn kind(&self, object: &JsObject, context: &mut Context) -> Result<Kind, Rejected> {
        let intrinsics = context.intrinsics().constructors();
        let array_prototype = intrinsics.array().prototype();
        let object_prototype = intrinsics.object().prototype();
        let (is_array, is_ordinary, prototype) = if object.is_array() || object.is_ordinary() {
            (object.is_array(), true, object.prototype())
        } else if JsProxy::from_object(object.clone()).is_ok() && !object.is_callable() {
            self.proxy_kind(object, context)?
        } else {
            (false, false, None)
        };
        let plain = object.is_array() || object.is_ordinary();
        if is_array {
            if prototype.is_some_and(|prototype| JsObject::equals(&prototype, &array_prototype)) {
                return Ok(Kind::Array);
            }
            return Err(self.refuse(
                "is an array of another class",
                "copy it into a plain array: `Array.from(array)`",
            ));
        }
        let is_plain = is_ordinary
            && prototype
                .as_ref()
                .is_none_or(|prototype| JsObject::equals(prototype, &object_prototype));
        if is_plain {
            return Ok(Kind::Object { plain });
        }
        let (what, instead) = refuse::object(object);
        Err(self.refuse(what, instead))
    }

    /// What a proxy pretends to be, by its own traps.
    fn proxy_kind(
        &self,
        proxy: &JsObject,
        context: &mut Context,
    ) -> Result<(bool, bool, Option<JsObject>), Rejected> {
        let captured = self.state.captured().map_err(Rejected::Engine)?;
        let arguments = [JsValue::from(proxy.clone())];
        let none = JsValue::undefined();
        let is_array = captured.is_array.call(&none, &arguments, context);
        let is_array = is_array.map_err(|error| self.thrown(error))?.to_boolean();
        let prototype = captured.prototype_of.call(&none, &arguments, context);
        let prototype = prototype.map_err(|error| self.thrown(error))?.as_object();
        // Only the outermost kind is asked for; a proxy of a Date has Date's prototype.
        Ok((is_array, true, prototype))
    }

    /// The length of an array without holes and extra properties.
    fn dense_length(
        &self,
        array: &JsObject,
        keys: &[PropertyKey],
        context: &mut Context,
    ) -> Result<usize, Rejected> {
        let mut items = 0;
        for key in keys {
            match key {
                PropertyKey::Index(index) if index.get() as usize == items => items += 1,
                PropertyKey::Index(_) => break,
                PropertyKey::String(name) if *name == js_string!("length") => {}
                PropertyKey::String(name) => {
                    let name = name.to_std_string_lossy();
                    let what = format!("is an array with the extra property `{name}`");
                    return Err(self.refuse(what, "copy it: `[...array]`"));
                }
                PropertyKey::Symbol(_) => {
                    return Err(self.refuse("has a symbol as a key", "copy it: `[...array]`"));
                }
            }
        }
        let length =
            array.get(js_string!("length"), context).map_err(|error| self.thrown(error))?;
        #[allow(clippy::cast_precision_loss)] // An array holds fewer items than 2^53.
        if length.as_number() == Some(items as f64) {
            return Ok(items);
        }
        let mut refusal_path = self.path();
        refusal_path.push(Step::Item(items));
        let instead = "fill every place of the array, with null where there is nothing";
        Err(Rejected::Refusal(Refusal::new(refusal_path, "is a hole", instead)))
    }

    /// The next part of the innermost container; `None` when it is complete.
    fn next_part(&mut self, context: &mut Context) -> Result<Option<JsValue>, Rejected> {
        let (object, key, plain) = match self.open.last_mut() {
            Some(Open::Array { parts: Parts::Taken(values), .. }) => return Ok(values.next()),
            Some(Open::Array { object, parts: Parts::Read(length), items }) => {
                if items.len() == *length {
                    return Ok(None);
                }
                let plain = object.is_array();
                (object.clone(), PropertyKey::from(items.len()), plain)
            }
            Some(Open::Object { object, keys, next, plain, .. }) => {
                let Some(key) = keys.get(*next) else { return Ok(None) };
                *next += 1;
                (object.clone(), key.clone(), *plain)
            }
            None => return Ok(None),
        };
        self.read(&object, key, plain, context).map(Some)
    }

    fn read(
        &self,
        object: &JsObject,
        key: PropertyKey,
        plain: bool,
        context: &mut Context,
    ) -> Result<JsValue, Rejected> {
        let of_array = matches!(self.open.last(), Some(Open::Array { .. }));
        if matches!(key, PropertyKey::Symbol(_)) {
            let mut path = self.path();
            path.pop();
            return Err(Rejected::Refusal(Refusal::new(
                path,
                "has a symbol as a key",
                "use a string as the key",
            )));
        }
        if plain {
            let property = object.borrow().properties().get(&key);
            match property {
                Some(property) if of_array || property.enumerable() == Some(true) => {
                    if let Some(value) = property.value() {
                        return Ok(value.clone());
                    }
                }
                Some(_) => return Err(self.hidden()),
                None => return Err(self.gone()),
            }
        } else if !of_array && !self.proxy_shows(object, &key, context)? {
            return Err(self.hidden());
        }
        object.get(key, context).map_err(|error| self.thrown(error))
    }

    fn proxy_shows(
        &self,
        proxy: &JsObject,
        key: &PropertyKey,
        context: &mut Context,
    ) -> Result<bool, Rejected> {
        let captured = self.state.captured().map_err(Rejected::Engine)?;
        let arguments = [JsValue::from(proxy.clone()), JsValue::from(key)];
        let descriptor = captured.descriptor_of.call(&JsValue::undefined(), &arguments, context);
        match descriptor.map_err(|error| self.thrown(error))?.as_object() {
            Some(descriptor) => {
                let shown = descriptor.get(js_string!("enumerable"), context);
                Ok(shown.map_err(|error| self.thrown(error))?.to_boolean())
            }
            None => Err(self.gone()),
        }
    }

    fn hidden(&self) -> Rejected {
        self.refuse("is not enumerable", "copy the object: `{ ...object }`")
    }

    fn gone(&self) -> Rejected {
        self.refuse("is missing", "do not change a value while it is read")
    }

    /// A getter or a trap threw.
    fn thrown(&self, error: JsError) -> Rejected {
        if error.as_engine().is_some() {
            return Rejected::Engine(error);
        }
        self.refuse("threw an error when it was read", "return plain data")
    }

    /// Puts a finished part where it belongs; gives it back if it is the whole.
    fn put(&mut self, json: Json) -> Result<Option<Json>, Rejected> {
        match self.open.last_mut() {
            None => return Ok(Some(json)),
            Some(Open::Array { items, .. }) => items.push(json),
            Some(Open::Object { keys, next, members, .. }) => {
                let Some(name) = keys.get(*next - 1).and_then(key_text) else {
                    return Err(self.refuse("has a name that holds half a surrogate pair", WHOLE));
                };
                members.insert(name, json);
            }
        }
        Ok(None)
    }

    /// Closes the innermost container.
    fn leave(&mut self) -> Option<Json> {
        Some(match self.open.pop()? {
            Open::Array { object, items, .. } => {
                self.on_path.remove(&object);
                Json::from(items)
            }
            Open::Object { object, members, .. } => {
                self.on_path.remove(&object);
                Json::Object(members.build())
            }
        })
    }

    fn refuse(&self, what: impl Into<String>, instead: impl Into<String>) -> Rejected {
        Rejected::Refusal(Refusal::new(self.path(), what, instead))
    }

    fn path(&self) -> Vec<Step> {
        let step = |open: &Open| match open {
            Open::Array { items, .. } => Some(Step::Item(items.len())),
            Open::Object { keys, next, .. } => {
                let key = keys.get(next.checked_sub(1)?)?;
                Some(Step::Member(shown(key)))
            }
        };
        self.open.iter().filter_map(step).collect()
    }
}

/// The items of an array without holes, if it stores them in a row: plain data, which no getter can change.
fn taken(array: &JsObject, length: usize) -> Option<std::vec::IntoIter<JsValue>> {
    if !array.is_array() {
        return None;
    }
    let array = array.borrow();
    let values: Vec<JsValue> = match array.properties().index_property_values() {
        IndexPropertyValues::DenseI32(values) => values.copied().map(JsValue::from).collect(),
        IndexPropertyValues::DenseF64(values) => values.copied().map(JsValue::from).collect(),
        IndexPropertyValues::DenseElement(values) => values.cloned().collect(),
        IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => {
            return None;
        }
    };
    (values.len() == length).then(|| values.into_iter())
}

enum Kind {
    Array,
    Object { plain: bool },
}

/// How text is cut so that it stays whole.
const WHOLE: &str = "cut text by code points, as in `[...text].slice(0, n).join(\"\")`";

/// The name of a member, if JSON can hold it.
fn key_text(key: &PropertyKey) -> Option<Arc<str>> {
    match key {
        PropertyKey::String(name) => Some(name.to_std_string().ok()?.into()),
        PropertyKey::Index(index) => Some(index.get().to_string().into()),
        PropertyKey::Symbol(_) => None,
    }
}

/// A key for people.
fn shown(key: &PropertyKey) -> String {
    match key {
        PropertyKey::String(name) => name.to_std_string_lossy(),
        PropertyKey::Index(index) => index.get().to_string(),
        PropertyKey::Symbol(_) => "(symbol)".to_owned(),
    }
}

/// A container of the host that is on its way in.
enum Filling<'j> {
    Array { items: &'j crate::json::Array, values: Vec<JsValue> },
    Object { members: &'j Object, next: usize, object: JsObject },
}

/// Makes a fresh value of the program. Integers that its numbers cannot hold are refused (SCH-7).
pub(super) fn from_json(json: &Json, context: &mut Context) -> Result<JsValue, Refusal> {
    let mut open: Vec<Filling<'_>> = Vec::new();
    let mut current = json;
    loop {
        let mut done = match current {
            Json::Array(items) => {
                open.push(Filling::Array { items, values: Vec::with_capacity(items.len()) });
                None
            }
            Json::Object(members) => {
                let object = JsObject::with_object_proto(context.intrinsics());
                open.push(Filling::Object { members, next: 0, object });
                None
            }
            Json::Null => Some(JsValue::null()),
            Json::Bool(flag) => Some(JsValue::from(*flag)),
            Json::String(text) => Some(JsValue::from(JsString::from(&**text))),
            Json::Number(number) => Some(inward_number(*number, &open)?),
        };
        loop {
            if let Some(value) = done.take() {
                match open.last_mut() {
                    None => return Ok(value),
                    Some(Filling::Array { values, .. }) => values.push(value),
                    Some(Filling::Object { members, next, object }) => {
                        if let Some((name, _)) = members.get_index(*next - 1) {
                            let property = PropertyDescriptor::builder()
                                .value(value)
                                .writable(true)
                                .enumerable(true)
                                .configurable(true);
                            // Not by assignment: `__proto__` is a plain key, and setters of the
                            // program's making have no say.
                            object.insert_property(JsString::from(&**name), property.build());
                        }
                    }
                }
            }
            let part = match open.last_mut() {
                Some(Filling::Array { items, values }) => items.get(values.len()),
                Some(Filling::Object { members, next, .. }) => {
                    *next += 1;
                    members.get_index(*next - 1).map(|(_, value)| value)
                }
                None => None,
            };
            if let Some(part) = part {
                current = part;
                break;
            }
            done = match open.pop() {
                Some(Filling::Array { values, .. }) => {
                    Some(JsArray::from_iter(values, context).into())
                }
                Some(Filling::Object { object, .. }) => Some(object.into()),
                None => return Ok(JsValue::undefined()),
            };
        }
    }
}

fn inward_number(number: Number, open: &[Filling<'_>]) -> Result<JsValue, Refusal> {
    if number.is_unsafe_integer() {
        let step = |filling: &Filling<'_>| match filling {
            Filling::Array { values, .. } => Some(Step::Item(values.len())),
            Filling::Object { members, next, .. } => members
                .get_index(next.checked_sub(1)?)
                .map(|(name, _)| Step::Member(name.to_string())),
        };
        return Err(Refusal::new(
            open.iter().filter_map(step).collect(),
            format!("is the integer {number}, which a program's numbers cannot hold exactly"),
            "ask for it as text, or for less of the value",
        ));
    }
    let small = number.as_i64().and_then(|value| i32::try_from(value).ok());
    Ok(small.map_or_else(|| JsValue::from(number.as_f64()), JsValue::from))
}

/// The text form of a value for messages; empty if it has none.
pub(super) fn text_of(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(value.to_string(context)?.to_std_string_lossy())
}
