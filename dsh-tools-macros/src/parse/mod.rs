//! From tokens to what was written: attributes with the place of each value, nothing judged by meaning yet.
//! A mistake in one attribute leaves the others readable.

mod argument;
mod data;
mod setting;
mod tool;
mod toolset;

pub(crate) use self::argument::{ArgumentAttributes, Bounds};
pub(crate) use self::data::DataAttributes;
pub(crate) use self::tool::{Concurrency, ToolAttributes};
pub(crate) use self::toolset::ToolsetAttributes;
