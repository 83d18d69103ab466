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
struct Arc;
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
struct T;
struct Tools;
trait Into {}
trait Share {
    fn share(&self) {}
    fn read(&self) {}
}
impl<X> Share for X {}
#[allow(non_camel_case_types)]
struct read {}
const value: u8 = 1;

macro_rules! assert { () => {} }
macro_rules! panic { () => {} }

struct Server<State> {
    state: State,
}

#[::dsh_tools::toolset(crate = ::dsh_tools)]
impl<State: ::core::marker::Send + ::core::marker::Sync + 'static> Server<State> {
    /// Read.
    #[tool(concurrency_safe = |args| args.read > 3)]
    async fn read(&self, read: u8, self_: u8, r#tools: &str, ctx: &::dsh_tools::tool::ToolContext) -> u8 {
        let _ = (ctx, r#tools);
        read + self_
    }

    /// Clone.
    #[tool(blocking)]
    fn clone(self: ::std::sync::Arc<Self>, #[arg(default = 3)] args: u8) -> ::core::result::Result<u8, ::dsh_tools::call::ToolError> {
        ::core::result::Result::Ok(args)
    }
}

fn main() {
    let server = ::std::sync::Arc::new(Server { state: 1_u8 });
    let _: ::dsh_tools::tool::Tools<()> = server.tools();
}
