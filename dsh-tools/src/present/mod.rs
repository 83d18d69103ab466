//! What the model is told: the tools of a scope in its mode, and the SDK that programs are written against;
//! and what people are told: the documentation of tools.
//! Deterministic: the same tools give the same bytes, in whatever order they were registered (PROMPT-6).

mod docs;
mod markdown;
mod prompt;
mod sdk;

pub use self::docs::docs_text;
pub use self::prompt::{Prompt, PromptError, Section};
pub use self::sdk::{sdk_text, sdk_types};
