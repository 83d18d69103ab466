//! What people are shown: cards live, from a log, on a terminal, and the JSON of them (rules UI-1 and UI-2).
//! How a tool makes its cards is tested beside the macro, in `dsh-tools/tests/cards.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod documented;
mod examples;
mod hostile;
mod large;
mod replayed;
mod shown;
