//! dsh-tools

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod call;
pub mod hook;
pub mod json;
#[cfg(feature = "macros")]
mod macros;
pub mod pipeline;
pub mod prelude;
pub mod registry;
pub mod schedule;
pub mod schema;
pub mod tool;

#[cfg(feature = "macros")]
pub use dsh_tools_macros::{data, tool};
