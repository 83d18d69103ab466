//! JSON values that lose nothing: the one value type that calls, schemas and programs exchange.
//! A [`Json`] is immutable; cloning it copies a pointer, and nothing here recurses over its depth.
//!
//! What is refused at the door stays out: non-finite numbers, `-0`, lone surrogates, duplicate keys
//! (rules PIPE-1, SCH-6 and SCH-7). Numbers that are integers and exact as such are stored as integers,
//! so `1.0` and `1` are one value.

mod de;
mod fingerprint;
mod number;
mod parse;
// Only the front end of programs makes such values.
#[cfg_attr(not(feature = "engine"), allow(dead_code))]
mod partial;
mod pretty;
mod ser;
mod value;
mod write;

pub use self::de::{FromJsonError, from_json};
pub use self::number::{MAX_SAFE_INTEGER, Number};
pub use self::parse::{ParseError, parse};
pub use self::pretty::pretty;
pub use self::ser::{LossyValue, to_json};
pub use self::value::{Array, Json, Object, ObjectBuilder};
pub(crate) use self::write::compact_text;
#[cfg(all(feature = "engine", target_os = "linux"))]
pub(crate) use self::write::exact_text;
pub use self::write::{measure, measure_string, write_string};

pub(crate) use self::de::missing_field;
pub(crate) use self::fingerprint::Fingerprints;
pub(crate) use self::partial::{Part, Partial, Place, What};

/// How deep a value may nest where serde has to recurse over it (rule SCH-6).
///
/// Typed arguments and outputs deeper than this are refused before serde sees them.
pub const MAX_TYPED_DEPTH: usize = 512;
