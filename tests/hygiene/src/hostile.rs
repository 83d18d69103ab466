//! Tools beside names that shadow whatever an expansion could need.
//! None of these names is used here: each only stands in the way.

/// Not serde.
pub mod serde {}
/// Not schemars.
pub mod schemars {}
/// Not the standard library.
pub mod std {}
/// Not the core library.
pub mod core {}
/// Not the allocating library.
pub mod alloc {}
/// Not this library.
pub mod dsh_tools {}

/// No `Result`.
pub struct Result;
/// No `Option`.
pub struct Option;
/// No `Vec`.
pub struct Vec;
/// No `String`.
pub struct String;
/// No `Box`.
pub struct Box;
/// No `Arc`.
pub struct Arc;
/// No `Default`.
pub trait Default {}
/// No `Clone`.
pub trait Clone {}
/// No `Into`.
pub trait Into {}
/// No `Send`.
pub trait Send {}
/// No `Serialize`.
pub trait Serialize {}
/// No `Deserialize`.
pub trait Deserialize {}
/// No `JsonSchema`.
pub trait JsonSchema {}
/// No `Tool`.
pub trait Tool {}

macro_rules! json {
    () => {
        5
    };
}
macro_rules! assert {
    () => {};
}
macro_rules! panic {
    () => {};
}
macro_rules! vec {
    () => {};
}
macro_rules! format {
    () => {};
}
assert!();
panic!();
vec![];
format!();

/// What to look for.
#[tooling::data(crate = tooling)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// A part of a name.
    pub name_part: ::std::string::String,
    /// How many at most.
    pub limit: ::std::option::Option<u32>,
}

/// What was found.
#[tooling::data(crate = tooling)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Found {
    /// Nothing.
    Nothing,
    /// Some names.
    Names {
        /// In no order.
        names: ::std::vec::Vec<::std::string::String>,
        /// Where they are.
        #[serde(default, skip_serializing_if = "::std::option::Option::is_none")]
        place: ::std::option::Option<Place>,
    },
}

/// A place.
#[tooling::data(crate = tooling)]
pub struct Place(pub f64, pub f64);

/// Search by a struct of arguments.
///
/// See also [`sum`] and [`Query`].
///
/// # Errors
///
/// When the limit is zero.
#[tooling::tool(crate = tooling, render = |args, _| ::std::vec![::std::format!("{:?}", args.limit).into()])]
pub async fn search(
    #[args] query: Query,
) -> ::std::result::Result<Found, tooling::call::ToolError> {
    match query.limit {
        ::std::option::Option::Some(0) => {
            ::std::result::Result::Err(tooling::call::ToolError::new("no limit of zero"))
        }
        ::std::option::Option::Some(1) => ::std::result::Result::Ok(Found::Nothing),
        _ => ::std::result::Result::Ok(Found::Names {
            names: ::std::vec![query.name_part],
            place: ::std::option::Option::Some(Place(1.5, 2.0)),
        }),
    }
}

/// Add what parameters of special names hold; [`search`] is another tool.
#[tooling::tool(
    crate = tooling,
    concurrency_safe = |args| args.sum > 3,
    presentation_meta = |args, sum| (args.r#type, *sum),
    finalize_content = |_| ::std::option::Option::None,
    timeout_ms = 1_000,
    idempotent,
    closed
)]
#[must_use]
pub fn sum(
    /// Like the function.
    sum: u32,
    #[arg(default = 1)] ctx: u32,
    #[arg(default = 1, range(max = 9))] args: u32,
    #[arg(default = 1)] self_: u32,
    #[arg(default = 1)] value: u32,
    r#type: ::std::option::Option<u32>,
    context: &tooling::tool::ToolContext,
) -> u32 {
    let _ = context.call_id();
    sum + ctx + args + self_ + value + r#type.map_or(json!(), |given| given)
}
