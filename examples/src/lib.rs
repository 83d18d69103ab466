//! Shared pieces of the examples: tools over a directory, and an observer that counts.

pub mod counting;
pub mod files;
