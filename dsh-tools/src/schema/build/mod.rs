//! Schemas written in Rust at run time: a builder in which a keyword that its type does not have cannot be written.
//! Each function here starts a schema; methods say more about it, and `build` checks all of it at once.
//!
//! ```
//! use dsh_tools::json::parse;
//! use dsh_tools::schema::build::{array, integer, parameters, string};
//!
//! let schema = parameters()
//!     .required("path", string().description("Where to look.").min_length(1))
//!     .optional("limit", integer().minimum(1).maximum(500).default(10))
//!     .optional("sort", string().allow(["name", "date"]))
//!     .optional("tags", array(string()).max_items(10).unique())
//!     .closed()
//!     .build()?;
//!
//! assert!(schema.is_valid(&parse(r#"{ "path": "/tmp", "limit": 20, "tags": ["a", "b"] }"#)?));
//! assert!(!schema.is_valid(&parse(r#"{ "path": "/tmp", "limit": 0 }"#)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`object`] has to say whether it accepts members that it does not name, before it is a schema:
//!
//! ```compile_fail,E0277
//! use dsh_tools::schema::build::{object, string};
//!
//! let schema = object().required("name", string()).build(); // `.closed()`, `.open()` or `.others(…)`?
//! ```
//!
//! Schemas whose types differ are brought to one type with [`Describe::describe`], and what refers to itself
//! has a name, which [`Draft::definition`] gives it:
//!
//! ```
//! use dsh_tools::json::parse;
//! use dsh_tools::schema::build::{array, object, reference, string};
//!
//! let folder = object()
//!     .required("name", string())
//!     .optional("folders", array(reference("Folder")))
//!     .closed();
//! let schema = reference("Folder").definition("Folder", folder).build()?;
//!
//! assert!(schema.is_valid(&parse(r#"{ "name": "a", "folders": [{ "name": "b" }] }"#)?));
//! assert!(!schema.is_valid(&parse(r#"{ "name": "a", "folders": [{ "name": 1 }] }"#)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Members of the JSON Schema stand in the order in which they were written. What is said twice, and a
//! property that is declared twice, is as it was said last. A schema that stands inside another is JSON
//! already, so that depth costs no stack.

mod any;
mod array;
mod branches;
mod draft;
mod keywords;
mod object;
mod reference;
mod scalar;
#[cfg(test)]
mod tests;
mod value;

pub use self::any::{Anything, constant, json};
pub use self::array::{List, Tuple, array, tuple};
pub use self::branches::{Branches, Choice, Negation, all_of, any_of, not, one_of};
pub use self::draft::{Describe, Described, Draft, Finish, Nest, Nullable, TakesNull};
pub use self::object::{Decided, Members, Root, Undecided, object, parameters};
pub use self::reference::{Link, WithDefinitions, reference};
pub use self::scalar::{
    Decimal, Nothing, Numeric, Text, Truth, Whole, boolean, integer, null, number, string,
};
pub use self::value::Value;
