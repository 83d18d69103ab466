//! What expansions of `#[tool]` and `tools!` name. None of it is part of the interface of this library.
//! Everything that an expansion needs is reached through here, whatever the user's names mean (MAC-8).

use std::any::TypeId;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Mutex, PoisonError};

pub use std::borrow::Borrow;
pub use std::clone::Clone;
pub use std::convert::Into;
pub use std::marker::{PhantomData, Send, Sync};
pub use std::option::Option;
pub use std::result::Result;
pub use std::sync::{Arc, OnceLock};
pub use std::{assert, concat, panic, stringify};

pub use schemars;
pub use serde;

pub use crate::call::ToolError;
pub use crate::json::Json;
pub use crate::tool::draft::{Argument, SpecDraft};
pub use crate::tool::method::Share;
pub use crate::tool::param::{Lend, SharedContext};
pub use crate::tool::returns::{Probe, ProbeDefaults};
pub use crate::tool::{
    BodyFuture, CallContext, DefinitionError, MethodBody, MethodOf, NamedTool, OwnedForm,
    Parameter, Tool, ToolBody, ToolOf, ToolParam, ToolReturn, ToolSpec, Tools, WholeArguments,
};

/// A call that failed before the function ran.
#[must_use]
pub fn failed(error: ToolError) -> BodyFuture {
    Box::pin(std::future::ready(Err(error)))
}

/// Runs a function whose parameters are all `Send`, or not.
///
/// What takes a parameter that is not `Send` cannot be either; since that was reported at the parameter,
/// nothing is asked a second time.
#[derive(Debug)]
pub struct Runs<const SENDABLE: bool>;

impl Runs<true> {
    /// A call that runs the function.
    #[must_use]
    pub fn body<F>(future: F) -> BodyFuture
    where
        F: Future<Output = Result<Json, ToolError>> + Send + 'static,
    {
        Box::pin(future)
    }

    /// A call that runs a plain function on the blocking pool.
    #[must_use]
    pub fn blocking<F>(function: F) -> BodyFuture
    where
        F: FnOnce() -> Result<Json, ToolError> + Send + 'static,
    {
        Box::pin(async {
            let Ok(runtime) = tokio::runtime::Handle::try_current() else {
                return Err(ToolError::new("a `blocking` tool needs a tokio runtime"));
            };
            match runtime.spawn_blocking(function).await {
                Ok(result) => result,
                Err(error) => match error.try_into_panic() {
                    Ok(panic) => std::panic::resume_unwind(panic),
                    Err(error) => Err(error.into()),
                },
            }
        })
    }
}

impl Runs<false> {
    /// Stands for a call of a function that does not compile.
    #[must_use]
    pub fn body<F>(_: F) -> BodyFuture {
        failed(ToolError::new("a parameter of this tool is not `Send`"))
    }

    /// Stands for a call of a function that does not compile.
    #[must_use]
    pub fn blocking<F>(_: F) -> BodyFuture {
        failed(ToolError::new("a parameter of this tool is not `Send`"))
    }
}

/// A spec, or why there is none.
type Spec = Result<Arc<ToolSpec>, DefinitionError>;

/// The spec of a tool that depends on generics: made once for each type that stands for them.
///
/// # Errors
///
/// Those of `make`.
pub fn once_per_type<F: 'static>(make: impl FnOnce() -> Spec) -> Spec {
    static MADE: Mutex<BTreeMap<TypeId, Spec>> = Mutex::new(BTreeMap::new());
    let specs = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let known = specs().get(&TypeId::of::<F>()).cloned();
    // Not under the lock: a schema of the user's may ask for other tools.
    known.unwrap_or_else(|| {
        let spec = make();
        specs().entry(TypeId::of::<F>()).or_insert(spec).clone()
    })
}

/// The parameter is an argument, or a context whose state can be shared.
pub const fn assert_parameter<T: Parameter + SharedContext<CONTEXT>, const CONTEXT: bool>() {}

/// The parameter, whose type depends on generics, is an argument or a context.
pub const fn assert_generic_parameter<T: Parameter>() {}

/// The parameter can hold all arguments.
pub const fn assert_whole_arguments<T: WholeArguments>() {}

/// The function returns what a tool can give.
pub const fn assert_return<T: ToolReturn<(), FALLIBLE>, const FALLIBLE: bool>() {}

/// Tools that `collect` adds.
#[must_use]
pub fn collect<S>(collect: impl FnOnce(&mut Tools<S>)) -> Tools<S> {
    let mut tools = Tools::new();
    collect(&mut tools);
    tools
}

/// Two tools of one `tools!` must not have the same name.
#[track_caller]
pub const fn assert_names_differ(names: &[&str]) {
    let mut first = 0;
    while first < names.len() {
        let mut second = first + 1;
        while second < names.len() {
            assert!(
                !equal(names[first], names[second]),
                "two of these tools have the same name: give one another, with `name = \"…\"`"
            );
            second += 1;
        }
        first += 1;
    }
}

const fn equal(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// The JavaScript that the engine runs for a program: what the tests give to another engine, to compare.
///
/// # Errors
///
/// What is said of a program that does not parse or is refused.
#[cfg(feature = "engine")]
pub fn javascript_of(program: &str) -> Result<String, String> {
    on_large_stack(|| {
        let read = crate::engine::read(program, &crate::engine::Limits::default(), &[]);
        match read {
            Ok(read) => Ok(read.javascript),
            Err(crate::engine::Unread::Refused(error)) => Err(error.to_string()),
            Err(crate::engine::Unread::Broken) => Err(PARSER_FAILED.to_owned()),
        }
    })
}

/// What [`javascript_of`] says where the parser itself failed.
#[cfg(feature = "engine")]
pub const PARSER_FAILED: &str = crate::engine::Unread::BROKEN;

/// Whether that is a script of JavaScript, for the parser that reads programs.
///
/// # Errors
///
/// Its first complaint.
#[cfg(feature = "engine")]
pub fn parses_as_javascript(script: &str) -> Result<(), String> {
    on_large_stack(|| crate::program::as_javascript(script))
}

/// Whether the engine parses and compiles that script; nothing of it runs.
///
/// # Errors
///
/// What the engine says.
#[cfg(feature = "engine")]
pub fn engine_compiles(script: &str) -> Result<(), String> {
    on_large_stack(|| crate::engine::compiles(script))
}

/// Parsers recurse.
#[cfg(feature = "engine")]
fn on_large_stack<T: Send>(work: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(crate::engine::stack_size());
        let worker = thread.spawn_scoped(scope, work).map_err(|error| error.to_string())?;
        worker.join().unwrap_or_else(|_| Err(PARSER_FAILED.to_owned()))
    })
}

/// The frames of a worker's protocol in these bytes, as its parent reads them, or as the worker does.
#[cfg(all(feature = "engine", target_os = "linux"))]
#[must_use]
pub fn reread_frames(bytes: &[u8], as_parent: bool) -> crate::worker::Reread {
    crate::worker::reread(bytes, as_parent)
}
