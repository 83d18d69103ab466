//! What the parameters of a `#[tool]` function can be: arguments, all arguments as one struct, the context.
//! They are told apart by trait and never by name or spelling, so aliases change nothing (rule MAC-3).

use std::borrow::Borrow;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::context::{CallContext, ToolContext};
use super::state::FromState;
use crate::call::{ErrorCode, ToolError};
use crate::json::{Json, from_json, missing_field};
use crate::schema::{ParametersBuilder, PropertyOptions, Schema, SchemaError};

/// Stands where the context would be among a tool's arguments: the context is no argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoArgument;

/// Can be a parameter of a tool: an argument (`Deserialize`, `JsonSchema` and `Send`) or a
/// [`ToolContext`].
///
/// `D` is never used. It only makes a bound depend on a type parameter, which lets the compiler report
/// an unsuitable type once, at the parameter. A supertrait would undo that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "neither an argument nor a `ToolContext`",
    note = "an argument needs `#[derive(serde::Deserialize, schemars::JsonSchema)]` and has to be `Send`",
    note = "what is no argument of the tool can come from the registry's state: `ctx: &ToolContext<T>`"
)]
pub trait Parameter<D = ()> {
    /// What it takes from the arguments: itself, or [`NoArgument`].
    type Argument;

    /// Adds the parameter to the schema of the arguments.
    #[doc(hidden)]
    fn declare(
        parameters: ParametersBuilder,
        name: &str,
        options: PropertyOptions,
    ) -> ParametersBuilder;

    /// Reads its part of the arguments.
    #[doc(hidden)]
    fn read(
        arguments: &Json,
        name: &'static str,
        default: Option<fn() -> Self>,
    ) -> Result<Self::Argument, ToolError>
    where
        Self: Sized;
}

#[diagnostic::do_not_recommend]
impl<D, T: DeserializeOwned + JsonSchema + Send + 'static> Parameter<D> for T {
    type Argument = T;

    fn declare(
        parameters: ParametersBuilder,
        name: &str,
        mut options: PropertyOptions,
    ) -> ParametersBuilder {
        // A default makes it optional already.
        options.required = options.required && missing_field::<T>("").is_err();
        parameters.property::<T>(name, options)
    }

    fn read(
        arguments: &Json,
        name: &'static str,
        default: Option<fn() -> T>,
    ) -> Result<T, ToolError> {
        let read = match (arguments.get(name), default) {
            (Some(argument), _) => from_json(argument),
            (None, Some(default)) => return Ok(default()),
            (None, None) => missing_field(name),
        };
        read.map_err(|error| refused(format_args!("{name}: {error}")))
    }
}

impl<D, T> Parameter<D> for ToolContext<T> {
    type Argument = NoArgument;

    fn declare(parameters: ParametersBuilder, _: &str, _: PropertyOptions) -> ParametersBuilder {
        parameters
    }

    fn read(_: &Json, _: &'static str, _: Option<fn() -> Self>) -> Result<NoArgument, ToolError> {
        Ok(NoArgument)
    }
}

/// Can be the `T` of a [`ToolContext<T>`](ToolContext) that a tool takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the state that a tool asks for",
    label = "calls on other threads share it",
    note = "a state has to be `Send + Sync + 'static`: hold an `Arc` in place of an `Rc`, a `Mutex` in place of a `RefCell`"
)]
pub trait ContextState: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> ContextState for T {}

/// Is no context, or one whose state can be shared. `CONTEXT` says which.
#[doc(hidden)]
pub trait SharedContext<const CONTEXT: bool> {}

impl<T> SharedContext<false> for T {}

impl<T: ContextState> SharedContext<true> for ToolContext<T> {}

/// Can be a parameter of a tool that is registered over the state `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool over the state `{S}`",
    label = "a tool here takes a `{Self}`",
    note = "a `ToolContext<T>` needs `T: FromState<{S}>`: implement it, or register the tool where the state is `T`",
    note = "an argument needs `#[derive(serde::Deserialize, schemars::JsonSchema)]` and has to be `Send`"
)]
pub trait ToolParam<S>: Parameter<S> {
    /// The parameter, of what was read for it or of the context.
    #[doc(hidden)]
    fn take(argument: Self::Argument, context: &CallContext<S>) -> Self
    where
        Self: Sized;

    /// The parameter beside one that holds all arguments.
    #[doc(hidden)]
    fn take_beside(
        arguments: &Json,
        name: &'static str,
        context: &CallContext<S>,
    ) -> Result<Self, ToolError>
    where
        Self: Sized,
    {
        Ok(Self::take(Self::read(arguments, name, None)?, context))
    }
}

#[diagnostic::do_not_recommend]
impl<S, T: DeserializeOwned + JsonSchema + Send + 'static> ToolParam<S> for T {
    fn take(argument: T, _: &CallContext<S>) -> T {
        argument
    }
}

impl<S, T: FromState<S>> ToolParam<S> for ToolContext<T> {
    fn take(_: NoArgument, context: &CallContext<S>) -> Self {
        context.for_tool()
    }
}

/// Can be the parameter marked `#[args]`: all arguments of a tool as one struct.
///
/// A type whose schema is no object is refused when the tool is built.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the arguments of a tool",
    label = "marked `#[args]`",
    note = "it needs `#[derive(serde::Deserialize, schemars::JsonSchema)]` and has to be `Send`",
    note = "a `ToolContext` holds no arguments: it needs no attribute"
)]
pub trait WholeArguments<D = ()> {
    /// Its schema.
    #[doc(hidden)]
    fn schema() -> Result<Schema, SchemaError>;

    /// Reads all arguments.
    #[doc(hidden)]
    fn read_all(arguments: &Json) -> Result<Self, ToolError>
    where
        Self: Sized;
}

#[diagnostic::do_not_recommend]
impl<D, T: DeserializeOwned + JsonSchema + Send + 'static> WholeArguments<D> for T {
    fn schema() -> Result<Schema, SchemaError> {
        Schema::of_input::<T>()
    }

    fn read_all(arguments: &Json) -> Result<T, ToolError> {
        from_json(arguments).map_err(|error| refused(format_args!("{error}")))
    }
}

/// Arguments that the schema lets pass and the type does not.
fn refused(why: std::fmt::Arguments<'_>) -> ToolError {
    ToolError::new(format!("the arguments do not fit the tool's schema\n- {why}"))
        .with_code(ErrorCode::INVALID_ARGS)
}

/// Can stand behind a reference in the parameters of a tool: `&str` is held as a `String`, `&T` as a `T`.
pub trait OwnedForm {
    /// What holds it.
    type Owned: Borrow<Self>;
}

impl<T> OwnedForm for T {
    type Owned = T;
}

impl<T> OwnedForm for [T] {
    type Owned = Vec<T>;
}

impl OwnedForm for str {
    type Owned = String;
}

impl OwnedForm for Path {
    type Owned = PathBuf;
}

impl OwnedForm for OsStr {
    type Owned = OsString;
}

impl OwnedForm for CStr {
    type Owned = CString;
}

/// Lends what is held as a collection of owned values as a collection of references.
#[doc(hidden)]
pub trait Lend<'a, T> {
    /// The same with references.
    fn lend(&'a self) -> T;
}

impl<'a, T: ?Sized + 'a, O: Borrow<T>> Lend<'a, Option<&'a T>> for Option<O> {
    fn lend(&'a self) -> Option<&'a T> {
        self.as_ref().map(Borrow::borrow)
    }
}

impl<'a, T: ?Sized + 'a, O: Borrow<T>> Lend<'a, Vec<&'a T>> for Vec<O> {
    fn lend(&'a self) -> Vec<&'a T> {
        self.iter().map(Borrow::borrow).collect()
    }
}
