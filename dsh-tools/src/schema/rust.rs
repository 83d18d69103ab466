//! Schemas of Rust types, by schemars: what a type is read from, and what it is written as.
//! What schemars says in ways that providers refuse is said again in plain ones.

use std::sync::Arc;

use schemars::generate::{SchemaGenerator, SchemaSettings};

use super::Schema;
use super::error::SchemaError;
use crate::json::{Json, Object, ObjectBuilder};

pub(super) fn input_schema<T: schemars::JsonSchema>() -> Json {
    let schema = settings().for_deserialize().into_generator().into_root_schema_for::<T>();
    plain(&Json::from(schema.to_value()))
}

pub(super) fn output_schema<T: schemars::JsonSchema>() -> Json {
    let schema = settings().for_serialize().into_generator().into_root_schema_for::<T>();
    plain(&Json::from(schema.to_value()))
}

fn settings() -> SchemaSettings {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    settings
}

/// What is said of a property besides its type.
#[derive(Clone, Debug, Default)]
pub struct PropertyOptions {
    /// What it is, for the model.
    pub description: Option<String>,
    /// Whether it has to be there.
    pub required: bool,
    /// What the body gets when it is missing.
    pub default: Option<Json>,
    /// Examples for the model.
    pub examples: Vec<Json>,
    /// Keywords of JSON Schema that constrain it further.
    pub constraints: Vec<(&'static str, Json)>,
}

/// Builds the schema of a tool's arguments, property by property, with one set of definitions.
///
/// ```
/// use dsh_tools::schema::{ParametersBuilder, PropertyOptions};
///
/// let schema = ParametersBuilder::new()
///     .property::<String>("path", PropertyOptions { required: true, ..Default::default() })
///     .build()?;
/// assert_eq!(
///     schema.to_json().to_string(),
///     r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#
/// );
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct ParametersBuilder {
    generator: SchemaGenerator,
    properties: ObjectBuilder,
    required: Vec<Json>,
    closed: bool,
}

impl Default for ParametersBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ParametersBuilder {
    /// No properties yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            generator: settings().for_deserialize().into_generator(),
            properties: ObjectBuilder::default(),
            required: Vec::new(),
            closed: false,
        }
    }

    /// Adds a property of that type. A second one of the same name is left out.
    #[must_use]
    pub fn property<T: schemars::JsonSchema>(
        mut self,
        name: &str,
        options: PropertyOptions,
    ) -> Self {
        let schema = plain(&Json::from(self.generator.subschema_for::<T>().to_value()));
        let mut members = ObjectBuilder::default();
        if let Some(description) = options.description {
            members.insert("description", description.into());
        }
        for (key, value) in options.constraints {
            members.insert(key, value);
        }
        if let Some(default) = options.default {
            members.insert("default", default);
        }
        if !options.examples.is_empty() {
            members.insert("examples", options.examples.into());
        }
        // What the parameter says comes before what its type says.
        let mut property = ObjectBuilder::default();
        for (key, value) in schema.as_object().into_iter().flatten() {
            if !members.contains_key(key) {
                property.insert(key.clone(), value.clone());
            }
        }
        for (key, value) in &members.build() {
            property.insert(key.clone(), value.clone());
        }
        self.properties.insert(name, property.build().into());
        if options.required {
            self.required.push(name.into());
        }
        self
    }

    /// Whether other members are refused (rule SCH-5).
    #[must_use]
    pub fn closed(mut self, closed: bool) -> Self {
        self.closed = closed;
        self
    }

    /// The schema: always an object with `properties`.
    ///
    /// # Errors
    ///
    /// [`SchemaError`] when the schema of a type is outside the vocabulary.
    pub fn build(mut self) -> Result<Schema, SchemaError> {
        let mut members = ObjectBuilder::default();
        members.insert("type", "object".into());
        members.insert("properties", self.properties.build().into());
        if !self.required.is_empty() {
            members.insert("required", self.required.into());
        }
        if self.closed {
            members.insert("additionalProperties", Json::Bool(false));
        }
        let definitions = self.generator.take_definitions(true);
        if !definitions.is_empty() {
            let definitions =
                definitions.into_iter().map(|(name, schema)| (name, plain(&schema.into())));
            members.insert("$defs", Json::Object(definitions.collect()));
        }
        Schema::from_json(&members.build().into())
    }
}

/// Rewrites what a type says so that every provider can read it: no non-standard formats, no boolean
/// schemas for "anything", one `enum` for a list of constants. Recurses as deep as the type's schema
/// nests, which is as deep as its source text.
fn plain(schema: &Json) -> Json {
    let members = match schema {
        Json::Bool(true) => return Json::Object(Object::default()),
        Json::Object(members) => members,
        other => return other.clone(),
    };
    if let Some(merged) = merged_constants(members) {
        return merged;
    }
    let mut out = ObjectBuilder::with_capacity(members.len());
    for (key, value) in members {
        let value = match (&**key, value) {
            ("format", Json::String(format)) if !is_standard(format) => continue,
            ("properties" | "patternProperties" | "$defs", Json::Object(named)) => Json::Object(
                named.iter().map(|(name, schema)| (name.clone(), plain(schema))).collect(),
            ),
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Json::Array(schemas)) => {
                schemas.iter().map(plain).collect()
            }
            // `additionalProperties: true` says "open", which is no schema of a value.
            ("additionalProperties" | "unevaluatedProperties", Json::Bool(_)) => value.clone(),
            ("items" | "contains" | "not" | "additionalProperties" | "propertyNames", _) => {
                plain(value)
            }
            _ => value.clone(),
        };
        out.insert(key.clone(), value);
    }
    add_bounds(members, &mut out);
    out.build().into()
}

/// Formats that JSON Schema defines; `uint32` and its like are bounds.
fn is_standard(format: &str) -> bool {
    const STANDARD: [&str; 14] = [
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "uuid",
        "regex",
        "json-pointer",
        "byte",
    ];
    STANDARD.contains(&format)
}

/// The range of a Rust integer, where its format named it.
fn add_bounds(members: &Object, out: &mut ObjectBuilder) {
    let Some(format) = members.get("format").and_then(Json::as_str) else { return };
    let (least, most): (Json, Json) = match format {
        "int8" => (i32::from(i8::MIN).into(), i32::from(i8::MAX).into()),
        "int16" => (i32::from(i16::MIN).into(), i32::from(i16::MAX).into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
        "uint8" => (0.into(), u32::from(u8::MAX).into()),
        "uint16" => (0.into(), u32::from(u16::MAX).into()),
        "uint32" => (0.into(), u32::MAX.into()),
        "uint64" | "uint" => (0.into(), u64::MAX.into()),
        _ => return,
    };
    // 64-bit bounds would only cost tokens; serde holds them.
    let narrow = !format.ends_with("64") && format != "int" && format != "uint";
    if narrow || format.starts_with('u') {
        out.insert("minimum", least);
    }
    if narrow {
        out.insert("maximum", most);
    }
}

/// A `oneOf` of documented constants, as schemars writes a plain enum, as one `enum` (FIELD R-M7).
fn merged_constants(members: &Object) -> Option<Json> {
    let branches = members.get("oneOf")?.as_array()?;
    let mut values = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    for branch in branches {
        let plain = ["const", "description", "type", "title", "enum"];
        let branch = branch.as_object()?;
        if branch.keys().any(|key| !plain.contains(&&**key)) {
            return None;
        }
        let named: Vec<Json> = match (branch.get("const"), branch.get("enum")) {
            (Some(value), None) => vec![value.clone()],
            (None, Some(Json::Array(several))) => several.iter().cloned().collect(),
            _ => return None,
        };
        if !named.iter().all(|value| value.as_str().is_some()) {
            return None;
        }
        if let (Some(text), [only]) = (branch.get("description").and_then(Json::as_str), &*named) {
            texts.push(format!("- {}: {text}", only.as_str().unwrap_or_default()));
        }
        values.extend(named);
    }
    let mut out = ObjectBuilder::default();
    let own = members.get("description").and_then(Json::as_str).map(Arc::from);
    let own: Option<Arc<str>> = own;
    let description: Vec<&str> =
        own.as_deref().into_iter().chain(texts.iter().map(String::as_str)).collect();
    if !description.is_empty() {
        out.insert("description", description.join("\n").into());
    }
    out.insert("type", "string".into());
    out.insert("enum", values.into());
    for (key, value) in members {
        if !["oneOf", "description", "type", "enum"].contains(&&**key) {
            out.insert(key.clone(), value.clone());
        }
    }
    Some(out.build().into())
}
