//! Code Mode: what lies between programs and tools, and the cases that users of similar systems reported.
//! What runs programs is tested under both hosts: `in_process` and `isolated` in a test's name say under which.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod calls;
mod endings;
mod scripted;
mod stand;
mod texts;
mod values;
mod wall_clock;
mod world;
