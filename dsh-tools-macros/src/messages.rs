//! Every message of the macros: what is wrong, and what to write instead.
//! Nothing else in this crate holds a text that a user reads.

use std::fmt::Display;

pub(crate) const NOT_A_FUNCTION: &str = "`#[tool]` goes on a function";
pub(crate) const NOT_AN_IMPL: &str = "`#[toolset]` goes on the impl of a type, `impl Server { … }`: mark a function with `#[tool]` alone";
pub(crate) const TRAIT_IMPL: &str = "`#[toolset]` goes on an impl without a trait: write `impl Server { … }` with methods that call those of the trait";
pub(crate) const NO_TOOLS: &str =
    "no method of this toolset is a tool: mark those that a model may call with `#[tool]`";
pub(crate) const BAD_PREFIX: &str = "a prefix has 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.` and `-`: \
     `prefix = \"fs\"` makes `fs.read` of `read`";
pub(crate) const NO_RECEIVER: &str = "a tool of a toolset works on a shared value: take `&self`, or mark a function outside the impl";
pub(crate) const SELF_BY_VALUE: &str =
    "a tool of a toolset works on a shared value: take `&self` or `self: Arc<Self>`";
pub(crate) const MUTABLE_SELF: &str = "the tools of a toolset share their value, so none can take `&mut self`: take `&self` and put what changes behind a lock";
pub(crate) const CFG_METHOD: &str =
    "a tool of a toolset cannot depend on `cfg`: put `cfg` on the impl, or into the body";
pub(crate) const NOT_DATA: &str = "`#[data]` goes on a struct or an enum";
pub(crate) const MISSING_DESCRIPTION: &str = "a tool needs a description: write a doc comment, `/// What it does.`, above this function, \
     or `description = \"…\"` in the attribute";
pub(crate) const NOTHING_FOR_MODELS: &str = "the doc comment says nothing that a model reads: sections such as `# Errors` are for Rust readers; \
     begin it with one sentence on what the tool does";
pub(crate) const DOC_IS_NO_TEXT: &str = "a tool's description has to be written out: this macro sees only the name of that text; \
     write a doc comment, or `description = \"…\"` in the attribute";
pub(crate) const EMPTY_DESCRIPTION: &str =
    "the description is empty: say in one sentence what it is for";
pub(crate) const RESERVED_NAME: &str =
    "`run_code` is the tool that runs programs: name this one otherwise, with `name = \"…\"`";
pub(crate) const BAD_NAME: &str = "a tool's name has 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.` and `-`: \
     give one with `name = \"…\"`";
pub(crate) const TIMEOUT: &str =
    "`timeout_ms` is a positive number of milliseconds, written out: `timeout_ms = 5_000`";
pub(crate) const GENERIC: &str = "a tool cannot be generic: its schemas need concrete types";
pub(crate) const IMPL_TRAIT: &str =
    "a tool needs a concrete type here instead of `impl Trait`: its schema comes from the type";
pub(crate) const TRAIT_OBJECT: &str =
    "a tool needs a concrete type here instead of `dyn Trait`: its schema comes from the type";
pub(crate) const PATTERN: &str =
    "a tool's parameter is a plain name, as in `point: Point`: take it apart in the body";
pub(crate) const UNNAMED: &str = "a tool's parameter needs a name: the model passes it by name; write `_unused` if the body ignores it";
pub(crate) const RECEIVER: &str = "a method is a tool only in a toolset: put `#[toolset]` on the impl, or make it a free function with `ctx: &ToolContext<T>`";
pub(crate) const NO_BODY: &str =
    "a tool is a function with a body: mark the one that does the work";
pub(crate) const SELF_TYPE: &str = "`Self` has a meaning only in a toolset: put `#[toolset]` on the impl, or write the name of the type";
pub(crate) const STATIC_REFERENCE: &str = "an argument lives as long as the call: leave `'static` out, or take an owned type such as `String`";
pub(crate) const BORROWED_OUTPUT: &str = "a tool's output outlives its arguments: return an owned type, such as `String` instead of `&str`";
pub(crate) const MUTABLE_REFERENCE: &str =
    "a tool's parameter is a value or a shared reference: take it by value, `mut` if need be";
pub(crate) const UNSAFE: &str = "a tool is called by a model, so it cannot be `unsafe`";
pub(crate) const VARIADIC: &str = "a tool cannot be variadic";
pub(crate) const CFG_PARAMETER: &str =
    "a tool's parameter cannot depend on `cfg`: put `cfg` on two functions instead";
pub(crate) const TWICE: &str = "`#[tool]` stands here twice: one function is one tool";
pub(crate) const BLOCKING_ASYNC: &str =
    "`blocking` is for a plain `fn`: an `async fn` must not block; leave one of the two out";
pub(crate) const TWO_WHOLE: &str =
    "only one parameter holds the arguments: mark one with `#[args]`";
pub(crate) const WHOLE_TAKES_NOTHING: &str = "`#[args]` takes no options: name and document the fields of the struct with serde and schemars";
pub(crate) const WHOLE_WITH_ARG: &str =
    "`#[arg]` describes one argument and `#[args]` holds them all: leave one of the two out";
pub(crate) const WHOLE_CLOSED: &str = "with `#[args]` the struct decides: write `#[serde(deny_unknown_fields)]` on it instead of `closed`";
pub(crate) const HINTS: &str =
    "a tool that is `read_only` cannot be `destructive`: leave one of the two out";
pub(crate) const REQUIRED_BESIDE_WHOLE: &str =
    "beside `#[args]` only a `ToolContext` can be a parameter: make it a field of the struct";
pub(crate) const TWO_CONTEXTS: &str = "a tool has one `ToolContext`: leave one of the two out";
pub(crate) const CONTEXT_DESCRIBED: &str =
    "a `ToolContext` is no argument, so nothing describes it: leave `#[arg]` out";
pub(crate) const EXPECTED_EQUALS: &str = "expected `=`, as in `name = \"…\"`";
pub(crate) const EXPECTED_SETTING: &str = "expected an attribute such as `name = \"…\"`";
pub(crate) const EXPECTED_COMMA: &str = "expected a comma";
pub(crate) const EMPTY_BOUNDS: &str = "give at least one of `min` and `max`";

pub(crate) fn unknown(key: &str, nearest: Option<&str>, known: &[&str]) -> String {
    nearest.map_or_else(
        || format!("unknown attribute `{key}`: there are {}", list(known)),
        |nearest| format!("unknown attribute `{key}`: did you mean `{nearest}`?"),
    )
}

pub(crate) fn repeated(key: &str) -> String {
    format!("`{key}` is given twice: leave one out")
}

pub(crate) fn expects(key: &str, form: &str) -> String {
    format!("`{key}` is written as `{form}`")
}

pub(crate) fn stands_alone(key: &str) -> String {
    format!("`{key}` stands alone: leave its value out")
}

pub(crate) fn duplicate_argument(name: impl Display) -> String {
    format!(
        "two arguments are named {name:?}: name one otherwise, with `#[arg(name = \"…\")]`",
        name = name.to_string()
    )
}

pub(crate) fn duplicate_tool(name: &str) -> String {
    format!("two tools of this toolset are named {name:?}: name one otherwise, with `name = \"…\"`")
}

pub(crate) fn bad_bounds(key: &str) -> String {
    format!("`{key}` allows nothing: `min` is greater than `max`")
}

fn list(known: &[&str]) -> String {
    known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

pub(crate) fn tools_taken(method: &impl Display) -> String {
    format!(
        "`{method}` is the method that `#[toolset]` adds: name this one otherwise, or that one with `#[toolset(method = …)]`"
    )
}
