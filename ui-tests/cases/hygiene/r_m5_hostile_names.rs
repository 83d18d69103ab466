//! Local names that shadow everything an expansion could need.
#![deny(warnings)]
#![allow(dead_code, unused_macros, non_upper_case_globals)]

mod std {}
mod core {}
mod serde {}
mod schemars {}
mod dsh_tools {}
struct Result;
struct Option;
struct Vec;
struct String;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct Send;
struct Sync;
struct Clone;
struct S;
struct D;
struct Json;
struct Tool;
trait Into {}
trait Iterator {}
#[allow(non_camel_case_types)]
struct state;
const value: u8 = 1;
const error: u8 = 2;

macro_rules! assert { () => {} }
macro_rules! panic { () => {} }

/// Add two integers.
#[::dsh_tools::tool(concurrency_safe = |args| args.add > 3, name = "plus")]
async fn add(add: i64, self_: i64, args: u8, ctx: &::dsh_tools::tool::ToolContext) -> i64 {
    let _ = (args, ctx);
    add + self_
}

/// Count.
#[::dsh_tools::tool]
fn count(#[arg(default = 3)] context: u8, r#struct: u8) -> ::core::result::Result<u8, ::dsh_tools::call::ToolError> {
    ::core::result::Result::Ok(context + r#struct)
}

fn main() {
    let _: ::dsh_tools::tool::Tools<()> = ::dsh_tools::tools![add, count];
}
