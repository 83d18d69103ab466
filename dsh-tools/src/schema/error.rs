//! Why a schema is refused, or what was lost in reading it.

use std::fmt;

/// One place of a schema that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Offence {
    /// Where, as `schema.properties.id`.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// Every offending place of a schema, with its reason (`UNSUPPORTED_SCHEMA`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SchemaError {
    offences: Vec<Offence>,
}

impl SchemaError {
    pub(super) fn new(offences: Vec<Offence>) -> Self {
        Self { offences }
    }

    pub(super) fn one(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { offences: vec![Offence { path: path.into(), reason: reason.into() }] }
    }

    /// The places, in the order of the schema.
    #[must_use]
    pub fn offences(&self) -> &[Offence] {
        &self.offences
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unsupported schema")?;
        for (index, offence) in self.offences.iter().enumerate() {
            let separator = if index == 0 { ": " } else { "; " };
            write!(f, "{separator}{}: {}", offence.path, offence.reason)?;
        }
        Ok(())
    }
}

/// One place of an imported schema that is not enforced.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Where.
    pub path: String,
    /// What was not understood.
    pub reason: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}
