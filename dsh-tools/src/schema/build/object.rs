//! Schemas of objects, and the parameters of a tool, which are the object that stays open by itself.
//! Whether an object decided about other members is part of its type.

use std::marker::PhantomData;
use std::sync::Arc;

use indexmap::IndexMap;

use super::draft::{Describe, Described, Draft, Finish, Nest, TakesNull};
use super::keywords::Keywords;
use crate::json::{Json, ObjectBuilder};

/// The kind of [`object`] and [`parameters`]; `S` says what it still has to say.
#[derive(Clone, Debug)]
pub struct Members<S> {
    properties: IndexMap<Arc<str>, Property>,
    patterns: IndexMap<Arc<str>, Json>,
    others: Option<Json>,
    state: PhantomData<S>,
}

#[derive(Clone, Debug)]
struct Property {
    schema: Json,
    required: bool,
}

/// The state of an object that did not say yet whether it accepts members that it does not name.
#[derive(Clone, Copy, Debug)]
pub struct Undecided;

/// The state of an object that said it.
#[derive(Clone, Copy, Debug)]
pub struct Decided;

/// The state of a tool's parameters, which need not say it.
#[derive(Clone, Copy, Debug)]
pub struct Root;

impl Nest for Members<Decided> {}
impl TakesNull for Members<Decided> {}

impl Finish for Members<Decided> {
    fn finish(self, keywords: &mut Keywords) {
        self.write(keywords, false);
    }
}

impl Finish for Members<Root> {
    fn finish(self, keywords: &mut Keywords) {
        self.write(keywords, true);
    }
}

/// An object. Before it is a schema it has to say whether it accepts members that it does not name:
/// [`closed`](Draft::closed), [`open`](Draft::open) or [`others`](Draft::others).
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::build::{number, object, string};
///
/// let person = object().required("name", string()).optional("age", number().minimum(0)).closed();
/// let people = object().others(person).build()?;
/// assert!(people.is_valid(&parse(r#"{ "p1": { "name": "Ada" }, "p2": { "name": "Bo", "age": 7 } }"#)?));
/// assert!(!people.is_valid(&parse(r#"{ "p1": { "nick": "Ada" } }"#)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn object() -> Draft<Members<Undecided>> {
    Draft::new(Keywords::of_type("object"), Members::empty())
}

/// The parameters of a tool. They accept other arguments unless they are closed (rule SCH-5), and they
/// stand at the root alone:
///
/// ```
/// use dsh_tools::schema::build::{parameters, string};
///
/// let schema = parameters().required("path", string()).build()?;
/// assert_eq!(
///     schema.to_json().to_string(),
///     r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#
/// );
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
///
/// ```compile_fail,E0277
/// use dsh_tools::schema::build::{array, parameters};
///
/// let schema = array(parameters());
/// ```
pub fn parameters() -> Draft<Members<Root>> {
    Draft::new(Keywords::of_type("object"), Members::empty())
}

impl<S> Draft<Members<S>> {
    /// A property that has to be there.
    pub fn required(self, name: impl Into<Arc<str>>, schema: impl Describe) -> Self {
        self.property(name.into(), schema.describe(), true)
    }

    /// A property that can be there.
    pub fn optional(self, name: impl Into<Arc<str>>, schema: impl Describe) -> Self {
        self.property(name.into(), schema.describe(), false)
    }

    fn property(mut self, name: Arc<str>, schema: Described, required: bool) -> Self {
        self.kind.properties.insert(name, Property { schema: schema.0, required });
        self
    }

    /// Members whose names match this regular expression, wherever it matches in them, fit this schema.
    ///
    /// ```
    /// use dsh_tools::json::parse;
    /// use dsh_tools::schema::build::{object, string};
    ///
    /// let headers = object().matching("^x-", string()).closed().build()?;
    /// assert!(headers.is_valid(&parse(r#"{ "x-id": "7" }"#)?));
    /// assert!(!headers.is_valid(&parse(r#"{ "x-id": 7 }"#)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matching(mut self, pattern: impl Into<Arc<str>>, schema: impl Describe) -> Self {
        self.kind.patterns.insert(pattern.into(), schema.describe().0);
        self
    }

    /// The name of each member, as text, fits this schema.
    pub fn property_names(self, schema: impl Describe) -> Self {
        self.with("propertyNames", schema.describe().0)
    }

    /// At least that many members.
    pub fn min_properties(self, least: u64) -> Self {
        self.with("minProperties", least)
    }

    /// At most that many members.
    pub fn max_properties(self, most: u64) -> Self {
        self.with("maxProperties", most)
    }

    /// Members that are not named are refused.
    pub fn closed(self) -> Draft<Members<S::Next>>
    where
        S: Openness,
    {
        self.decided(false.into())
    }

    /// Members that are not named can be there, whatever they are.
    pub fn open(self) -> Draft<Members<S::Next>>
    where
        S: Openness,
    {
        self.decided(true.into())
    }

    /// Members that are not named can be there if they fit this schema.
    pub fn others(self, schema: impl Describe) -> Draft<Members<S::Next>>
    where
        S: Openness,
    {
        self.decided(schema.describe().0)
    }

    fn decided(self, others: Json) -> Draft<Members<S::Next>>
    where
        S: Openness,
    {
        let Self { keywords, kind: Members { properties, patterns, .. } } = self;
        let kind = Members { properties, patterns, others: Some(others), state: PhantomData };
        Draft::new(keywords, kind)
    }
}

/// The states of an object, and the one that follows once it said whether it is open.
pub trait Openness {
    /// That state.
    type Next;
}

impl Openness for Undecided {
    type Next = Decided;
}

impl Openness for Decided {
    type Next = Self;
}

impl Openness for Root {
    type Next = Self;
}

impl<S> Members<S> {
    fn empty() -> Self {
        Self {
            properties: IndexMap::new(),
            patterns: IndexMap::new(),
            others: None,
            state: PhantomData,
        }
    }

    fn write(self, keywords: &mut Keywords, even_if_empty: bool) {
        let mut properties = ObjectBuilder::with_capacity(self.properties.len());
        let mut required = Vec::new();
        for (name, property) in self.properties {
            if property.required {
                required.push(Json::from(name.clone()));
            }
            properties.insert(name, property.schema);
        }
        let properties = properties.build();
        if even_if_empty || !properties.is_empty() {
            keywords.set("properties", properties.into());
        }
        if !required.is_empty() {
            keywords.set("required", required.into());
        }
        if !self.patterns.is_empty() {
            keywords.set("patternProperties", Json::Object(self.patterns.into_iter().collect()));
        }
        if let Some(others) = self.others {
            keywords.set("additionalProperties", others);
        }
    }
}
