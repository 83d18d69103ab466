//! The procedural macros of `dsh-tools`, which re-exports them; depend on that crate, not on this one.
//! A macro runs in stages: parse, normalise, model, check, expand.

mod check;
mod data;
mod doc;
mod errors;
mod expand;
mod host;
mod messages;
mod model;
mod normalise;
mod parse;
#[cfg(test)]
mod snapshots;
mod toolset;

use proc_macro::TokenStream;

/// Makes a tool of a function.
///
/// The function stays as it is and can be called and tested. Beside it, under the same name, stands a
/// type: `name::tool()` is the tool, and `tools![name]` collects it. One `use` imports both.
///
/// ```text
/// /// Read a UTF-8 text file.
/// #[tool(read_only, concurrency_safe, timeout_ms = 5_000)]
/// async fn read_file(
///     /// Absolute path of the file.
///     path: String,
///     /// 1-based first line to return.
///     offset: Option<u32>,
///     ctx: &ToolContext,
/// ) -> Result<FileText, ToolError> { … }
/// ```
///
/// # A module of the same name
///
/// A module and a type of one name cannot stand side by side. Where a tool has a file of its own,
///
/// ```text
/// mod read_file;
/// pub use read_file::read_file;
/// ```
///
/// give the type another name, `#[tool(type = ReadFile)]`, and write `ReadFile::tool()` and
/// `tools![ReadFile]`.
///
/// # Name and description
///
/// The tool has the function's name, and its doc comment as description. The doc comments of parameters
/// describe the arguments. `name = "…"` and `description = "…"` override. Sections for Rust readers
/// (`# Errors`, `# Panics`, `# Safety`, `# Examples`) are left out of both.
///
/// # Parameters
///
/// * Anything that implements `serde::Deserialize` and `schemars::JsonSchema` is an argument; `Option<T>`
///   may be left out. `&str`, `&[T]`, `&Path` and other borrowed forms work.
/// * `ToolContext`, `&ToolContext` and `ToolContext<T>` are the context of the call and no argument,
///   also behind an alias.
/// * `#[args]` on a parameter makes one struct of all arguments.
/// * `#[arg(…)]` says more: `name = "…"`, `description = "…"`, `default = expression`,
///   `example = expression`, `range(min = …, max = …)`, `length(min = …, max = …)`, `pattern = "…"`,
///   and `secret`, which keeps the value from records, messages and cards.
///
/// # What it returns
///
/// Anything that implements `serde::Serialize` and `schemars::JsonSchema`, or a `Result` of that and an
/// error: `ToolError`, any `std::error::Error`, `anyhow::Error`, text.
///
/// # Attributes
///
/// | attribute | meaning |
/// |---|---|
/// | `name = "…"`, `description = "…"` | instead of the function's name and doc comment |
/// | `type = Name` | the name of the type beside the function |
/// | `concurrency_safe` | calls may overlap with others; `= path` or `= \|args\| …` decides by arguments |
/// | `timeout_ms = 5_000` | how long a call may take |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints, as MCP defines them |
/// | `render`, `presentation_meta` | `= path` or `= \|args, value\| …`: what the model reads, metadata for people |
/// | `present_call`, `present_result` | `= path` or `= \|args\| …`, `= \|args, result\| …`: cards that people see |
/// | `finalize_content` | `= path` or `= \|outcome\| …`: may replace the content of every outcome |
/// | `closed` | unknown arguments are refused |
/// | `blocking` | a plain `fn` that runs on the blocking pool of tokio |
/// | `crate = path` | where `dsh_tools` is, if it is renamed or re-exported |
#[proc_macro_attribute]
pub fn tool(attributes: TokenStream, item: TokenStream) -> TokenStream {
    expand::tool(attributes.into(), item.into()).into()
}

/// Makes tools of the methods of a type.
///
/// Every method marked `#[tool]` becomes a tool over an `Arc` of the type, and stays a method; others are
/// left alone. `server.tools()` gives the tools, for a registry over any state.
///
/// ```text
/// #[toolset(prefix = "fs")]
/// impl Server {
///     /// Read a file.
///     #[tool(concurrency_safe)]
///     async fn read(&self, path: String) -> Result<String, ToolError> { … }
/// }
///
/// let server = Arc::new(Server { … });
/// let registry = ToolRegistry::builder().tools(server.tools()).build()?;
/// ```
///
/// # Methods
///
/// They take `&self`, `self: &Arc<Self>` or `self: Arc<Self>`; all else is as for functions: see
/// [`macro@tool`]. The type is shared by all calls, so it is `Send`, `Sync` and `'static`, and what changes
/// is behind a lock. A method that is configured away (`cfg`) cannot be a tool; the impl can be.
///
/// The type of a method's tool has a name where it is given one: with `#[tool(type = Read)]`, a callback
/// that is a function takes `&ArgsOf<Read>`; of a type with generics, `&ArgsOf<Read<Server<D>>>`.
///
/// # Generics
///
/// The type may have them, and types of arguments and outputs may depend on them; each instance then has
/// schemas of its own. Whether such a method can fail is found with `()` in place of what depends on generics:
/// a struct that demands more of its parameter is returned inside a `Result`.
///
/// # Attributes
///
/// | attribute | meaning |
/// |---|---|
/// | `prefix = "fs"` | stands with a dot before every name: `fs.read` |
/// | `method = name` | the method that gives the tools, instead of `tools`; a second impl of the same type needs it |
/// | `crate = path` | where `dsh_tools` is, if it is renamed or re-exported |
#[proc_macro_attribute]
pub fn toolset(attributes: TokenStream, item: TokenStream) -> TokenStream {
    expand::toolset(attributes.into(), &item.into()).into()
}

/// Derives what the arguments and the output of a tool need, without other dependencies.
///
/// It stands for `#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]` through what
/// `dsh_tools` re-exports; serde and schemars attributes work as ever. `#[data(crate = path)]` says where
/// `dsh_tools` is, if it is renamed or re-exported.
///
/// ```text
/// #[dsh_tools::data]
/// struct Point { x: f64, y: f64 }
/// ```
#[proc_macro_attribute]
pub fn data(attributes: TokenStream, item: TokenStream) -> TokenStream {
    data::data(attributes.into(), &item.into()).into()
}
