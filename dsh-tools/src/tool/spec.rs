//! The part of a definition that does not depend on the registry's state: what a tool says of itself.
//! Made once per tool and shared; schemas in it are checked and compiled.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::name::{NameError, NamePolicy, RUN_CODE, ToolName};
use crate::call::{CallCard, Content, DurableResult, Outcome, ResultCard, ToolError};
use crate::json::Json;
use crate::schema::{Schema, SchemaError};

/// Why a tool cannot be built.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// The name is refused.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The description is empty.
    #[error("tool `{tool}` has no description: say in one sentence what it does")]
    MissingDescription {
        /// The tool.
        tool: String,
    },
    /// The schema of the arguments is refused, or is no object.
    #[error("the arguments of tool `{tool}`: {source}")]
    Parameters {
        /// The tool.
        tool: String,
        /// What is wrong with the schema.
        source: SchemaError,
    },
    /// The schema of the output is refused.
    #[error("the output of tool `{tool}`: {source}")]
    Output {
        /// The tool.
        tool: String,
        /// What is wrong with the schema.
        source: SchemaError,
    },
    /// What an attribute says of an argument is no JSON.
    #[error("argument `{argument}` of tool `{tool}`: {message}")]
    Attribute {
        /// The tool.
        tool: String,
        /// The argument.
        argument: String,
        /// What is wrong.
        message: String,
    },
    /// The timeout is zero.
    #[error("tool `{tool}` has a timeout of zero; leave it out or give it time")]
    ZeroTimeout {
        /// The tool.
        tool: String,
    },
}

/// What MCP calls annotations: how a tool says it behaves. Nothing enforces them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools)] // Each is a separate statement of the protocol.
pub struct Hints {
    /// It changes nothing.
    pub read_only: bool,
    /// It may destroy something.
    pub destructive: bool,
    /// Repeating it with the same arguments changes nothing more.
    pub idempotent: bool,
    /// It reaches beyond the application.
    pub open_world: bool,
}

/// When calls of a tool may overlap with others (rules REG-6 and BATCH-1).
#[derive(Clone, Default)]
pub enum Concurrency {
    /// Never: each call runs alone.
    #[default]
    Exclusive,
    /// Always.
    Parallel,
    /// When this returns true for the arguments, which are valid. A panic counts as false.
    When(Arc<dyn Fn(&Json) -> bool + Send + Sync>),
}

impl fmt::Debug for Concurrency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exclusive => "Exclusive",
            Self::Parallel => "Parallel",
            Self::When(_) => "When(..)",
        })
    }
}

/// Makes the model's blocks of arguments and value.
pub(super) type Render = dyn Fn(&Json, &Json) -> Result<Vec<Content>, ToolError> + Send + Sync;
/// Makes metadata for people of arguments and value.
pub(super) type PresentationMeta = dyn Fn(&Json, &Json) -> Result<Json, ToolError> + Send + Sync;
/// May replace the content of a final outcome.
pub(super) type FinalizeContent = dyn Fn(&Outcome) -> Option<Vec<Content>> + Send + Sync;
/// Shows a call to people.
pub(super) type PresentCall = dyn Fn(&Json) -> Option<CallCard> + Send + Sync;
/// Shows a result to people.
pub(super) type PresentResult = dyn Fn(&Json, &DurableResult) -> Option<ResultCard> + Send + Sync;

/// What a tool may do beside its body. All of these are optional, pure and synchronous.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Callbacks {
    /// Instead of the default rendering: text as it is, other values as compact JSON.
    pub render: Option<Arc<Render>>,
    /// Rule PIPE-10.
    pub presentation_meta: Option<Arc<PresentationMeta>>,
    /// Rule PIPE-6.
    pub finalize_content: Option<Arc<FinalizeContent>>,
    /// Rule UI-1; arguments that it gets are valid.
    pub present_call: Option<Arc<PresentCall>>,
    /// Rule UI-1; arguments that it gets are valid.
    pub present_result: Option<Arc<PresentResult>>,
}

impl fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callbacks")
            .field("render", &self.render.is_some())
            .field("presentation_meta", &self.presentation_meta.is_some())
            .field("finalize_content", &self.finalize_content.is_some())
            .field("present_call", &self.present_call.is_some())
            .field("present_result", &self.present_result.is_some())
            .finish()
    }
}

/// What a tool says of itself, whatever the state of the registry it is in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolSpec {
    name: ToolName,
    description: Arc<str>,
    parameters: Schema,
    output: Schema,
    timeout: Option<Duration>,
    hints: Hints,
    concurrency: Concurrency,
    callbacks: Callbacks,
}

impl ToolSpec {
    /// Checks and keeps what a tool says of itself.
    ///
    /// # Errors
    ///
    /// [`DefinitionError`] for a name that the policy refuses, an empty description, and arguments that
    /// are no object.
    pub fn new(
        name: impl Into<Arc<str>>,
        policy: NamePolicy,
        description: impl Into<Arc<str>>,
        parameters: Schema,
        output: Schema,
    ) -> Result<Self, DefinitionError> {
        let name = ToolName::new(name, policy)?;
        let description = description.into();
        if description.trim().is_empty() {
            return Err(DefinitionError::MissingDescription { tool: name.as_str().into() });
        }
        Self::checked(name, description, parameters, output)
    }

    /// The spec of the tool that runs programs.
    pub(crate) fn run_code(
        description: Arc<str>,
        parameters: Schema,
        output: Schema,
    ) -> Result<Self, DefinitionError> {
        Self::checked(ToolName::run_code(), description, parameters, output)
    }

    fn checked(
        name: ToolName,
        description: Arc<str>,
        parameters: Schema,
        output: Schema,
    ) -> Result<Self, DefinitionError> {
        parameters
            .require_object_root()
            .map_err(|source| DefinitionError::Parameters { tool: name.as_str().into(), source })?;
        Ok(Self {
            name,
            description,
            parameters,
            output,
            timeout: None,
            hints: Hints::default(),
            concurrency: Concurrency::default(),
            callbacks: Callbacks::default(),
        })
    }

    /// Declares how long a call may take; the timeout policy enforces it.
    ///
    /// # Errors
    ///
    /// [`DefinitionError::ZeroTimeout`].
    pub fn with_timeout(mut self, timeout: Duration) -> Result<Self, DefinitionError> {
        if timeout.is_zero() {
            return Err(DefinitionError::ZeroTimeout { tool: self.name.as_str().into() });
        }
        self.timeout = Some(timeout);
        Ok(self)
    }

    /// Declares how the tool behaves.
    #[must_use]
    pub fn with_hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    /// Says when calls may overlap.
    #[must_use]
    pub fn with_concurrency(mut self, concurrency: Concurrency) -> Self {
        self.concurrency = concurrency;
        self
    }

    /// Adds callbacks.
    #[must_use]
    pub fn with_callbacks(mut self, callbacks: Callbacks) -> Self {
        self.callbacks = callbacks;
        self
    }

    /// The same tool under a name with that prefix, as in `fs.read_file`.
    pub(crate) fn prefixed(&self, prefix: &str) -> Result<Self, DefinitionError> {
        let name = ToolName::new(format!("{prefix}.{}", self.name), NamePolicy::Portable)?;
        Ok(Self { name, ..self.clone() })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &ToolName {
        &self.name
    }

    /// What the tool does, for the model.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The schema of the arguments, whose root is an object.
    #[must_use]
    pub fn parameters(&self) -> &Schema {
        &self.parameters
    }

    /// The schema of the canonical value.
    #[must_use]
    pub fn output(&self) -> &Schema {
        &self.output
    }

    /// How long a call may take, where that is declared.
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// How the tool says it behaves.
    #[must_use]
    pub fn hints(&self) -> Hints {
        self.hints
    }

    /// When calls may overlap.
    #[must_use]
    pub fn concurrency(&self) -> &Concurrency {
        &self.concurrency
    }

    /// Its callbacks.
    #[must_use]
    pub fn callbacks(&self) -> &Callbacks {
        &self.callbacks
    }

    /// Whether this is the tool that runs programs.
    #[must_use]
    pub fn is_run_code(&self) -> bool {
        self.name.as_str() == RUN_CODE
    }
}
