//! Which tools there are, for whom: layers of registrations, scopes over them, and who may see what.
//! Readers take an immutable view without waiting for each other; a call keeps the view it began with.

mod admission;
mod builder;
mod error;
mod filter;
mod layer;
mod listeners;
mod mode;
mod node;
mod parts;
mod records;
mod registration;
mod scope;
mod sync;
mod tool_set;
mod view;

pub use self::builder::RegistryBuilder;
pub use self::error::{BuildError, Names, RegistryError};
pub use self::filter::Filter;
pub use self::mode::{ExecutionMode, Mode, ToolSchema};
pub use self::registration::Registration;
pub use self::scope::{Scope, ScopeHandle, ToolRegistry};

pub(crate) use self::admission::Admitted;
pub(crate) use self::layer::Place;
pub(crate) use self::node::Core;
pub(crate) use self::records::Records;
pub(crate) use self::tool_set::ToolSet;
pub(crate) use self::view::View;
