//! The policies that ship, over the public API: the rules POL-1 and POL-2.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod measure;
mod retry;
mod spill;
mod timeout;
