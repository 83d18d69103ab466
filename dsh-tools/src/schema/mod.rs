//! Schemas: one immutable model, seen as JSON Schema, as a validator, and as a TypeScript type.
//! Made from Rust types, JSON, specs or a builder; what is outside the vocabulary is refused, never half-enforced.

mod author;
pub mod build;
mod check;
mod closest;
mod compile;
mod components;
mod describe;
mod error;
mod format;
mod keywords;
mod nearest;
mod node;
pub(crate) mod outline;
mod partial;
mod path;
mod pattern;
mod redact;
mod rules;
mod rust;
mod sink;
mod text;
pub mod typescript;
mod validate;
mod violation;

pub use self::error::{Loss, Offence, SchemaError};
pub use self::rust::{ParametersBuilder, PropertyOptions};
pub use self::violation::{Violation, ViolationKind};

pub(crate) use self::nearest::nearest;
pub(crate) use self::partial::Mismatch;
pub(crate) use self::redact::REDACTED;

use std::fmt;
use std::sync::Arc;

use self::node::Graph;
use crate::json::{Json, Object, ObjectBuilder, Partial};

/// A schema: immutable, compiled, shared. Cloning copies a pointer.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::Schema;
///
/// let schema = Schema::from_json(&parse(r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#)?)?;
/// assert!(schema.is_valid(&parse(r#"{"n": 3.0}"#)?));
/// let violations = schema.validate(&parse(r#"{"n": "x"}"#)?, "value");
/// assert_eq!(violations[0].to_string(), "value.n: expected an integer, found the string \"x\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Schema(Arc<Inner>);

struct Inner {
    json: Json,
    graph: Arc<Graph>,
    /// Whether `format` is enforced.
    formats: bool,
}

impl Inner {
    fn new(json: Json, graph: Graph) -> Self {
        Self { json, graph: Arc::new(graph), formats: false }
    }
}

impl Schema {
    /// The schema of any JSON.
    #[must_use]
    pub fn any() -> Self {
        Self(Arc::new(Inner::new(Json::Object(Object::default()), Graph::any())))
    }

    /// The schema that this JSON Schema says, in the strict form (rule SCH-3).
    ///
    /// # Errors
    ///
    /// [`SchemaError`] lists every place that is outside the vocabulary or contradicts itself.
    pub fn from_json(schema: &Json) -> Result<Self, SchemaError> {
        let graph = compile::strict(schema)?;
        Ok(Self(Arc::new(Inner::new(schema.clone(), graph))))
    }

    /// The schema that this JSON Schema says, as far as it is understood (rule SCH-3).
    ///
    /// What is not understood accepts any JSON at that place alone; the losses say where that is.
    #[must_use]
    pub fn from_json_lenient(schema: &Json) -> (Self, Vec<Loss>) {
        let (graph, losses) = compile::lenient(schema);
        (Self(Arc::new(Inner::new(schema.clone(), graph))), losses)
    }

    /// The schema of what `T` is read from.
    ///
    /// # Errors
    ///
    /// [`SchemaError`] when the type's schema is outside the vocabulary.
    pub fn of_input<T: schemars::JsonSchema>() -> Result<Self, SchemaError> {
        Self::from_json(&rust::input_schema::<T>())
    }

    /// The schema of what `T` is written as.
    ///
    /// # Errors
    ///
    /// [`SchemaError`] when the type's schema is outside the vocabulary.
    pub fn of_output<T: schemars::JsonSchema>() -> Result<Self, SchemaError> {
        Self::from_json(&rust::output_schema::<T>())
    }

    /// The JSON Schema, as a provider gets it.
    #[must_use]
    pub fn to_json(&self) -> &Json {
        &self.0.json
    }

    /// Every violation, in walk order; none means valid (rule SCH-4).
    ///
    /// `root` is how paths name the value itself. With an empty root, paths are the names of properties
    /// alone and the value itself is called `arguments`.
    #[must_use]
    pub fn validate(&self, value: &Json, root: &str) -> Vec<Violation> {
        validate::violations(&self.0.graph, self.0.formats, value, root)
    }

    /// Whether the value is valid; cheaper than [`Schema::validate`] where it is not.
    #[must_use]
    pub fn is_valid(&self, value: &Json) -> bool {
        validate::fits(&self.0.graph, self.0.formats, value)
    }

    /// What is sure to be wrong with the types of a value of which parts are not known (rule CODE-13).
    pub(crate) fn mismatches(&self, value: &Partial) -> Vec<Mismatch> {
        partial::mismatches(&self.0.graph, self.0.formats, value)
    }

    /// The same schema, with `format` enforced where it is `date-time`, `date`, `time`, `duration`, `email`,
    /// `uri`, `uuid`, `ipv4` or `ipv6` (rule SCH-2). Otherwise formats only annotate.
    ///
    /// ```
    /// use dsh_tools::json::Json;
    /// use dsh_tools::schema::Schema;
    ///
    /// let schema = Schema::from_json(&serde_json::json!({ "type": "string", "format": "date" }).into())?;
    /// assert!(schema.is_valid(&Json::from("soon")));
    /// assert!(!schema.enforce_formats().is_valid(&Json::from("soon")));
    /// # Ok::<(), dsh_tools::schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn enforce_formats(&self) -> Self {
        let Inner { json, graph, .. } = &*self.0;
        Self(Arc::new(Inner { json: json.clone(), graph: graph.clone(), formats: true }))
    }

    /// The value without its secrets: `"[redacted]"` stands where the schema says `"writeOnly": true`.
    ///
    /// ```
    /// use dsh_tools::json::parse;
    /// use dsh_tools::schema::Schema;
    ///
    /// let schema = parse(r#"{"type":"object","properties":{"token":{"type":"string","writeOnly":true}}}"#)?;
    /// let schema = Schema::from_json(&schema)?;
    /// let value = parse(r#"{"user":"ann","token":"hunter2"}"#)?;
    /// assert_eq!(schema.redact(&value).to_string(), r#"{"user":"ann","token":"[redacted]"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn redact(&self, value: &Json) -> Json {
        redact::redacted(&self.0.graph, value)
    }

    /// Refuses a schema whose root is no object, as arguments have to be (rule SCH-9).
    ///
    /// # Errors
    ///
    /// [`SchemaError`] with one offence at the root.
    pub fn require_object_root(&self) -> Result<(), SchemaError> {
        if self.graph().is_object_root() {
            return Ok(());
        }
        Err(SchemaError::one("schema", "the root must be an object: `\"type\": \"object\"`"))
    }

    /// The same schema, refusing members that it does not declare (rule SCH-5).
    ///
    /// # Errors
    ///
    /// [`SchemaError`] when the root is no object.
    pub fn closed(&self) -> Result<Self, SchemaError> {
        self.require_object_root()?;
        let mut members = ObjectBuilder::default();
        for (key, value) in self.0.json.as_object().into_iter().flatten() {
            if &**key != "additionalProperties" {
                members.insert(key.clone(), value.clone());
            }
        }
        members.insert("additionalProperties", Json::Bool(false));
        let closed = Self::from_json(&members.build().into())?;
        Ok(if self.0.formats { closed.enforce_formats() } else { closed })
    }

    /// The description at the root.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.graph().root().description.as_deref()
    }

    /// The names of all properties, at any depth.
    pub(crate) fn property_names(&self) -> impl Iterator<Item = &str> {
        let objects = self.graph().nodes.iter().filter_map(|node| node.objects.as_ref());
        objects.flat_map(|rules| rules.properties.keys()).map(|name| &**name)
    }

    fn graph(&self) -> &Graph {
        &self.0.graph
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Schema").field(&self.0.json).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn sch_9_only_an_object_is_a_root_of_arguments_and_whoever_asks_is_told_the_same() {
        let schema = |text: &str| Schema::from_json(&parse(text).unwrap()).unwrap();
        let objects = [
            r#"{"type":"object"}"#,
            r##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"object"}}}"##,
            r#"{"type":"object","oneOf":[{"required":["a"],"properties":{"a":{}}}]}"#,
        ];
        for text in objects {
            assert!(schema(text).require_object_root().is_ok(), "{text}");
        }
        for text in ["{}", "true", r#"{"type":"string"}"#, r#"{"type":["object","null"]}"#] {
            let error = schema(text).require_object_root().unwrap_err().to_string();
            assert!(error.contains("the root must be an object"), "{text}: {error}");
        }
    }
}
