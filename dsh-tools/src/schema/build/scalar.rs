//! Schemas of values that hold no others: text, numbers, booleans, null.

use super::draft::{Draft, Finish, Nest, TakesNull, list};
use super::keywords::Keywords;
use super::value::Value;

/// The kind of [`string`].
#[derive(Clone, Copy, Debug)]
pub struct Text;

/// The kind of [`number`].
#[derive(Clone, Copy, Debug)]
pub struct Decimal;

/// The kind of [`integer`].
#[derive(Clone, Copy, Debug)]
pub struct Whole;

/// The kind of [`boolean`].
#[derive(Clone, Copy, Debug)]
pub struct Truth;

/// The kind of [`null`].
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

/// The kinds of numbers.
pub trait Numeric {}

impl Numeric for Decimal {}
impl Numeric for Whole {}

macro_rules! complete {
    ($($kind:ty),*) => {$(
        impl Finish for $kind {}
        impl Nest for $kind {}
    )*};
}

complete!(Text, Decimal, Whole, Truth, Nothing);

impl TakesNull for Text {}
impl TakesNull for Decimal {}
impl TakesNull for Whole {}
impl TakesNull for Truth {}

/// Text.
///
/// ```
/// use dsh_tools::schema::build::string;
///
/// let schema = string().min_length(1).max_length(80).pattern("^[a-z]").build()?;
/// assert!(schema.is_valid(&"abc".into()) && !schema.is_valid(&"Abc".into()));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn string() -> Draft<Text> {
    Draft::new(Keywords::of_type("string"), Text)
}

/// Any number.
///
/// ```
/// use dsh_tools::schema::build::number;
///
/// let schema = number().minimum(0).less_than(0.5).build()?;
/// assert!(schema.is_valid(&0.into()) && !schema.is_valid(&1.into()));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn number() -> Draft<Decimal> {
    Draft::new(Keywords::of_type("number"), Decimal)
}

/// A number without a fraction.
///
/// ```
/// use dsh_tools::schema::build::integer;
///
/// let schema = integer().minimum(1).multiple_of(5).build()?;
/// assert!(schema.is_valid(&10.into()) && !schema.is_valid(&12.into()));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn integer() -> Draft<Whole> {
    Draft::new(Keywords::of_type("integer"), Whole)
}

/// `true` or `false`.
pub fn boolean() -> Draft<Truth> {
    Draft::new(Keywords::of_type("boolean"), Truth)
}

/// `null` alone. To accept it beside other values, see [`Draft::nullable`].
pub fn null() -> Draft<Nothing> {
    Draft::new(Keywords::of_type("null"), Nothing)
}

impl Draft<Text> {
    /// At least that many characters (code points).
    pub fn min_length(self, least: u64) -> Self {
        self.with("minLength", least)
    }

    /// At most that many characters (code points).
    pub fn max_length(self, most: u64) -> Self {
        self.with("maxLength", most)
    }

    /// An ECMA-262 regular expression that matches somewhere in the text; `^…$` for all of it.
    pub fn pattern(self, pattern: impl Into<String>) -> Self {
        self.with("pattern", pattern.into())
    }

    /// What the text is, such as `date-time`, `email` or `uri` (rule SCH-2).
    pub fn format(self, name: impl Into<String>) -> Self {
        self.with("format", name.into())
    }

    /// One of these texts alone.
    pub fn allow<V: Value<Text>>(self, values: impl IntoIterator<Item = V>) -> Self {
        self.with("enum", list(values))
    }

    /// This text alone.
    pub fn constant(self, value: impl Value<Text>) -> Self {
        self.with("const", value.json())
    }
}

impl<K: Numeric> Draft<K> {
    /// That number or more.
    pub fn minimum(self, least: impl Value<K>) -> Self {
        self.with("minimum", least.json())
    }

    /// That number or less.
    pub fn maximum(self, most: impl Value<K>) -> Self {
        self.with("maximum", most.json())
    }

    /// More than that number.
    pub fn greater_than(self, bound: impl Value<K>) -> Self {
        self.with("exclusiveMinimum", bound.json())
    }

    /// Less than that number.
    pub fn less_than(self, bound: impl Value<K>) -> Self {
        self.with("exclusiveMaximum", bound.json())
    }

    /// A whole multiple of that number.
    pub fn multiple_of(self, step: impl Value<K>) -> Self {
        self.with("multipleOf", step.json())
    }

    /// One of these numbers alone.
    pub fn allow<V: Value<K>>(self, values: impl IntoIterator<Item = V>) -> Self {
        self.with("enum", list(values))
    }

    /// This number alone.
    pub fn constant(self, value: impl Value<K>) -> Self {
        self.with("const", value.json())
    }
}

impl Draft<Truth> {
    /// This one alone, such as the `ok: true` that tells the branches of a choice apart.
    pub fn constant(self, value: bool) -> Self {
        self.with("const", value)
    }
}
