//! What most programs that define tools need: `use dsh_tools::prelude::*;`.
//! Names only; each is documented where it lives.

pub use serde_json::json;

pub use crate::call::{Content, Outcome, ToolError};
pub use crate::tool::{FromState, IntoTool, ToolContext, ToolDefinition, Tools};

#[cfg(feature = "macros")]
pub use crate::tools;
#[cfg(feature = "macros")]
pub use dsh_tools_macros::tool;
