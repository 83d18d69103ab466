//! Tools of a crate whose only dependency is this library, under another name, in edition 2021 (rule MAC-8).
//! Whoever writes such a crate denies every warning, so that nothing the macros write may cause one.
#![deny(warnings, missing_docs, clippy::pedantic)]

pub mod hostile;
pub mod plain;
