//! What the model is told: the tools of a scope in its mode, and the SDK that programs are written against.
//! Deterministic: the same tools give the same bytes, in whatever order they were registered (PROMPT-6).

mod prompt;
mod sdk;

pub use self::prompt::{Prompt, PromptError, Section};
pub use self::sdk::sdk_text;
