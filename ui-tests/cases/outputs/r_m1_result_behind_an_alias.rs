//! A `Result` behind an alias is one, and a local type of that name is none.
use dsh_tools::prelude::*;

mod alias {
    use dsh_tools::prelude::*;
    type Out<T> = std::result::Result<T, std::fmt::Error>;

    /// Make a number.
    #[tool]
    pub fn number() -> Out<u8> {
        Ok(5)
    }
}

mod local {
    use dsh_tools::prelude::*;

    #[derive(serde::Serialize, schemars::JsonSchema)]
    pub struct Result<T>(T);

    /// Make a number.
    #[tool(name = "wrapped")]
    pub fn number() -> Result<u8> {
        Result(5)
    }
}

fn main() {
    let _: dsh_tools::tool::OutputOf<alias::number> = 5_u8;
    let _: dsh_tools::tool::OutputOf<local::number> = local::number();
    let _: Tools<()> = tools![alias::number, local::number];
}
