//! Schemas of Rust types, by schemars: what a type is read from, and what it is written as.
//! What schemars says in ways that providers refuse is said again in plain ones.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use super::Schema;
use super::error::SchemaError;
use crate::json::{Json, Object, ObjectBuilder};

pub(super) fn input_schema<T: schemars::JsonSchema>() -> Json {
    let schema = settings().for_deserialize().into_generator().into_root_schema_for::<T>();
    plain(schema.to_value(), Direction::Input)
}

pub(super) fn output_schema<T: schemars::JsonSchema>() -> Json {
    let schema = settings().for_serialize().into_generator().into_root_schema_for::<T>();
    plain(schema.to_value(), Direction::Output)
}

/// Whether a type is read or written.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Input,
    Output,
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
        let schema = plain(self.generator.subschema_for::<T>().to_value(), Direction::Input);
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
            let definitions = definitions
                .into_iter()
                .map(|(name, schema)| (name, plain(schema, Direction::Input)));
            members.insert("$defs", Json::Object(definitions.collect()));
        }
        Schema::from_json(&members.build().into())
    }
}

/// Rewrites what a type says so that every provider can read it: no non-standard formats, no boolean
/// schemas for "anything", one `enum` for a list of constants. Recurses as deep as the type's schema
/// nests, which is as deep as its source text.
fn plain(schema: Value, direction: Direction) -> Json {
    let mut members = match schema {
        Value::Bool(true) => return Json::Object(Object::default()),
        Value::Object(members) => members,
        other => return other.into(),
    };
    merge_constants(&mut members);
    let mut named = None;
    let inner = |schema| plain(schema, direction);
    let mut out = ObjectBuilder::with_capacity(members.len());
    for (key, value) in members {
        let value = match (key.as_str(), value) {
            ("format", Value::String(format)) if !is_standard(&format) => {
                named = Some(format);
                continue;
            }
            ("properties" | "patternProperties" | "$defs", Value::Object(named)) => named
                .into_iter()
                .map(|(name, schema)| (name, inner(schema)))
                .collect::<Object>()
                .into(),
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.into_iter().map(inner).collect()
            }
            // `additionalProperties: true` says "open", which is no schema of a value.
            ("additionalProperties" | "unevaluatedProperties", Value::Bool(open)) => open.into(),
            ("items" | "contains" | "not" | "additionalProperties" | "propertyNames", value) => {
                inner(value)
            }
            ("type", Value::String(name)) => shared(name).into(),
            (_, value) => value.into(),
        };
        out.insert(shared(key), value);
    }
    if let Some(format) = named {
        add_bounds(&format, direction, &mut out);
    }
    out.build().into()
}

/// The words that schemas of types are made of, which all of them share.
static WORDS: LazyLock<[Arc<str>; 18]> = LazyLock::new(|| {
    let words = [
        "type",
        "description",
        "string",
        "integer",
        "properties",
        "format",
        "items",
        "minimum",
        "required",
        "object",
        "array",
        "number",
        "boolean",
        "maximum",
        "title",
        "anyOf",
        "$ref",
        "null",
    ];
    words.map(Arc::from)
});

fn shared(word: String) -> Arc<str> {
    let known = WORDS.iter().find(|known| ***known == *word);
    known.cloned().unwrap_or_else(|| word.into())
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
fn add_bounds(format: &str, direction: Direction, out: &mut ObjectBuilder) {
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
    // In arguments 64-bit bounds would only cost tokens, since serde holds them. Of an output they say that
    // it may hold more than a program's numbers can (rule SCH-7).
    let wide = format.ends_with("64") || format == "int" || format == "uint";
    let told = !wide || direction == Direction::Output;
    if told || format.starts_with('u') {
        out.insert("minimum", least);
    }
    if told {
        out.insert("maximum", most);
    }
}

/// Makes one `enum` of a `oneOf` of documented constants, as schemars writes a plain enum (FIELD R-M7).
fn merge_constants(members: &mut Map<String, Value>) {
    // Looked for by comparing, since most schemas are small and have none.
    let Some((_, Value::Array(branches))) = members.iter().find(|(key, _)| *key == "oneOf") else {
        return;
    };
    let Some((values, texts)) = constants(branches) else { return };
    let own = members.get("description").and_then(Value::as_str).map(str::to_owned);
    let described: Vec<String> = own.into_iter().chain(texts).collect();
    // What all of it says comes first, then what it is.
    let mut merged = Map::with_capacity(members.len() + 2);
    if !described.is_empty() {
        merged.insert("description".into(), described.join("\n").into());
    }
    merged.insert("type".into(), "string".into());
    merged.insert("enum".into(), values.into());
    for (key, value) in std::mem::take(members) {
        if key != "oneOf" && !merged.contains_key(&key) {
            merged.insert(key, value);
        }
    }
    *members = merged;
}

/// The texts that these branches allow, and what the branches say of them, if that is all they do.
fn constants(branches: &[Value]) -> Option<(Vec<Value>, Vec<String>)> {
    let (mut values, mut texts) = (Vec::new(), Vec::new());
    for branch in branches {
        let plain = ["const", "description", "type", "title", "enum"];
        let branch = branch.as_object()?;
        if branch.keys().any(|key| !plain.contains(&key.as_str())) {
            return None;
        }
        let named = match (branch.get("const"), branch.get("enum")) {
            (Some(value), None) => std::slice::from_ref(value),
            (None, Some(Value::Array(several))) => several,
            _ => return None,
        };
        if !named.iter().all(Value::is_string) {
            return None;
        }
        if let (Some(text), [only]) = (branch.get("description").and_then(Value::as_str), named) {
            texts.push(format!("- {}: {text}", only.as_str().unwrap_or_default()));
        }
        values.extend(named.iter().cloned());
    }
    Some((values, texts))
}

/// Any JSON: for arguments and outputs whose shape is not known.
impl schemars::JsonSchema for Json {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Json".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
        true.into()
    }
}
