//! dsh-tools

pub mod call;
pub mod code;
pub mod hook;
pub mod json;
pub mod pipeline;
pub mod present;
pub mod registry;
pub mod schedule;
pub mod schema;
pub mod tool;
