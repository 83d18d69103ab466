//! Schemas by name: references, and the root that holds what they refer to.

use std::sync::Arc;

use indexmap::IndexMap;

use super::draft::{Describe, Draft, Finish, Nest, TakesNull};
use super::keywords::Keywords;
use crate::json::Json;
use crate::schema::{Schema, SchemaError};

/// The kind of [`reference()`].
#[derive(Clone, Copy, Debug)]
pub struct Link;

impl Finish for Link {}
impl Nest for Link {}
impl TakesNull for Link {}

/// The schema that [`Draft::definition`] gives this name at the root, be it around this one.
///
/// ```
/// use dsh_tools::schema::build::{array, parameters, reference, string};
///
/// let schema = parameters()
///     .required("to", reference("Address"))
///     .optional("copies", array(reference("Address")))
///     .definition("Address", string().format("email"))
///     .build()?;
/// assert_eq!(schema.to_json()["$defs"]["Address"]["type"].as_str(), Some("string"));
///
/// let error = reference("Nobody").build().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unsupported schema: schema: `$ref` \"#/$defs/Nobody\" leads nowhere in this schema"
/// );
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn reference(name: &str) -> Draft<Link> {
    // A JSON pointer inside a URI: each of the two has characters of its own.
    let segment = name.replace('~', "~0").replace('/', "~1").replace('%', "%25");
    Draft::new(Keywords::one("$ref", format!("#/$defs/{segment}").into()), Link)
}

/// A finished schema with the definitions that its references name.
#[derive(Clone, Debug)]
#[must_use = "a draft does nothing before it is built"]
pub struct WithDefinitions {
    keywords: Keywords,
    definitions: IndexMap<Arc<str>, Json>,
}

impl WithDefinitions {
    pub(super) fn new(keywords: Keywords) -> Self {
        Self { keywords, definitions: IndexMap::new() }
    }

    /// Another definition; a second one of the same name takes the place of the first.
    pub fn definition(mut self, name: impl Into<String>, schema: impl Describe) -> Self {
        self.definitions.insert(name.into().into(), schema.describe().0);
        self
    }

    /// The schema, checked.
    ///
    /// # Errors
    ///
    /// [`SchemaError`] lists every place that contradicts itself, such as a reference without a definition.
    pub fn build(mut self) -> Result<Schema, SchemaError> {
        let definitions = self.definitions.into_iter().collect();
        self.keywords.set("$defs", Json::Object(definitions));
        Schema::from_json(&self.keywords.into_json())
    }
}
