//! Schemas made of other schemas: exactly one of them, any of them, all of them, none.

use super::draft::{Describe, Described, Draft, Finish, Nest, TakesNull};
use super::keywords::Keywords;
use crate::json::Json;

/// The kind of [`one_of`], [`any_of`] and [`all_of`].
#[derive(Clone, Copy, Debug)]
pub struct Choice;

/// The kind of [`not`].
#[derive(Clone, Copy, Debug)]
pub struct Negation;

impl Finish for Choice {}
impl Nest for Choice {}
impl TakesNull for Choice {}
impl Finish for Negation {}
impl Nest for Negation {}
impl TakesNull for Negation {}

/// Several schemas: a tuple of up to eight, or a list of schemas of one type
/// (see [`Describe::describe`] for how they get one type).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of schemas",
    note = "write a tuple such as `(string(), integer())`, or a `Vec` of schemas of one type"
)]
pub trait Branches {
    /// Them, in order.
    fn branches(self) -> Vec<Described>;
}

impl<D: Describe> Branches for Vec<D> {
    fn branches(self) -> Vec<Described> {
        self.into_iter().map(D::describe).collect()
    }
}

impl<D: Describe, const N: usize> Branches for [D; N] {
    fn branches(self) -> Vec<Described> {
        self.into_iter().map(D::describe).collect()
    }
}

macro_rules! tuples {
    ($(($($name:ident),+))*) => {$(
        impl<$($name: Describe),+> Branches for ($($name,)+) {
            #[allow(non_snake_case)] // Each value is called as its type.
            fn branches(self) -> Vec<Described> {
                let ($($name,)+) = self;
                vec![$($name.describe()),+]
            }
        }
    )*};
}

tuples! {
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
    (A, B, C, D, E, F, G)
    (A, B, C, D, E, F, G, H)
}

/// Exactly one of these schemas fits.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::build::{boolean, object, one_of, string};
///
/// let answer = one_of((
///     object().required("ok", boolean().constant(true)).required("text", string()).closed(),
///     object().required("ok", boolean().constant(false)).required("why", string()).closed(),
/// ))
/// .build()?;
/// assert!(answer.is_valid(&parse(r#"{ "ok": false, "why": "no such file" }"#)?));
/// assert!(!answer.is_valid(&parse(r#"{ "ok": true, "why": "no such file" }"#)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn one_of(branches: impl Branches) -> Draft<Choice> {
    choice("oneOf", branches)
}

/// At least one of these schemas fits.
///
/// ```
/// use dsh_tools::schema::build::{any_of, integer};
///
/// let schema = any_of([integer().maximum(10), integer().multiple_of(7)]).build()?;
/// assert!(schema.is_valid(&7.into()) && schema.is_valid(&70.into()) && !schema.is_valid(&11.into()));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn any_of(branches: impl Branches) -> Draft<Choice> {
    choice("anyOf", branches)
}

/// All of these schemas fit.
///
/// ```
/// use dsh_tools::schema::build::{all_of, not, string};
///
/// let schema = all_of((string().pattern("^[a-z]+$"), not(string().allow(["all", "none"])))).build()?;
/// assert!(schema.is_valid(&"some".into()) && !schema.is_valid(&"all".into()));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn all_of(branches: impl Branches) -> Draft<Choice> {
    choice("allOf", branches)
}

fn choice(keyword: &'static str, branches: impl Branches) -> Draft<Choice> {
    let branches: Json = branches.branches().into_iter().map(|Described(json)| json).collect();
    Draft::new(Keywords::one(keyword, branches), Choice)
}

/// Whatever does not fit this schema.
///
/// ```
/// use dsh_tools::schema::build::{not, null};
///
/// let schema = not(null()).build()?;
/// assert!(schema.is_valid(&1.into()) && !schema.is_valid(&dsh_tools::json::Json::Null));
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
pub fn not(schema: impl Describe) -> Draft<Negation> {
    Draft::new(Keywords::one("not", schema.describe().0), Negation)
}
