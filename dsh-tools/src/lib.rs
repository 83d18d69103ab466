//! Let a language model use the functions of a Rust program.
//!
//! `#[tool]` over an async function makes a tool of it: from its types come the schemas of arguments and
//! output, a validator, and a fragment of a TypeScript SDK. A [`registry`] runs every call through one
//! [`pipeline`] of policies, under scopes. In Code Mode the model writes one program against the SDK, which
//! runs in a pure-Rust engine, so that only what it returns or logs costs tokens.
//!
//! ```
//! use dsh_tools::prelude::*;
//!
//! /// Add two integers.
//! #[tool(concurrency_safe)]
//! async fn add(a: i64, b: i64) -> i64 { a + b }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = ToolRegistry::builder().tools(tools![add]).build()?;
//! let outcome = registry.call("add", json!({ "a": 1, "b": 2 })).await;
//! assert_eq!(outcome.text(), "3");
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! - `macros` (default): `#[tool]`, `#[toolset]` and [`tools!`].
//! - `engine` (default): Code Mode in this process. Without it no engine is compiled.
//! - `tower`: layers of tower as around-execute hooks.
//! - `bytes`, `chrono`, `url`, `uuid`: schemas for the types of these crates.
//! - `cli`: the program `dsh-tools`, which prints the SDK and the documentation of tool lists and validates values.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod call;
pub mod code;
#[cfg(feature = "engine")]
mod engine;
pub mod hook;
pub mod json;
#[cfg(feature = "macros")]
mod macros;
#[cfg(all(test, shuttle))]
mod orders;
pub mod pipeline;
pub mod policy;
pub mod prelude;
pub mod present;
#[cfg(feature = "engine")]
mod program;
pub mod registry;
pub mod schedule;
pub mod schema;
pub mod sdk;
pub mod testing;
pub mod tool;
#[cfg(all(feature = "engine", target_os = "linux"))]
pub mod worker;

#[cfg(feature = "macros")]
pub use dsh_tools_macros::{data, tool, toolset};

/// The README's programs are compiled and run.
#[cfg(all(doctest, feature = "engine", feature = "macros"))]
#[doc = include_str!("../../README.md")]
struct Readme;
