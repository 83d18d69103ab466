//! From Rust types to values: serde's serializer into [`Json`].
//! What JSON cannot carry is an error that names its path, never `null` (rule MAC-4).

use std::fmt;

use serde::ser::{self, Serialize, Serializer};

use super::MAX_TYPED_DEPTH;
use super::number::Number;
use super::value::{Json, ObjectBuilder};

/// Why a Rust value is no lossless JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossyValue {
    /// Outermost last while the error travels; reversed for reading.
    segments: Vec<String>,
    reason: String,
}

impl LossyValue {
    /// The path below `root`, as `value.orders[3].total`.
    #[must_use]
    pub fn path(&self, root: &str) -> String {
        self.segments.iter().rev().fold(root.to_owned(), |path, segment| path + segment)
    }

    /// What is wrong there, as one clause.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    fn new(reason: impl Into<String>) -> Self {
        Self { segments: Vec::new(), reason: reason.into() }
    }

    fn under(mut self, segment: String) -> Self {
        self.segments.push(segment);
        self
    }
}

impl fmt::Display for LossyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path("value"), self.reason)
    }
}

impl std::error::Error for LossyValue {}

impl ser::Error for LossyValue {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}

/// Turns a Rust value into a JSON value.
///
/// # Errors
///
/// [`LossyValue`] for NaN, infinities, `-0`, integers beyond 64 bits, keys that are no text, duplicate
/// keys, values deeper than [`MAX_TYPED_DEPTH`], and whatever the type's own `Serialize` reports.
///
/// ```
/// use dsh_tools::json::to_json;
///
/// assert_eq!(to_json(&[1.0, 2.5])?.to_string(), "[1,2.5]");
/// let error = to_json(&[0.0, f64::NAN]).unwrap_err();
/// assert_eq!(error.to_string(), "value[1]: NaN is no JSON number");
/// # Ok::<(), dsh_tools::json::LossyValue>(())
/// ```
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<Json, LossyValue> {
    value.serialize(Writer { depth: 0 })
}

/// Serializes one value at that depth.
#[derive(Clone, Copy)]
struct Writer {
    depth: usize,
}

impl Writer {
    /// For what lies inside a container here.
    fn inner(self) -> Result<Self, LossyValue> {
        if self.depth >= MAX_TYPED_DEPTH {
            return Err(LossyValue::new(format!("nests deeper than {MAX_TYPED_DEPTH} levels")));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

impl Serializer for Writer {
    type Ok = Json;
    type Error = LossyValue;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    fn serialize_bool(self, value: bool) -> Result<Json, LossyValue> {
        Ok(value.into())
    }

    fn serialize_i8(self, value: i8) -> Result<Json, LossyValue> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<Json, LossyValue> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<Json, LossyValue> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<Json, LossyValue> {
        Ok(value.into())
    }

    fn serialize_i128(self, value: i128) -> Result<Json, LossyValue> {
        if let Ok(value) = i64::try_from(value) {
            return Ok(value.into());
        }
        u64::try_from(value).map(Json::from).map_err(|_| too_long(&value))
    }

    fn serialize_u8(self, value: u8) -> Result<Json, LossyValue> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<Json, LossyValue> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<Json, LossyValue> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<Json, LossyValue> {
        Ok(value.into())
    }

    fn serialize_u128(self, value: u128) -> Result<Json, LossyValue> {
        u64::try_from(value).map(Json::from).map_err(|_| too_long(&value))
    }

    fn serialize_f32(self, value: f32) -> Result<Json, LossyValue> {
        // The shortest text of an `f32` is what a reader expects: 0.1, not 0.10000000149011612.
        let double = if value.is_finite() {
            value.to_string().parse().unwrap_or(f64::from(value))
        } else {
            value.into()
        };
        self.serialize_f64(double)
    }

    fn serialize_f64(self, value: f64) -> Result<Json, LossyValue> {
        Number::from_f64(value).map(Json::Number).ok_or_else(|| {
            let shown = if value == 0.0 { "-0".to_owned() } else { value.to_string() };
            LossyValue::new(format!("{shown} is no JSON number"))
        })
    }

    fn serialize_char(self, value: char) -> Result<Json, LossyValue> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<Json, LossyValue> {
        Ok(value.into())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Json, LossyValue> {
        Ok(value.iter().map(|byte| Json::from(u32::from(*byte))).collect())
    }

    fn serialize_none(self) -> Result<Json, LossyValue> {
        Ok(Json::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Json, LossyValue> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Json, LossyValue> {
        Ok(Json::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Json, LossyValue> {
        Ok(Json::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Json, LossyValue> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Json, LossyValue> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Json, LossyValue> {
        let inner = self.inner()?;
        let value = value.serialize(inner).map_err(|error| error.under(format!(".{variant}")))?;
        Ok(tagged(variant, value))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items, LossyValue> {
        Items::start(self, length, None)
    }

    fn serialize_tuple(self, length: usize) -> Result<Items, LossyValue> {
        Items::start(self, Some(length), None)
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Items, LossyValue> {
        Items::start(self, Some(length), None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Items, LossyValue> {
        Items::start(self.inner()?, Some(length), Some(variant))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Entries, LossyValue> {
        Entries::start(self, length, None)
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Entries, LossyValue> {
        Entries::start(self, Some(length), None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Entries, LossyValue> {
        Entries::start(self.inner()?, Some(length), Some(variant))
    }
}

fn too_long(value: &dyn fmt::Display) -> LossyValue {
    LossyValue::new(format!("{value} is beyond 64-bit integers; send it as text"))
}

fn tagged(variant: &'static str, value: Json) -> Json {
    Json::Object([(variant, value)].into_iter().collect())
}

/// Collects a sequence; `variant` wraps it as an externally tagged enum.
struct Items {
    inner: Writer,
    collected: Vec<Json>,
    variant: Option<&'static str>,
}

impl Items {
    fn start(
        around: Writer,
        length: Option<usize>,
        variant: Option<&'static str>,
    ) -> Result<Self, LossyValue> {
        // The hint is the type's own word, so it is bounded.
        let collected = Vec::with_capacity(length.unwrap_or(0).min(4096));
        Ok(Self { inner: around.inner()?, collected, variant })
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), LossyValue> {
        let index = self.collected.len();
        let item = value.serialize(self.inner).map_err(|error| {
            let error = error.under(format!("[{index}]"));
            match self.variant {
                Some(variant) => error.under(format!(".{variant}")),
                None => error,
            }
        })?;
        self.collected.push(item);
        Ok(())
    }

    fn finish(self) -> Json {
        let items = Json::from(self.collected);
        match self.variant {
            Some(variant) => tagged(variant, items),
            None => items,
        }
    }
}

macro_rules! collect_items {
    ($($kind:ident :: $push:ident),*) => {$(
        impl ser::$kind for Items {
            type Ok = Json;
            type Error = LossyValue;

            fn $push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), LossyValue> {
                self.push(value)
            }

            fn end(self) -> Result<Json, LossyValue> {
                Ok(self.finish())
            }
        }
    )*};
}

collect_items!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// Collects the members of a map or struct; `variant` wraps it as an externally tagged enum.
struct Entries {
    inner: Writer,
    members: ObjectBuilder,
    key: Option<String>,
    variant: Option<&'static str>,
}

impl Entries {
    fn start(
        around: Writer,
        length: Option<usize>,
        variant: Option<&'static str>,
    ) -> Result<Self, LossyValue> {
        let members = ObjectBuilder::with_capacity(length.unwrap_or(0).min(4096));
        Ok(Self { inner: around.inner()?, members, key: None, variant })
    }

    fn insert<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), LossyValue> {
        let inserted = value.serialize(self.inner).and_then(|member| {
            let new = self.members.insert(key, member);
            if new { Ok(()) } else { Err(LossyValue::new("a duplicate key")) }
        });
        let Err(error) = inserted else { return Ok(()) };
        let error = error.under(format!(".{key}"));
        Err(match self.variant {
            Some(variant) => error.under(format!(".{variant}")),
            None => error,
        })
    }

    fn finish(self) -> Json {
        let members = Json::from(self.members.build());
        match self.variant {
            Some(variant) => tagged(variant, members),
            None => members,
        }
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Json;
    type Error = LossyValue;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), LossyValue> {
        let key = match key.serialize(Writer { depth: 0 })? {
            Json::String(text) => text.as_ref().to_owned(),
            Json::Number(number) if number.as_i64().is_some() || number.as_u64().is_some() => {
                number.to_string()
            }
            Json::Bool(value) => value.to_string(),
            other => return Err(LossyValue::new(format!("a key of type {}", other.type_name()))),
        };
        self.key = Some(key);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), LossyValue> {
        match self.key.take() {
            Some(key) => self.insert(&key, value),
            None => Err(LossyValue::new("a value without a key")),
        }
    }

    fn end(self) -> Result<Json, LossyValue> {
        Ok(self.finish())
    }
}

macro_rules! collect_fields {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Entries {
            type Ok = Json;
            type Error = LossyValue;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), LossyValue> {
                self.insert(key, value)
            }

            fn end(self) -> Result<Json, LossyValue> {
                Ok(self.finish())
            }
        }
    )*};
}

collect_fields!(SerializeStruct, SerializeStructVariant);

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(value), _) => serializer.serialize_i64(value),
                (None, Some(value)) => serializer.serialize_u64(value),
                (None, None) => serializer.serialize_f64(number.as_f64()),
            },
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(key, value)| (&**key, value)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[derive(serde::Serialize)]
    enum Shape {
        Empty,
        Circle(f64),
        Pair(u8, f32),
        Named { width: Option<u8> },
    }

    #[test]
    fn writes_what_serde_json_writes() {
        let shapes =
            [Shape::Empty, Shape::Circle(1.5), Shape::Pair(1, 0.1), Shape::Named { width: None }];
        let expected = serde_json::to_string(&shapes).expect("serialises");
        assert_eq!(to_json(&shapes).expect("lossless").to_string(), expected);
        assert_eq!(
            to_json(&HashMap::from([(3, 'x')])).expect("lossless").to_string(),
            "{\"3\":\"x\"}"
        );
    }

    #[test]
    fn mac_4_what_json_cannot_carry_is_an_error_with_its_path() {
        let error = to_json(&HashMap::from([("a", [Shape::Circle(f64::NAN)])])).expect_err("NaN");
        assert_eq!(error.path("value"), "value.a[0].Circle");
        assert!(to_json(&f64::INFINITY).is_err());
        assert!(to_json(&-0.0).is_err());
        assert!(to_json(&u128::MAX).is_err());
        assert!(to_json(&HashMap::from([([1], 2)])).is_err());
    }

    #[test]
    fn sch_6_refuses_typed_values_that_are_too_deep() {
        struct Deep(usize);
        impl Serialize for Deep {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq([Deep(self.0 + 1)])
            }
        }
        assert!(to_json(&Deep(0)).expect_err("deep").reason().contains("512"));
    }
}
