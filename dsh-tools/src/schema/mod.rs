//! placeholder until the schema room lands
use crate::json::Json;
use std::sync::Arc;
/// Schema
#[derive(Clone, Debug)]
pub struct Schema(Arc<Json>);
/// Violation
#[derive(Clone, Debug)]
pub struct Violation {
    /// p
    pub path: String,
    /// k
    pub kind: String,
    /// m
    pub message: String,
}
/// Error
#[derive(Clone, Debug, thiserror::Error)]
#[error("bad schema")]
pub struct SchemaError {}
impl Schema {
    /// any
    pub fn any() -> Self {
        Self(Arc::new(Json::Object(crate::json::Object::default())))
    }
    /// j
    pub fn from_json(schema: &Json) -> Result<Self, SchemaError> {
        Ok(Self(Arc::new(schema.clone())))
    }
    /// o
    pub fn of_input<T: schemars::JsonSchema>() -> Result<Self, SchemaError> {
        Ok(Self::any())
    }
    /// o
    pub fn of_output<T: schemars::JsonSchema>() -> Result<Self, SchemaError> {
        Ok(Self::any())
    }
    /// j
    pub fn to_json(&self) -> &Json {
        &self.0
    }
    /// v
    pub fn validate(&self, _value: &Json, _root: &str) -> Vec<Violation> {
        Vec::new()
    }
    /// r
    pub fn is_valid(&self, _value: &Json) -> bool {
        true
    }
    /// r
    pub fn require_object_root(&self) -> Result<(), SchemaError> {
        Ok(())
    }
}
/// Builder
#[derive(Debug, Default)]
pub struct ParametersBuilder {}
/// Options
#[derive(Debug, Default, Clone)]
pub struct PropertyOptions {
    /// d
    pub description: Option<String>,
    /// r
    pub required: bool,
    /// d
    pub default: Option<Json>,
    /// e
    pub examples: Vec<Json>,
    /// JSON Schema keywords
    pub constraints: Vec<(&'static str, Json)>,
}
impl ParametersBuilder {
    /// n
    pub fn new() -> Self {
        Self {}
    }
    /// p
    pub fn property<T: schemars::JsonSchema>(self, _name: &str, _options: PropertyOptions) -> Self {
        self
    }
    /// c
    pub fn closed(self, _closed: bool) -> Self {
        self
    }
    /// b
    pub fn build(self) -> Result<Schema, SchemaError> {
        Ok(Schema::any())
    }
}

/// n
pub fn nearest<'a>(_name: &str, _known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    None
}
impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

/// t
pub mod typescript {
    /// T
    #[derive(Debug, Default)]
    pub struct TypePrinter {}
    impl TypePrinter {
        /// n
        pub fn new() -> Self { Self {} }
        /// t
        pub fn type_of(&mut self, _s: &super::Schema, _indent: usize, _hint: &str) -> String { "JsonValue".into() }
        /// d
        pub fn declarations(&self) -> Vec<String> { vec![] }
    }
    /// d
    pub fn doc_comment(text: &str, _indent: usize) -> String { format!("  /** {text} */\n") }
    /// p
    pub fn property_key(name: &str) -> String { name.into() }
}
