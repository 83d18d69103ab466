//! Why a part of a prompt is refused, and why a prompt cannot be assembled. Written for the developer.
//! Whatever is wrong is named, with what could stand in its place.

use super::order::OrderError;
use super::template::{NAME_RULE, TemplateError};
use crate::call::CallError;
use crate::registry::{Names, RegistryError};
use crate::tool::NameError;

/// Why a section, a variable or an order of tools is refused where it is registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// The name is taken in the same layer.
    #[error(
        "a {kind} named `{name}` is already registered {layer}; unregister it first, or register this one in a scope \
         to shadow it there"
    )]
    Duplicate {
        /// `section` or `variable`.
        kind: &'static str,
        /// The name.
        name: String,
        /// `globally` or `in this scope`.
        layer: &'static str,
    },
    /// The name belongs to the sections of this library.
    #[error(
        "section `{name}`: names that start with `tools:` are reserved; a prompt listener can rewrite those sections"
    )]
    Reserved {
        /// The name.
        name: String,
    },
    /// The variable could not be written in a text.
    #[error("{name:?} is no name of a variable: {NAME_RULE}")]
    VariableName {
        /// The name.
        name: String,
    },
    /// The text of the section is no template.
    #[error("section `{section}`: {problem}")]
    Template {
        /// The name of the section.
        section: String,
        /// What is wrong.
        problem: TemplateError,
    },
    /// The layer says already how much it discloses.
    #[error("how much is disclosed is already set {layer}; take that back first")]
    AlreadyDisclosed {
        /// `globally` or `in this scope`.
        layer: &'static str,
    },
    /// The layer has an order already.
    #[error("the order of tools is already set {layer}; take that back first")]
    AlreadyOrdered {
        /// `globally` or `in this scope`.
        layer: &'static str,
    },
}

impl From<PartError> for RegistryError {
    fn from(error: PartError) -> Self {
        Self::Part(std::sync::Arc::new(error))
    }
}

/// Why a prompt cannot be assembled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PromptError {
    /// The mode needs a runtime.
    #[error(
        "mode `{mode}` needs a code runtime: give the builder one with `.runtime(…)`, or use `Mode::Native`"
    )]
    NoRuntime {
        /// The mode, as `code` or `both`.
        mode: &'static str,
    },
    /// The runtime's language has no SDK.
    #[error("there is no SDK for programs in `{language}`; a runtime for `typescript` is needed")]
    NoSdk {
        /// The language of the runtime.
        language: String,
    },
    /// The text that a function gave for the section is no template.
    #[error("section `{section}`: {problem}")]
    Template {
        /// The name of the section.
        section: String,
        /// What is wrong.
        problem: TemplateError,
    },
    /// A section uses a variable that the scope does not have.
    #[error(
        "section `{section}` uses `{{{{{variable}}}}}`, which is no variable of this scope; known are {known}"
    )]
    UnknownVariable {
        /// The name of the section.
        section: String,
        /// The variable.
        variable: String,
        /// The variables that there are.
        known: Names,
    },
    /// The function of a section failed or panicked.
    #[error("section `{section}`: {error}")]
    Section {
        /// The name of the section.
        section: String,
        /// The failure.
        error: CallError,
    },
    /// The function of a variable failed or panicked.
    #[error("variable `{variable}`: {error}")]
    Variable {
        /// The name of the variable.
        variable: String,
        /// The failure.
        error: CallError,
    },
    /// A provider of tools failed or panicked.
    #[error("a provider of tools: {0}")]
    Provider(CallError),
    /// A provider gave a tool under a name that no tool can have.
    #[error("a provider of tools: {0}")]
    ProvidedName(NameError),
    /// A provider gave a tool under a name that is there already.
    #[error(
        "a provider of tools gave `{name}`, which another tool of this scope has already; give it another name"
    )]
    ProvidedTwice {
        /// The name.
        name: String,
    },
    /// The order of tools does not fit them.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// A listener failed or panicked.
    #[error("a prompt listener: {0}")]
    Listener(CallError),
}
