//! The value itself: a shared, immutable tree that is cloned, compared and dropped without recursion.
//! Containers are reference counted, so a clone costs one counter whatever the value's size.

use std::fmt;
use std::mem;
use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;

use super::number::Number;

/// A lossless JSON value.
///
/// ```
/// use dsh_tools::json::Json;
///
/// let value = Json::from(serde_json::json!({ "path": "/tmp", "depth": 2 }));
/// assert_eq!(value["path"].as_str(), Some("/tmp"));
/// assert_eq!(value.to_string(), r#"{"path":"/tmp","depth":2}"#);
/// assert!(value["missing"].is_null());
/// ```
#[derive(Clone, Default)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A finite number.
    Number(Number),
    /// Text without lone surrogates.
    String(Arc<str>),
    /// A dense list.
    Array(Array),
    /// An object, its keys unique and in order of insertion.
    Object(Object),
}

/// The items of a JSON array.
#[derive(Clone, Default)]
pub struct Array(Arc<Vec<Json>>);

/// The members of a JSON object, in order of insertion.
#[derive(Clone, Default)]
pub struct Object(Arc<Members>);

pub(super) type Members = IndexMap<Arc<str>, Json>;

/// Up to here, comparing names is faster than hashing them: most differ in length already.
const FEW: usize = 8;

/// What [`Json`] answers for a member or item that does not exist.
static NULL: Json = Json::Null;

impl Json {
    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The number as `i64`, if it is an integer that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_i64)
    }

    /// The number as `u64`, if it is an integer that fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number().and_then(Number::as_u64)
    }

    /// The nearest double, if it is a number.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number().map(Number::as_f64)
    }

    /// The text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members, if it is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The member of that name, if this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// The name of its JSON type: `null`, `boolean`, `number`, `string`, `array` or `object`.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// How deep the value nests, as far as `limit`: 0 for a scalar, 1 for `[]`. Stops counting once
    /// the limit is passed, and then answers `limit + 1`.
    #[must_use]
    pub fn depth_up_to(&self, limit: usize) -> usize {
        let mut deepest = 0;
        // Containers that are still to be looked into: most values hold none, and nothing is allocated.
        let mut pending = Vec::new();
        let mut next = self.is_container().then_some((self, 1_usize));
        while let Some((value, depth)) = next {
            deepest = deepest.max(depth);
            if deepest > limit {
                return limit + 1;
            }
            let inner = |value: &&Self| value.is_container();
            let below = |value| (value, depth + 1);
            match value {
                Self::Array(items) => pending.extend(items.iter().filter(inner).map(below)),
                Self::Object(members) => pending.extend(members.values().filter(inner).map(below)),
                _ => {}
            }
            next = pending.pop();
        }
        deepest
    }

    fn is_container(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Object(_))
    }
}

impl Array {
    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The item at that place.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Json> {
        self.0.get(index)
    }

    /// The items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Json> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = &'a Json;
    type IntoIter = std::slice::Iter<'a, Json>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Vec<Json>> for Array {
    fn from(items: Vec<Json>) -> Self {
        Self(Arc::new(items))
    }
}

impl FromIterator<Json> for Array {
    fn from_iter<I: IntoIterator<Item = Json>>(items: I) -> Self {
        items.into_iter().collect::<Vec<_>>().into()
    }
}

impl Object {
    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The member of that name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        if self.len() <= FEW {
            return self.0.iter().find(|(known, _)| ***known == *key).map(|(_, value)| value);
        }
        self.0.get(key)
    }

    /// The member at that place in the order of insertion.
    #[must_use]
    pub fn get_index(&self, index: usize) -> Option<(&Arc<str>, &Json)> {
        self.0.get_index(index)
    }

    /// Whether there is a member of that name.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Names and values in order of insertion.
    #[must_use]
    pub fn iter(&self) -> indexmap::map::Iter<'_, Arc<str>, Json> {
        self.0.iter()
    }

    /// Names in order of insertion.
    #[must_use]
    pub fn keys(&self) -> indexmap::map::Keys<'_, Arc<str>, Json> {
        self.0.keys()
    }

    /// Values in order of insertion.
    #[must_use]
    pub fn values(&self) -> indexmap::map::Values<'_, Arc<str>, Json> {
        self.0.values()
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a Arc<str>, &'a Json);
    type IntoIter = indexmap::map::Iter<'a, Arc<str>, Json>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Later members replace earlier ones of the same name; use [`ObjectBuilder`] to notice them.
impl<K: Into<Arc<str>>> FromIterator<(K, Json)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, Json)>>(members: I) -> Self {
        Self(Arc::new(members.into_iter().map(|(key, value)| (key.into(), value)).collect()))
    }
}

/// Collects the members of an object and notices duplicate names.
///
/// ```
/// use dsh_tools::json::{Json, ObjectBuilder};
///
/// let mut members = ObjectBuilder::with_capacity(1);
/// assert!(members.insert("a", Json::from(1)));
/// assert!(!members.insert("a", Json::from(2)));
/// assert_eq!(Json::from(members.build()).to_string(), r#"{"a":1}"#);
/// ```
#[derive(Default)]
pub struct ObjectBuilder(Members);

impl ObjectBuilder {
    /// Starts an object of about that many members.
    #[must_use]
    pub fn with_capacity(members: usize) -> Self {
        Self(Members::with_capacity(members))
    }

    /// Adds a member; answers false and keeps the earlier one if the name is taken.
    pub fn insert(&mut self, key: impl Into<Arc<str>>, value: Json) -> bool {
        match self.0.entry(key.into()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(value);
                true
            }
        }
    }

    /// Whether a member of that name was added.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The finished object.
    #[must_use]
    pub fn build(mut self) -> Object {
        Object(Arc::new(mem::take(&mut self.0)))
    }
}

impl Drop for ObjectBuilder {
    fn drop(&mut self) {
        if self.0.is_empty() {
            return; // Built.
        }
        dismantle(mem::take(&mut self.0).into_values().collect());
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        // A shared array stays; should two owners race to be last, the worst case recurses one level.
        if let Some(items) = Arc::get_mut(&mut self.0)
            && items.iter().any(Json::is_container)
        {
            dismantle(mem::take(items));
        }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        if let Some(members) = Arc::get_mut(&mut self.0)
            && members.values().any(Json::is_container)
        {
            dismantle(mem::take(members).into_values().collect());
        }
    }
}

/// Drops a forest level by level, so that depth costs heap and not stack (rule SCH-6).
fn dismantle(mut pending: Vec<Json>) {
    while let Some(value) = pending.pop() {
        match value {
            Json::Array(mut array) => {
                if let Some(items) = Arc::get_mut(&mut array.0) {
                    pending.append(items);
                }
            }
            Json::Object(mut object) => {
                if let Some(members) = Arc::get_mut(&mut object.0) {
                    pending.extend(mem::take(members).into_values());
                }
            }
            _ => {}
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        let mut pending = vec![(self, other)];
        while let Some(pair) = pending.pop() {
            let same = match pair {
                (Self::Null, Self::Null) => true,
                (Self::Bool(left), Self::Bool(right)) => left == right,
                (Self::Number(left), Self::Number(right)) => left == right,
                (Self::String(left), Self::String(right)) => left == right,
                (Self::Array(left), Self::Array(right)) => {
                    let same = Arc::ptr_eq(&left.0, &right.0);
                    if !same && left.len() == right.len() {
                        pending.extend(left.iter().zip(right));
                    }
                    same || left.len() == right.len()
                }
                (Self::Object(left), Self::Object(right)) => {
                    Arc::ptr_eq(&left.0, &right.0) || pair_members(left, right, &mut pending)
                }
                _ => false,
            };
            if !same {
                return false;
            }
        }
        true
    }
}

/// Queues the members of two objects for comparison; false when their names differ.
fn pair_members<'a>(
    left: &'a Object,
    right: &'a Object,
    pending: &mut Vec<(&'a Json, &'a Json)>,
) -> bool {
    left.len() == right.len()
        && left.iter().all(|(key, value)| {
            right.get(key).is_some_and(|other| {
                pending.push((value, other));
                true
            })
        })
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        Json::Object(self.clone()) == Json::Object(other.clone())
    }
}

impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        Json::Array(self.clone()) == Json::Array(other.clone())
    }
}

impl std::ops::Index<&str> for Json {
    type Output = Json;

    fn index(&self, key: &str) -> &Self::Output {
        self.get(key).unwrap_or(&NULL)
    }
}

impl std::ops::Index<usize> for Json {
    type Output = Json;

    fn index(&self, index: usize) -> &Self::Output {
        self.as_array().and_then(|items| items.get(index)).unwrap_or(&NULL)
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Json::Array(self.clone()), f)
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Json::Object(self.clone()), f)
    }
}

impl fmt::Debug for ObjectBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectBuilder").field("members", &self.0.len()).finish()
    }
}

macro_rules! from {
    ($($source:ty => |$value:ident| $json:expr;)*) => {$(
        impl From<$source> for Json {
            fn from($value: $source) -> Self {
                $json
            }
        }
    )*};
}

from! {
    bool => |value| Self::Bool(value);
    Number => |value| Self::Number(value);
    i32 => |value| Self::Number(value.into());
    u32 => |value| Self::Number(value.into());
    i64 => |value| Self::Number(value.into());
    u64 => |value| Self::Number(value.into());
    &str => |value| Self::String(value.into());
    String => |value| Self::String(value.into());
    Arc<str> => |value| Self::String(value);
    Array => |value| Self::Array(value);
    Vec<Json> => |value| Self::Array(value.into());
    Object => |value| Self::Object(value);
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl FromIterator<Json> for Json {
    fn from_iter<I: IntoIterator<Item = Json>>(items: I) -> Self {
        Self::Array(items.into_iter().collect())
    }
}

/// Reads a `serde_json` value. `-0.0`, which it can hold and this type cannot, becomes `0`.
impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        // `serde_json` values nest at most as deep as their own recursive drop survives.
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(value) => Self::Bool(value),
            serde_json::Value::Number(number) => Self::Number(read_number(&number)),
            serde_json::Value::String(text) => Self::String(text.into()),
            serde_json::Value::Array(items) => items.into_iter().map(Self::from).collect(),
            serde_json::Value::Object(members) => Self::Object(
                members.into_iter().map(|(key, value)| (key, Self::from(value))).collect(),
            ),
        }
    }
}

fn read_number(number: &serde_json::Number) -> Number {
    if let Some(value) = number.as_i64() {
        return value.into();
    }
    if let Some(value) = number.as_u64() {
        return value.into();
    }
    number.as_f64().and_then(Number::from_f64).unwrap_or(Number::from(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> Json {
        (0..levels).fold(Json::Null, |inner, level| {
            if level % 2 == 0 {
                Json::from(vec![inner])
            } else {
                Json::Object([("a", inner)].into_iter().collect())
            }
        })
    }

    #[test]
    fn sch_6_deep_values_are_compared_measured_cloned_and_dropped_on_the_heap() {
        let deep = nested(200_000);
        let twin = nested(200_000);
        assert!(deep == twin);
        assert_eq!(deep.depth_up_to(1_000_000), 200_000);
        assert_eq!(deep.depth_up_to(512), 513);
        let copy = deep.clone();
        drop(deep);
        assert_eq!(copy.depth_up_to(10), 11);
    }

    #[test]
    fn equality_ignores_the_order_of_members() {
        let left = Json::from(serde_json::json!({ "a": 1, "b": [true, null] }));
        let right = Json::from(serde_json::json!({ "b": [true, null], "a": 1.0 }));
        assert_eq!(left, right);
        assert_ne!(left, Json::from(serde_json::json!({ "a": 1, "c": [true, null] })));
    }
}
