//! Schemas of arrays: any number of items alike, or a fixed row of items that differ.

use super::draft::{Describe, Described, Draft, Finish, Nest, TakesNull};
use super::keywords::Keywords;
use crate::json::Json;

/// The kind of [`array()`].
#[derive(Clone, Copy, Debug)]
pub struct List;

/// The kind of [`tuple()`].
#[derive(Clone, Debug, Default)]
pub struct Tuple {
    places: Vec<Json>,
    /// How many of them have to be there.
    needed: usize,
    rest: Option<Json>,
}

impl Nest for List {}
impl TakesNull for List {}
impl Nest for Tuple {}
impl TakesNull for Tuple {}

impl Finish for List {}

impl Finish for Tuple {
    fn finish(self, keywords: &mut Keywords) {
        let most = self.places.len() as u64;
        if !self.places.is_empty() {
            keywords.set("prefixItems", self.places.into());
        }
        match self.rest {
            Some(rest) => keywords.set("items", rest),
            None => keywords.set("maxItems", most.into()),
        }
        if self.needed > 0 {
            keywords.set("minItems", (self.needed as u64).into());
        }
    }
}

/// An array of items alike.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::build::{array, string};
///
/// let schema = array(string().min_length(1)).min_items(1).unique().build()?;
/// assert!(schema.is_valid(&parse(r#"["a", "b"]"#)?));
/// assert!(!schema.is_valid(&parse(r#"["a", "a"]"#)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn array(items: impl Describe) -> Draft<List> {
    let Described(items) = items.describe();
    Draft::new(Keywords::of_type("array"), List).with("items", items)
}

/// An array of a fixed row of items, each with a schema of its own.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::build::{number, string, tuple};
///
/// let place = tuple().item(number()).item(number()).optional_item(string()).build()?;
/// assert!(place.is_valid(&parse(r#"[52.5, 13.4]"#)?));
/// assert!(place.is_valid(&parse(r#"[52.5, 13.4, "Berlin"]"#)?));
/// assert!(!place.is_valid(&parse(r#"[52.5]"#)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tuple() -> Draft<Tuple> {
    Draft::new(Keywords::of_type("array"), Tuple::default())
}

impl Draft<List> {
    /// At least that many items.
    pub fn min_items(self, least: u64) -> Self {
        self.with("minItems", least)
    }

    /// At most that many items.
    pub fn max_items(self, most: u64) -> Self {
        self.with("maxItems", most)
    }

    /// No two items are equal.
    pub fn unique(self) -> Self {
        self.with("uniqueItems", true)
    }

    /// At least one item fits this schema too.
    pub fn contains(self, schema: impl Describe) -> Self {
        self.counted(schema, None, None)
    }

    /// At least that many items fit this schema too.
    pub fn contains_at_least(self, least: u64, schema: impl Describe) -> Self {
        self.counted(schema, Some(least), None)
    }

    /// At most that many items fit this schema too; it can be none.
    pub fn contains_at_most(self, most: u64, schema: impl Describe) -> Self {
        self.counted(schema, Some(0), Some(most))
    }

    /// As many items fit this schema too as lie between the two numbers, which both count.
    pub fn contains_between(self, least: u64, most: u64, schema: impl Describe) -> Self {
        self.counted(schema, Some(least), Some(most))
    }

    fn counted(mut self, schema: impl Describe, least: Option<u64>, most: Option<u64>) -> Self {
        let Described(schema) = schema.describe();
        self.keywords.set("contains", schema);
        for (key, count) in [("minContains", least), ("maxContains", most)] {
            match count {
                Some(count) => self.keywords.set(key, count.into()),
                None => self.keywords.remove(key),
            }
        }
        self
    }
}

impl Draft<Tuple> {
    /// The next item, which has to be there, as have those before it.
    pub fn item(mut self, schema: impl Describe) -> Self {
        self = self.optional_item(schema);
        self.kind.needed = self.kind.places.len();
        self
    }

    /// The next item, where the array can end before it.
    pub fn optional_item(mut self, schema: impl Describe) -> Self {
        let Described(schema) = schema.describe();
        self.kind.places.push(schema);
        self
    }

    /// Any number of items of this schema after the row; without it the array ends there.
    pub fn rest(mut self, schema: impl Describe) -> Self {
        let Described(schema) = schema.describe();
        self.kind.rest = Some(schema);
        self
    }
}
