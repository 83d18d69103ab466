//! What is wrong with a value: where, of which kind, and in words for a model (rule SCH-4).

use std::fmt;

use serde::{Serialize, Serializer};

/// One violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Violation {
    /// Where, as `orders[3].id`.
    pub path: String,
    /// Of which kind.
    pub kind: ViolationKind,
    /// What was expected and what was found.
    pub message: String,
}

impl Violation {
    pub(crate) fn new(path: String, kind: ViolationKind, message: impl Into<String>) -> Self {
        Self { path, kind, message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal,)*) => {
        /// The kinds of violations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ViolationKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl ViolationKind {
            /// The kind as text, such as `wrong_type`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// A value of another type.
    WrongType = "wrong_type",
    /// A number that is no integer.
    NotInteger = "not_integer",
    /// NaN or an infinity.
    NotFinite = "not_finite",
    /// What JSON cannot carry.
    NotLossless = "not_lossless",
    /// None of the allowed values.
    Enum = "enum",
    /// Not the one allowed value.
    Const = "const",
    /// A required member is missing.
    MissingRequired = "missing_required",
    /// A member that is not declared.
    AdditionalProperty = "additional_property",
    /// No branch of a `oneOf` fits.
    OneOfNone = "oneOf_none",
    /// Several branches of a `oneOf` fit.
    OneOfMany = "oneOf_many",
    /// No branch of an `anyOf` fits.
    AnyOfNone = "anyOf_none",
    /// What must not fit fits.
    Not = "not",
    /// Too small.
    Minimum = "minimum",
    /// Too large.
    Maximum = "maximum",
    /// Not a multiple.
    MultipleOf = "multiple_of",
    /// Text that is too short or too long.
    Length = "length",
    /// Text that does not match.
    Pattern = "pattern",
    /// Text that is not of the format.
    Format = "format",
    /// Too few or too many items.
    Items = "items",
    /// Items that are equal.
    Unique = "unique",
    /// Too few or too many items that fit `contains`.
    Contains = "contains",
    /// Too few or too many members.
    Properties = "properties",
    /// Nothing is allowed here.
    Never = "never",
}

impl fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for ViolationKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
