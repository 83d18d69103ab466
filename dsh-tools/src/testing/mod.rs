//! Testing tools, registries and journals.
//! A tool is tested at three depths, and a whole registry by a [`Script`] or a [`Replay`].
//!
//! - The function itself: `#[tool]` leaves it as it is, so a test calls it.
//! - With a state: [`ToolContext::test`](crate::tool::ToolContext::test) makes the context it asks for.
//! - As a model calls it, with validation of arguments and value: `add::tool().call(json, &context)`.
//! - As an application runs it, under its hooks and policies: a [`Script`] of calls against a registry or
//!   scope, each with what is expected of it.
//! - As it once ran: a [`Replay`] makes the calls of a journal again and says what has changed.
//!
//! ```
//! use dsh_tools::call::ErrorCode;
//! use dsh_tools::prelude::*;
//! use dsh_tools::testing::{Script, Step};
//!
//! #[derive(Clone)]
//! struct Offset(i64);
//!
//! /// Add two integers and the offset.
//! #[tool]
//! async fn add(a: i64, b: i64, context: &ToolContext<Offset>) -> i64 {
//!     a + b + context.state().0
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//! let context = ToolContext::test(Offset(10));
//! assert_eq!(add(1, 2, &context).await, 13);
//!
//! let sum = add::tool().call(json!({ "a": 1, "b": 2 }), &context).await?;
//! assert_eq!(sum.as_i64(), Some(13));
//!
//! let registry = ToolRegistry::builder().state(Offset(10)).tools(tools![add]).build()?;
//! let script = Script::new([
//!     Step::new("add", json!({ "a": 1, "b": 2 })).succeeds_with(13),
//!     Step::new("add", json!({ "a": "one" })).fails_with(ErrorCode::INVALID_ARGS).contains("a"),
//! ]);
//! script.run(&registry).await.assert();
//! # Ok(())
//! # }
//! ```

mod clock;
mod difference;
mod replay;
mod report;
mod script;

pub use self::clock::SeededClock;
pub use self::replay::Replay;
pub use self::report::{Entry, Report, Unmet, Verdict};
pub use self::script::{Script, Step};
