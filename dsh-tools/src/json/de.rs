//! From values to Rust types: serde's deserializer over a borrowed [`Json`].
//! It recurses as serde does, so the depth is checked first (rule SCH-6).

use std::fmt;

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor, value::BorrowedStrDeserializer,
};
use serde::forward_to_deserialize_any;

use super::MAX_TYPED_DEPTH;
use super::number::Number;
use super::value::{Array, Json, Object};

/// Why a value does not fit a Rust type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FromJsonError {
    message: String,
}

impl de::Error for FromJsonError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string() }
    }
}

/// Reads a Rust value from a JSON value.
///
/// Integral numbers are integers, however they were written.
///
/// # Errors
///
/// [`FromJsonError`] when the value does not fit the type, or nests deeper than
/// [`MAX_TYPED_DEPTH`].
///
/// ```
/// use dsh_tools::json::{from_json, parse};
///
/// let sizes: Vec<u8> = from_json(&parse("[1, 2.0]")?)?;
/// assert_eq!(sizes, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_json<'a, T: Deserialize<'a>>(value: &'a Json) -> Result<T, FromJsonError> {
    if value.depth_up_to(MAX_TYPED_DEPTH) > MAX_TYPED_DEPTH {
        return Err(de::Error::custom(format_args!(
            "the value nests deeper than {MAX_TYPED_DEPTH} levels"
        )));
    }
    T::deserialize(value)
}

/// What the type makes of a missing member: `None` for an `Option`, an error for most others.
///
/// This is how serde's derive decides it too, so it holds behind type aliases.
pub(crate) fn missing_field<'a, T: Deserialize<'a>>(
    name: &'static str,
) -> Result<T, FromJsonError> {
    T::deserialize(Missing(name))
}

struct Missing(&'static str);

impl<'de> Deserializer<'de> for Missing {
    type Error = FromJsonError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(de::Error::missing_field(self.0))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for &'de Json {
    type Error = FromJsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Number(number) => visit_number(*number, visitor),
            Json::String(text) => visitor.visit_borrowed_str(text),
            Json::Array(items) => visit_array(items, visitor),
            Json::Object(members) => visit_object(members, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self {
            Json::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self {
            Json::String(name) => visitor.visit_enum(Variant { name, content: None }),
            Json::Object(members) if members.len() == 1 => match members.get_index(0) {
                Some((name, content)) => {
                    visitor.visit_enum(Variant { name, content: Some(content) })
                }
                None => Err(de::Error::custom("an object without members")),
            },
            Json::Object(_) => {
                Err(de::Error::invalid_value(Unexpected::Map, &"an object with exactly one member"))
            }
            other => Err(de::Error::invalid_type(
                Unexpected::Other(other.type_name()),
                &"a string or an object with one member",
            )),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A double that is an integer is offered as one, so that `1e3` fits a `u32`.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
fn visit_number<'de, V: Visitor<'de>>(
    number: Number,
    visitor: V,
) -> Result<V::Value, FromJsonError> {
    if let Some(value) = number.as_u64() {
        return visitor.visit_u64(value);
    }
    if let Some(value) = number.as_i64() {
        return visitor.visit_i64(value);
    }
    visitor.visit_f64(number.as_f64())
}

fn visit_array<'de, V: Visitor<'de>>(
    items: &'de Array,
    visitor: V,
) -> Result<V::Value, FromJsonError> {
    let mut access = Items(items.iter());
    let value = visitor.visit_seq(&mut access)?;
    match access.0.len() {
        0 => Ok(value),
        _ => Err(de::Error::invalid_length(items.len(), &"fewer items")),
    }
}

fn visit_object<'de, V: Visitor<'de>>(
    members: &'de Object,
    visitor: V,
) -> Result<V::Value, FromJsonError> {
    let mut access = Entries { members: members.iter(), value: None };
    let value = visitor.visit_map(&mut access)?;
    match access.members.len() {
        0 => Ok(value),
        _ => Err(de::Error::invalid_length(members.len(), &"fewer members")),
    }
}

struct Items<'de>(std::slice::Iter<'de, Json>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = FromJsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Self::Error> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'de> {
    members: indexmap::map::Iter<'de, std::sync::Arc<str>, Json>,
    value: Option<&'de Json>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = FromJsonError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Self::Error> {
        let Some((key, value)) = self.members.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Self::Error> {
        let value = self.value.take().ok_or_else(|| {
            <FromJsonError as de::Error>::custom("a value was asked for before its key")
        })?;
        seed.deserialize(value)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}

/// A member's name, which is text in JSON and may be a number or boolean in Rust.
struct Key<'de>(&'de str);

macro_rules! parsed_key {
    ($($method:ident => $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            match self.0.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = FromJsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_borrowed_str(self.0)
    }

    parsed_key! {
        deserialize_i8 => visit_i8,
        deserialize_i16 => visit_i16,
        deserialize_i32 => visit_i32,
        deserialize_i64 => visit_i64,
        deserialize_i128 => visit_i128,
        deserialize_u8 => visit_u8,
        deserialize_u16 => visit_u16,
        deserialize_u32 => visit_u32,
        deserialize_u64 => visit_u64,
        deserialize_u128 => visit_u128,
        deserialize_bool => visit_bool,
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        BorrowedStrDeserializer::new(self.0).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

struct Variant<'de> {
    name: &'de str,
    content: Option<&'de Json>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = FromJsonError;
    type Variant = Content<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Self::Error> {
        let variant = seed.deserialize(self.name.into_deserializer())?;
        Ok((variant, Content(self.content)))
    }
}

struct Content<'de>(Option<&'de Json>);

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = FromJsonError;

    fn unit_variant(self) -> Result<(), Self::Error> {
        self.0.map_or(Ok(()), <()>::deserialize)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, Self::Error> {
        match self.0 {
            Some(content) => seed.deserialize(content),
            None => Err(de::Error::invalid_type(Unexpected::UnitVariant, &"a newtype variant")),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Some(Json::Array(items)) => visit_array(items, visitor),
            _ => Err(de::Error::invalid_type(Unexpected::UnitVariant, &"a tuple variant")),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self.0 {
            Some(Json::Object(members)) => visit_object(members, visitor),
            _ => Err(de::Error::invalid_type(Unexpected::UnitVariant, &"a struct variant")),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }

            fn visit_none<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }

            fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Json, D::Error> {
                Json::deserialize(inner)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
                Ok(value.into())
            }

            fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
                Ok(value.into())
            }

            fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
                Ok(value.into())
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
                Number::from_f64(value)
                    .map(Json::Number)
                    .ok_or_else(|| E::invalid_value(Unexpected::Float(value), &"a lossless number"))
            }

            fn visit_str<E>(self, text: &str) -> Result<Json, E> {
                Ok(text.into())
            }

            fn visit_string<E>(self, text: String) -> Result<Json, E> {
                Ok(text.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
                let mut read = Vec::new();
                while let Some(item) = items.next_element()? {
                    read.push(item);
                }
                Ok(read.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
                let mut members = super::ObjectBuilder::default();
                while let Some((key, value)) = entries.next_entry::<String, Json>()? {
                    let shown = key.clone();
                    if !members.insert(key, value) {
                        return Err(de::Error::custom(format_args!("duplicate key {shown:?}")));
                    }
                }
                Ok(members.build().into())
            }
        }

        deserializer.deserialize_any(Read)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::json::parse;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Shape {
        Empty,
        Circle(f64),
        Pair(u8, u8),
        Named { width: u8 },
    }

    fn read<T: de::DeserializeOwned>(text: &str) -> Result<T, FromJsonError> {
        from_json(&parse(text).expect(text))
    }

    #[test]
    fn reads_what_serde_json_reads() {
        let text = r#"["empty",{"circle":1},{"pair":[1,2]},{"named":{"width":3}}]"#;
        assert_eq!(
            read::<Vec<Shape>>(text),
            serde_json::from_str(text).map_err(|_| unreachable!())
        );
        assert_eq!(read("{\"1\":\"a\"}"), Ok(BTreeMap::from([(1_u32, "a".to_owned())])));
        assert_eq!(read("[null,1]"), Ok(vec![None, Some(1)]));
        assert_eq!(read::<(u8, String)>("[1,\"x\"]"), Ok((1, "x".to_owned())));
        assert!(read::<(u8, u8)>("[1,2,3]").is_err());
        assert!(read::<u8>("300").is_err());
        assert!(read::<Shape>("{\"circle\":1,\"pair\":[]}").is_err());
    }

    #[test]
    fn sch_6_refuses_typed_values_that_are_too_deep() {
        let deep = (0..600).fold(Json::Null, |inner, _| Json::from(vec![inner]));
        assert!(from_json::<Json>(&deep).is_err());
    }

    #[test]
    fn mac_3_an_option_may_be_missing_also_behind_an_alias() {
        type Maybe = Option<u8>;
        assert_eq!(missing_field::<Maybe>("n"), Ok(None));
        assert!(missing_field::<u8>("n").is_err());
    }
}
