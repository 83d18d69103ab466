//! dsh-tools

pub mod json;
