//! Values across the border of the engine, both ways: lossless, with paths, and without recursion.
//! What is no JSON is refused where it stands, with what to send instead (rules CODE-3, SCH-7, R27).

use std::collections::HashSet;
use std::fmt;

use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsString, JsValue, JsVariant, js_string};

use super::inspect::kind_of;
use super::world::World;
use crate::json::{Json, Number, ObjectBuilder};

/// Why a value cannot cross, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    path: String,
    reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.reason)
    }
}

/// A container that is being read.
enum Open {
    Array { object: JsObject, length: u32, next: u32, items: Vec<Json> },
    Object { object: JsObject, keys: Vec<JsString>, next: usize, members: ObjectBuilder },
}

/// Reads a value out of the engine; `root` is how paths name it.
pub(super) fn to_json(
    value: &JsValue,
    root: &str,
    world: &World,
    context: &mut Context,
) -> Result<Json, Refusal> {
    let mut reader = Reader { world, open: Vec::new(), ancestors: HashSet::new(), nodes: 0 };
    reader.read(value, context).map_err(|reason| Refusal { path: reader.path(root), reason })
}

struct Reader<'w> {
    world: &'w World,
    open: Vec<Open>,
    ancestors: HashSet<JsObject>,
    nodes: usize,
}

impl Reader<'_> {
    fn read(&mut self, value: &JsValue, context: &mut Context) -> Result<Json, String> {
        let mut complete = self.enter(value, context)?;
        loop {
            let Some(open) = self.open.last_mut() else {
                return complete.ok_or_else(|| "cannot be read".to_owned());
            };
            let next = match open {
                Open::Array { object, length, next, items } => {
                    items.extend(complete.take());
                    if next < length {
                        *next += 1;
                        let item = object.get(*next - 1, context);
                        Some(item.map_err(|_| "throws when it is read".to_owned())?)
                    } else {
                        let items = std::mem::take(items);
                        complete = Some(Json::from(items));
                        None
                    }
                }
                Open::Object { object, keys, next, members } => {
                    if let Some(member) = complete.take() {
                        members.insert(text(&keys[*next - 1])?, member);
                    }
                    if let Some(key) = keys.get(*next) {
                        *next += 1;
                        let member = object.get(PropertyKey::from(key.clone()), context);
                        Some(member.map_err(|_| "throws when it is read".to_owned())?)
                    } else {
                        complete = Some(Json::from(std::mem::take(members).build()));
                        None
                    }
                }
            };
            match next {
                Some(value) => complete = self.enter(&value, context)?,
                None => self.leave(),
            }
        }
    }

    fn leave(&mut self) {
        if let Some(Open::Array { object, .. } | Open::Object { object, .. }) = self.open.pop() {
            self.ancestors.remove(&object);
        }
    }

    /// Reads a scalar, or opens a container.
    fn enter(&mut self, value: &JsValue, context: &mut Context) -> Result<Option<Json>, String> {
        self.nodes += 1;
        if self.nodes > self.world.limits.value_nodes {
            return Err("makes the value too large; send a part of it".to_owned());
        }
        if self.nodes.is_multiple_of(4096) && self.world.check().is_err() {
            return Err("could not be read in time".to_owned());
        }
        let json = match value.variant() {
            JsVariant::Null => Json::Null,
            JsVariant::Boolean(value) => Json::Bool(value),
            JsVariant::Integer32(value) => Json::from(value),
            JsVariant::Float64(value) => match Number::from_f64(value) {
                Some(number) => Json::Number(number),
                None if value == 0.0 => return Err("is -0; send 0 instead".to_owned()),
                None => return Err(format!("is {}; send null or a text instead", name_of(value))),
            },
            JsVariant::String(value) => Json::from(text(&value)?),
            JsVariant::Object(object) => {
                self.open_container(object, context)?;
                return Ok(None);
            }
            JsVariant::Undefined => {
                return Err("is undefined; send null, or leave it out".to_owned());
            }
            JsVariant::BigInt(_) => {
                return Err("is a BigInt; send Number(value) or String(value) instead".to_owned());
            }
            JsVariant::Symbol(_) => return Err("is a symbol; send a text instead".to_owned()),
        };
        Ok(Some(json))
    }

    fn open_container(&mut self, object: JsObject, context: &mut Context) -> Result<(), String> {
        if self.open.len() >= self.world.limits.value_depth {
            return Err("nests too deep; send a flatter value".to_owned());
        }
        if object.is_callable() {
            return Err("is a function; send what it returns instead".to_owned());
        }
        if !self.ancestors.insert(object.clone()) {
            return Err("contains itself; send a copy without the cycle".to_owned());
        }
        let keys =
            object.own_property_keys(context).map_err(|_| "throws when it is read".to_owned())?;
        let open = if is_array(&object, self.world, context) {
            let length = plain_length(&object, &keys, context)?;
            Open::Array { object, length, next: 0, items: Vec::with_capacity(length as usize) }
        } else {
            let keys = self.plain_keys(&object, &keys, context)?;
            let members = ObjectBuilder::with_capacity(keys.len());
            Open::Object { object, keys, next: 0, members }
        };
        self.open.push(open);
        Ok(())
    }

    /// The keys of a plain object, all of them text and enumerable.
    fn plain_keys(
        &self,
        object: &JsObject,
        own: &[PropertyKey],
        context: &mut Context,
    ) -> Result<Vec<JsString>, String> {
        if let Some(reason) = not_plain(object, context) {
            return Err(reason);
        }
        let arguments = [JsValue::from(object.clone())];
        let keys = self
            .world
            .intrinsics
            .object_keys
            .call(&JsValue::undefined(), &arguments, context)
            .ok()
            .and_then(|keys| JsArray::from_object(keys.as_object()?.clone()).ok())
            .ok_or("throws when it is read")?;
        let count = keys.length(context).unwrap_or(0);
        if count != own.len() as u64 {
            return Err("has properties that JSON cannot carry (symbols or hidden ones); send a plain object".into());
        }
        let mut read = Vec::with_capacity(own.len());
        for index in 0..count {
            let key = keys.get(index, context).ok().and_then(|key| key.as_string());
            read.push(key.ok_or("throws when it is read")?);
        }
        Ok(read)
    }

    fn path(&self, root: &str) -> String {
        let mut path = root.to_owned();
        for open in &self.open {
            match open {
                Open::Array { next, .. } if *next > 0 => path = format!("{path}[{}]", next - 1),
                Open::Object { keys, next, .. } if *next > 0 => {
                    let key = keys[next - 1].to_std_string_escaped();
                    path = if path.is_empty() { key } else { format!("{path}.{key}") };
                }
                Open::Array { .. } | Open::Object { .. } => {}
            }
        }
        if path.is_empty() { "arguments".to_owned() } else { path }
    }
}

fn text(value: &JsString) -> Result<String, String> {
    value.to_std_string().map_err(|_| "has a lone surrogate; send well-formed text".to_owned())
}

fn name_of(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

/// Whether it is an array, or a proxy that stands before one.
fn is_array(object: &JsObject, world: &World, context: &mut Context) -> bool {
    if !object.is::<Proxy>() {
        return object.is_array();
    }
    let arguments = [JsValue::from(object.clone())];
    let answer = world.intrinsics.is_array.call(&JsValue::undefined(), &arguments, context);
    answer.is_ok_and(|answer| answer.to_boolean())
}

/// The length of an array that has its items and nothing else; a sparse one is not walked.
fn plain_length(
    object: &JsObject,
    keys: &[PropertyKey],
    context: &mut Context,
) -> Result<u32, String> {
    if !object.is::<Proxy>() {
        let array = context.intrinsics().constructors().array().prototype();
        if object.prototype() != Some(array) {
            return Err("is no plain array; send Array.from(value) instead".to_owned());
        }
    }
    let length =
        object.get(js_string!("length"), context).ok().and_then(|length| length.as_number());
    let length = length.ok_or("throws when it is read")?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Lengths fit.
    let length = length as u32;
    // Every index and `length` itself.
    match keys.len().cmp(&(length as usize + 1)) {
        std::cmp::Ordering::Less => Err("is an array with holes; fill them with null".to_owned()),
        std::cmp::Ordering::Equal
            if keys.iter().all(|key| !matches!(key, PropertyKey::Symbol(_))) =>
        {
            Ok(length)
        }
        _ => Err("is an array with properties of its own; send an object instead".to_owned()),
    }
}

/// Why an object is no plain one, with what to send instead.
fn not_plain(object: &JsObject, context: &mut Context) -> Option<String> {
    if object.is::<Proxy>() {
        return None;
    }
    let plain = context.intrinsics().constructors().object().prototype();
    let prototype = object.prototype();
    let bare = prototype.is_none() || prototype == Some(plain);
    if object.is_ordinary() && bare {
        return None;
    }
    let (kind, instead) = kind_of(object, context);
    Some(format!("is {kind}; send {instead} instead"))
}

/// Makes a value in the engine; the error is the path of an integer that the engine would round.
pub(super) fn from_json(value: &Json, context: &mut Context) -> Result<JsValue, String> {
    Maker { open: Vec::new() }.make(value, context)
}

/// A container that is being made.
enum Made<'a> {
    Array {
        rest: std::slice::Iter<'a, Json>,
        items: Vec<JsValue>,
    },
    Object {
        rest: indexmap::map::Iter<'a, std::sync::Arc<str>, Json>,
        key: Option<&'a str>,
        object: JsObject,
    },
}

struct Maker<'a> {
    open: Vec<Made<'a>>,
}

impl<'a> Maker<'a> {
    fn make(&mut self, value: &'a Json, context: &mut Context) -> Result<JsValue, String> {
        let mut complete = self.enter(value, context)?;
        loop {
            let Some(open) = self.open.last_mut() else {
                return Ok(complete.unwrap_or_default());
            };
            let next = match open {
                Made::Array { rest, items } => {
                    items.extend(complete.take());
                    let next = rest.next();
                    if next.is_none() {
                        let items = std::mem::take(items);
                        complete = Some(JsArray::from_iter(items, context).into());
                    }
                    next
                }
                Made::Object { rest, key, object } => {
                    if let (Some(member), Some(key)) = (complete.take(), key.take()) {
                        // A fresh plain object takes any property.
                        let _ = object.create_data_property(JsString::from(key), member, context);
                    }
                    let next = rest.next();
                    *key = next.map(|(name, _)| &**name);
                    if next.is_none() {
                        complete = Some(object.clone().into());
                    }
                    next.map(|(_, member)| member)
                }
            };
            match next {
                Some(value) => complete = self.enter(value, context)?,
                None => {
                    self.open.pop();
                }
            }
        }
    }

    #[allow(clippy::cast_possible_truncation)] // Checked against the range first.
    fn enter(&mut self, value: &'a Json, context: &mut Context) -> Result<Option<JsValue>, String> {
        let made = match value {
            Json::Null => JsValue::null(),
            Json::Bool(value) => JsValue::from(*value),
            Json::Number(number) if number.is_unsafe_integer() => return Err(self.path()),
            Json::Number(number) => {
                match number.as_i64().and_then(|value| i32::try_from(value).ok()) {
                    Some(value) => JsValue::from(value),
                    None => JsValue::from(number.as_f64()),
                }
            }
            Json::String(text) => JsValue::from(JsString::from(&**text)),
            Json::Array(items) => {
                let items_made = Vec::with_capacity(items.len());
                self.open.push(Made::Array { rest: items.iter(), items: items_made });
                return Ok(None);
            }
            Json::Object(members) => {
                let object = JsObject::with_object_proto(context.intrinsics());
                self.open.push(Made::Object { rest: members.iter(), key: None, object });
                return Ok(None);
            }
        };
        Ok(Some(made))
    }

    fn path(&self) -> String {
        self.open.iter().fold("value".to_owned(), |path, open| match open {
            Made::Array { items, .. } => format!("{path}[{}]", items.len()),
            Made::Object { key, .. } => format!("{path}.{}", key.unwrap_or_default()),
        })
    }
}
