// Cards from closures and paths, as structs, as enums, or perhaps.
use dsh_tools::call::{CallCard, DurableResult, GenericCall, ReadResult, ResultCard};
use dsh_tools::prelude::*;
use dsh_tools::tool::ArgsOf;

fn shown(args: &ArgsOf<add>) -> Option<GenericCall> {
    (args.a > 0).then(|| GenericCall::new("Add"))
}

fn result(_: &ArgsOf<add>, result: &DurableResult) -> Option<ResultCard> {
    (!result.is_error).then(|| ReadResult::new(result.text()).into())
}

/// Add two integers.
#[tool(present_call = shown, present_result = result)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Do nothing.
#[tool(present_call = |()| CallCard::from(GenericCall::new("Nothing")), present_result = |_, _| None::<ResultCard>)]
fn nothing(#[args] _none: ()) {}

struct Server;

#[toolset]
impl Server {
    /// Read a file.
    #[tool(present_call = |args| GenericCall::new(args.path.as_str()))]
    fn read(&self, path: &str) -> String {
        path.to_owned()
    }
}

fn main() {}
