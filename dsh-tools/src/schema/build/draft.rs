//! A schema that is being written: what every kind of schema has, and how it ends up in JSON.
//! The kind is a type, and it carries the keywords that the schema may have.

use super::keywords::Keywords;
use super::reference::WithDefinitions;
use super::value::Value;
use crate::json::Json;
use crate::schema::{Schema, SchemaError};

/// A schema that is being written, of kind `K`.
///
/// The functions of [this module](super) start one. The methods below that have no condition on `K` are
/// there for every schema, the others for their kind alone.
///
/// ```compile_fail,E0599
/// use dsh_tools::schema::build::string;
///
/// let schema = string().minimum(1); // Text has no minimum; it has a `min_length`.
/// ```
#[derive(Clone, Debug)]
#[must_use = "a draft does nothing before it is built or put into another one"]
pub struct Draft<K> {
    pub(super) keywords: Keywords,
    pub(super) kind: K,
}

/// Kinds of schemas that are complete, so that they can be built.
#[diagnostic::on_unimplemented(
    message = "this object does not say yet whether it may have members that it does not name",
    label = "an object that is undecided",
    note = "call `.closed()` to refuse other members, `.open()` to accept them, or `.others(schema)`"
)]
pub trait Finish: Sized {
    /// Writes what the kind itself holds, such as the properties of an object.
    #[doc(hidden)]
    fn finish(self, _keywords: &mut Keywords) {}
}

/// Kinds of schemas that can stand inside another schema.
#[diagnostic::on_unimplemented(
    message = "inside a schema, an object has to say whether it may have members that it does not name",
    label = "an object that is undecided",
    note = "call `.closed()` to refuse other members, `.open()` to accept them, or `.others(schema)`"
)]
pub trait Nest: Finish {}

/// Kinds of schemas to which `null` can be added.
#[diagnostic::on_unimplemented(
    message = "`null` cannot be added to a schema of kind `{Self}`",
    note = "an `object()` first says `.closed()`, `.open()` or `.others(schema)`; `json()` and `null()` accept \
            `null` already"
)]
pub trait TakesNull: Nest {}

/// What can stand as a schema inside another one.
///
/// Implement it for a type of your own to give a schema a name in Rust:
///
/// ```
/// use dsh_tools::schema::build::{Describe, Described, parameters, string};
///
/// struct Email;
///
/// impl Describe for Email {
///     fn describe(self) -> Described {
///         string().format("email").max_length(254).describe()
///     }
/// }
///
/// let schema = parameters().required("to", Email).build()?;
/// assert_eq!(schema.to_json()["properties"]["to"]["format"].as_str(), Some("email"));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no schema",
    note = "start one with `string()`, `integer()`, `object()` and the other functions of `schema::build`"
)]
pub trait Describe {
    /// This schema as the one type that all schemas have in common.
    fn describe(self) -> Described;
}

/// Any schema, as it stands inside another one. It has no methods to say more about it.
///
/// ```
/// use dsh_tools::schema::build::{Describe as _, boolean, object, string};
///
/// // Properties that are only known when the program runs.
/// let columns = [("name", true), ("done", false)];
/// let row = columns.iter().fold(object(), |row, (name, is_text)| {
///     let column = if *is_text { string().describe() } else { boolean().describe() };
///     row.required(*name, column)
/// });
/// assert!(row.closed().build().is_ok());
/// ```
#[derive(Clone, Debug)]
#[must_use = "a schema does nothing before it is put into another one"]
pub struct Described(pub(super) Json);

impl Describe for Described {
    fn describe(self) -> Self {
        self
    }
}

impl<K: Nest> Describe for Draft<K> {
    fn describe(self) -> Described {
        Described(self.finished().into_json())
    }
}

impl<K> Draft<K> {
    pub(super) fn new(keywords: Keywords, kind: K) -> Self {
        Self { keywords, kind }
    }

    pub(super) fn with(mut self, key: &'static str, value: impl Into<Json>) -> Self {
        self.keywords.set(key, value.into());
        self
    }

    /// What it is, for the model.
    pub fn description(self, text: impl Into<String>) -> Self {
        self.with("description", text.into())
    }

    /// A short name, for people.
    pub fn title(self, text: impl Into<String>) -> Self {
        self.with("title", text.into())
    }

    /// What counts when the value is not there. It is told, not filled in (rule SCH-5).
    pub fn default(self, value: impl Value<K>) -> Self {
        self.with("default", value.json())
    }

    /// Examples, for the model.
    ///
    /// ```
    /// use dsh_tools::schema::build::string;
    ///
    /// let schema = string().examples(["report.md", "notes.txt"]).build()?;
    /// assert_eq!(
    ///     schema.to_json().to_string(),
    ///     r#"{"type":"string","examples":["report.md","notes.txt"]}"#
    /// );
    /// # Ok::<(), dsh_tools::schema::SchemaError>(())
    /// ```
    pub fn examples<V: Value<K>>(self, values: impl IntoIterator<Item = V>) -> Self {
        self.with("examples", list(values))
    }

    /// Says that it should not be used any more.
    pub fn deprecated(self) -> Self {
        self.with("deprecated", true)
    }

    /// The same schema, which accepts `null` too. What else is to be said of the schema comes before.
    ///
    /// ```
    /// use dsh_tools::schema::build::string;
    ///
    /// let schema = string().allow(["asc", "desc"]).nullable().build()?;
    /// assert_eq!(
    ///     schema.to_json().to_string(),
    ///     r#"{"type":["string","null"],"enum":["asc","desc",null]}"#
    /// );
    /// # Ok::<(), dsh_tools::schema::SchemaError>(())
    /// ```
    pub fn nullable(self) -> Draft<Nullable>
    where
        K: TakesNull,
    {
        Draft::new(self.finished().or_null(), Nullable)
    }

    /// Gives a schema the name by which [`reference()`](super::reference) refers to it, anywhere in this
    /// schema. It comes last, since definitions belong to the root.
    pub fn definition(self, name: impl Into<String>, schema: impl Describe) -> WithDefinitions
    where
        K: Finish,
    {
        WithDefinitions::new(self.finished()).definition(name, schema)
    }

    /// The schema, checked.
    ///
    /// ```
    /// use dsh_tools::schema::build::{array, string};
    ///
    /// let nothing: [&str; 0] = [];
    /// let error = array(string().allow(nothing)).build().unwrap_err();
    /// assert_eq!(error.offences()[0].path, "schema.items");
    /// ```
    ///
    /// # Errors
    ///
    /// [`SchemaError`] lists every place that contradicts itself, such as an empty list of allowed values,
    /// a pattern that is none, or a reference without a definition.
    pub fn build(self) -> Result<Schema, SchemaError>
    where
        K: Finish,
    {
        Schema::from_json(&self.finished().into_json())
    }

    fn finished(self) -> Keywords
    where
        K: Finish,
    {
        let Self { mut keywords, kind } = self;
        kind.finish(&mut keywords);
        keywords
    }
}

/// Values of a kind, as a JSON array.
pub(super) fn list<K, V: Value<K>>(values: impl IntoIterator<Item = V>) -> Json {
    values.into_iter().map(V::json).collect()
}

/// A schema to which `null` was added.
#[derive(Clone, Copy, Debug)]
pub struct Nullable;

impl Finish for Nullable {}
impl Nest for Nullable {}
