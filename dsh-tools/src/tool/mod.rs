//! What a tool is: name, description, schemas, hints, callbacks and a body behind one erased interface.
//! A definition is immutable and cheap to clone; state and context reach the body through the call.

mod build;
mod context;
mod definition;
pub(crate) mod draft;
mod function;
mod list;
pub(crate) mod method;
mod name;
pub(crate) mod param;
mod present;
pub(crate) mod returns;
mod spec;
mod state;

pub use self::build::{DefinitionBuilder, MissingBody, WithBody};
pub use self::context::{CallContext, ToolContext};
pub use self::definition::{BodyFuture, IntoTool, ToolDefinition, ToolHandler, Tools};
pub use self::function::{ArgsOf, NamedTool, OutputOf, Tool, ToolBody, ToolOf};
pub use self::list::{NoToolList, ToolList, ToolLoss};
pub use self::method::{MethodBody, MethodOf};
pub use self::name::{NameError, NamePolicy, RUN_CODE, ToolName};
pub use self::param::{ContextState, NoArgument, OwnedForm, Parameter, ToolParam, WholeArguments};
pub use self::returns::{ToolOutput, ToolReturn};
pub use self::spec::{Callbacks, Concurrency, DefinitionError, Hints, ToolSpec};
pub use self::state::{FromState, NoState};
