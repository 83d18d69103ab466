//! Values inside schemas (bounds, defaults, examples, allowed values), of the type that the schema describes.

use std::sync::Arc;

use super::any::Anything;
use super::array::{List, Tuple};
use super::branches::{Choice, Negation};
use super::draft::Nullable;
use super::object::Members;
use super::reference::Link;
use super::scalar::{Decimal, Nothing, Text, Truth, Whole};
use crate::json::{Json, Number};

/// A value that a schema of kind `K` can name, for example as its default.
///
/// ```compile_fail,E0277
/// use dsh_tools::schema::build::integer;
///
/// let schema = integer().minimum(0.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of a schema of kind `{K}`",
    note = "a `string()` takes text, an `integer()` takes integers, a `number()` any numbers, a `boolean()` \
            a `bool`, and every other schema what converts into `Json`"
)]
pub trait Value<K> {
    /// The value as JSON.
    fn json(self) -> Json;
}

impl<S, T: Into<Json>> Value<Members<S>> for T {
    fn json(self) -> Json {
        self.into()
    }
}

/// Kinds whose values can be any JSON.
macro_rules! any_values {
    ($($kind:ty),*) => {$(
        impl<T: Into<Json>> Value<$kind> for T {
            fn json(self) -> Json {
                self.into()
            }
        }
    )*};
}

any_values!(Anything, Choice, Link, List, Negation, Nothing, Nullable, Tuple);

macro_rules! values {
    ($kind:ty: $($source:ty => |$value:ident| $json:expr;)*) => {$(
        impl Value<$kind> for $source {
            fn json(self) -> Json {
                let $value = self;
                $json
            }
        }
    )*};
}

values! { Text:
    &str => |text| text.into();
    &String => |text| text.as_str().into();
    String => |text| text.into();
    Arc<str> => |text| text.into();
}

values! { Truth:
    bool => |value| value.into();
}

values! { Whole:
    i32 => |value| value.into();
    u32 => |value| value.into();
    i64 => |value| value.into();
    u64 => |value| value.into();
    Number => |value| value.into();
}

values! { Decimal:
    i32 => |value| value.into();
    u32 => |value| value.into();
    i64 => |value| value.into();
    u64 => |value| value.into();
    f64 => |value| decimal(value);
    Number => |value| value.into();
}

/// JSON has no NaN and no infinities. Their names take their place, which the check of the finished
/// schema refuses wherever a number has to stand. `-0` is `0`.
fn decimal(value: f64) -> Json {
    let value = if value == 0.0 { 0.0 } else { value };
    Number::from_f64(value).map_or_else(|| value.to_string().into(), Json::Number)
}
