//! The library behind another name, and `serde` out of reach.
#![deny(warnings)]
#![no_implicit_prelude]

mod facade {
    pub mod agents {
        pub use ::dsh_tools::*;
    }
}

#[facade::agents::tool(crate = crate::facade::agents, description = "Add two integers.")]
async fn add(a: i64, b: ::std::option::Option<i64>) -> i64 {
    a + b.unwrap_or_default()
}

fn main() {
    let _: ::dsh_tools::tool::Tools<()> = facade::agents::tools![add];
}
