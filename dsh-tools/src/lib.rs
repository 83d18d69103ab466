//! dsh-tools

pub mod call;
pub mod json;
pub mod schema;
pub mod tool;
