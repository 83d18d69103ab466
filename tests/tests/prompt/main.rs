//! What a model is told of a scope: the rules PROMPT-1 to PROMPT-6, over the public API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.
#![allow(clippy::unused_async)] // Functions of prompts are async, also where they wait for nothing.

mod hostile;
mod listeners;
mod modes;
mod orders;
mod providers;
mod sections;
mod stable;
mod stand;
mod texts;
