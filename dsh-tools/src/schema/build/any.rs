//! Schemas that are of no one type: any JSON, and single values.

use super::draft::{Draft, Finish, Nest, list};
use super::keywords::Keywords;
use super::value::Value;
use crate::json::Json;

/// The kind of [`json`] and [`constant`].
#[derive(Clone, Copy, Debug)]
pub struct Anything;

impl Finish for Anything {}
impl Nest for Anything {}

/// Any JSON.
///
/// ```
/// use dsh_tools::schema::build::{json, parameters};
///
/// let schema = parameters().required("payload", json().description("Passed on as it is.")).build()?;
/// assert_eq!(
///     schema.to_json()["properties"].to_string(),
///     r#"{"payload":{"description":"Passed on as it is."}}"#
/// );
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn json() -> Draft<Anything> {
    Draft::new(Keywords::default(), Anything)
}

/// One value alone.
///
/// ```
/// use dsh_tools::schema::build::{constant, one_of};
///
/// let schema = one_of((constant("all"), constant(0))).build()?;
/// assert!(schema.is_valid(&"all".into()) && !schema.is_valid(&1.into()));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn constant(value: impl Into<Json>) -> Draft<Anything> {
    Draft::new(Keywords::one("const", value.into()), Anything)
}

impl Draft<Anything> {
    /// One of these values alone, of whatever types.
    ///
    /// ```
    /// use dsh_tools::json::Json;
    /// use dsh_tools::schema::build::json;
    ///
    /// let schema = json().allow([Json::from("auto"), Json::from(0), Json::Null]).build()?;
    /// assert!(schema.is_valid(&Json::Null) && !schema.is_valid(&1.into()));
    /// # Ok::<(), dsh_tools::schema::SchemaError>(())
    /// ```
    pub fn allow<V: Value<Anything>>(self, values: impl IntoIterator<Item = V>) -> Self {
        self.with("enum", list(values))
    }
}
