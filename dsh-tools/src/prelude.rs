//! What most programs that define and register tools need: `use dsh_tools::prelude::*;`.
//! Names only; each is documented where it lives.

pub use serde_json::json;

pub use crate::call::{Content, Outcome, ToolCall, ToolError};
#[cfg(feature = "engine")]
pub use crate::code::InProcess;
pub use crate::hook::{CallHandle, Decision, Next};
pub use crate::registry::{Filter, Mode, Scope, ToolRegistry};
pub use crate::schedule::Batch;
pub use crate::tool::{FromState, IntoTool, ToolContext, ToolDefinition, Tools};
#[cfg(all(feature = "engine", target_os = "linux"))]
pub use crate::worker::Isolated;

#[cfg(feature = "macros")]
pub use crate::tools;
#[cfg(feature = "macros")]
pub use dsh_tools_macros::{tool, toolset};
