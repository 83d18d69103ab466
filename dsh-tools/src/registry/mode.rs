//! How tools are offered to the model, what is said of them, and whether a call may overlap.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::schema::Schema;
use crate::tool::ToolDefinition;

/// How a scope's tools are offered to the model (rule PROMPT-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Function calling, tool by tool.
    #[default]
    Native,
    /// One tool, `run_code`, whose programs call the others.
    Code,
    /// Both at once.
    Both,
}

impl Mode {
    /// Whether programs can be run in this mode.
    #[must_use]
    pub fn runs_code(self) -> bool {
        self != Self::Native
    }

    /// The mode as configuration writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Code => "code",
            Self::Both => "both",
        }
    }
}

/// Whether a call may overlap with others (rule REG-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecutionMode {
    /// It may overlap with other parallel calls.
    Parallel,
    /// It runs alone.
    Exclusive,
}

/// What a model is told of a tool: never timeouts, callbacks or anything else of its execution.
///
/// Serialises as `{"name":…,"description":…,"parameters":{…}}`, with the schema as JSON Schema.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ToolSchema {
    /// The name.
    pub name: Arc<str>,
    /// What the tool does.
    pub description: Arc<str>,
    /// The schema of the arguments.
    #[serde(serialize_with = "as_json_schema")]
    pub parameters: Schema,
}

impl ToolSchema {
    /// What a model is told of a tool that lies outside the registry.
    pub fn new(
        name: impl Into<Arc<str>>,
        description: impl Into<Arc<str>>,
        parameters: Schema,
    ) -> Self {
        Self { name: name.into(), description: description.into(), parameters }
    }

    pub(crate) fn of<S>(tool: &ToolDefinition<S>) -> Self {
        let spec = tool.spec();
        Self::new(spec.name().shared(), spec.description(), spec.parameters().clone())
    }
}

fn as_json_schema<S: Serializer>(schema: &Schema, serializer: S) -> Result<S::Ok, S::Error> {
    schema.to_json().serialize(serializer)
}
