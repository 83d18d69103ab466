//! dsh-tools

pub mod call;
pub mod hook;
pub mod json;
pub mod pipeline;
pub mod registry;
pub mod schedule;
pub mod schema;
pub mod tool;
