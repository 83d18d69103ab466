//! Why the registry refuses a change. A refused change changes nothing.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::mode::Mode;
use crate::tool::DefinitionError;

/// Why a registration, restriction or presentation is refused.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The definition itself is wrong.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// The name is taken in the same layer.
    #[error(
        "a tool named `{name}` is already registered {layer}; unregister it first, or register this one in a scope to \
         shadow it there"
    )]
    Duplicate {
        /// The name.
        name: String,
        /// `globally` or `in this scope`.
        layer: &'static str,
    },
    /// The registry itself cannot be restricted.
    #[error(
        "the registry cannot be restricted; make a scope with `registry.scope()` and restrict that"
    )]
    RestrictGlobal,
    /// The filter has no list.
    #[error("the filter has neither an allow list nor a deny list, and so would do nothing")]
    EmptyFilter,
    /// The filter names the tool that runs programs.
    #[error("`run_code` cannot be restricted; choose the scope's mode instead")]
    RestrictRunCode,
    /// The filter names what is not inherited.
    #[error("{unknown}: not among the tools that this scope inherits, which are {known}")]
    UnknownNames {
        /// The names that are not.
        unknown: Names,
        /// The names that could be restricted.
        known: Names,
    },
    /// The scope has a mode of its own already.
    #[error(
        "this scope is presented as `{}` already; take that back first, with the handle that `present_as` gave, or \
         present another scope",
        .mode.as_str()
    )]
    AlreadyPresented {
        /// That mode.
        mode: Mode,
    },
    /// A bound of zero.
    #[error("{what} must be at least 1")]
    ZeroBound {
        /// What was zero.
        what: &'static str,
    },
    /// A part of the prompt is refused; the error is a [`PartError`](crate::present::PartError).
    #[error(transparent)]
    Part(Arc<dyn Error + Send + Sync>),
}

/// Names, shown as a list for people.
///
/// ```
/// use dsh_tools::registry::Names;
///
/// assert_eq!(Names(vec!["a".into(), "b".into()]).to_string(), "`a`, `b`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("(none)");
        }
        for (index, name) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")?;
        }
        Ok(())
    }
}

/// Everything that keeps a registry from being built, at once.
#[derive(Clone, Debug, thiserror::Error)]
pub struct BuildError {
    problems: Vec<RegistryError>,
}

impl BuildError {
    pub(super) fn check(problems: Vec<RegistryError>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { problems }) }
    }

    /// The problems, in the order of what was put into the builder.
    #[must_use]
    pub fn problems(&self) -> &[RegistryError] {
        &self.problems
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.problems {
            [only] => fmt::Display::fmt(only, f),
            problems => {
                write!(f, "{} problems:", problems.len())?;
                problems.iter().try_for_each(|problem| write!(f, "\n- {problem}"))
            }
        }
    }
}
