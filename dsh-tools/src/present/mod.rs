//! What the model is told: the tools of a scope in its mode, and the SDK that programs are written against;
//! and what people are told: the documentation of tools, and cards of calls and results on a terminal.
//! Deterministic: the same tools give the same bytes, in whatever order they were registered (PROMPT-6).
//!
//! # Prompts
//!
//! [`prompt`](crate::registry::ScopeHandle::prompt) assembles what a model gets of a scope: the sections of
//! the system prompt and the tools for function calling. Beside those of the tools themselves, an application
//! puts in sections, variables, an order of tools, listeners and providers, on the builder, the registry or a
//! scope. A scope inherits all of them, shadows sections and variables by name and the order as a whole, and
//! takes back what it owns when it is dropped.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use dsh_tools::prelude::*;
//!
//! let registry = ToolRegistry::builder()
//!     .section("intro", 10, "You are {{name}}.")
//!     .section("rules", 200, "Never guess.")
//!     .variable("name", "Ada")
//!     .build()?;
//! assert_eq!(registry.prompt().await?.text(), "You are Ada.\n\nNever guess.");
//!
//! let agent = registry.scope();
//! agent.section("rules", 200, "Guess, and say so. {{{{braces}} stay.")?.keep();
//! assert_eq!(agent.prompt().await?.text(), "You are Ada.\n\nGuess, and say so. {{braces}} stay.");
//! # Ok(())
//! # }
//! ```
//!
//! Sections stand by number, then by name. This library's own are `tools:code-only` (99) and `tools:sdk`
//! (150); other names that start with `tools:` are reserved. In the text of other sections `{{name}}` stands
//! for a variable, and one that is not there is an error; `{{{{` stands for a literal `{{`, [`Verbatim`] text
//! is taken as it is, and so is all that comes from tools or from the values of variables.
//!
//! What asks no function of the application is made once for each state of a scope and shared after that;
//! scopes that see the same tools share one SDK text.

mod assemble;
mod disclosed;
mod disclosure;
mod docs;
mod error;
mod listener;
mod markdown;
mod order;
mod parts;
mod plan;
mod prompt;
pub mod provider;
mod sdk;
mod search;
mod template;
mod terminal;
mod text;
mod tool_provider;
mod variables;
mod words;

pub use self::disclosure::{Disclosure, DisclosureLevel, Sdk};
pub use self::docs::docs_text;
pub use self::error::{PartError, PromptError};
pub use self::listener::{Assembly, PromptListener, PromptNext};
pub use self::order::{OrderError, UNLISTED_TOOLS};
pub use self::prompt::{Prompt, Section};

pub use self::sdk::{sdk_text, sdk_types};
pub use self::template::TemplateError;
pub use self::terminal::TerminalView;
pub use self::text::{AtOnce, Fixed, GivenText, IntoText, Later, Text, TextSource, Verbatim};
pub use self::tool_provider::ToolProvider;

pub(crate) use self::disclosed::level_of;
pub(crate) use self::sdk::{first_line, fragment};
pub(crate) use self::search::SearchIndex;
