//! Tools inside functions and modules, private and public.
#![deny(warnings, missing_docs, unreachable_pub, non_local_definitions)]
use dsh_tools::prelude::*;

/// Tools of others.
pub mod inner {
    use dsh_tools::prelude::*;

    /// Nothing.
    #[tool]
    pub(crate) fn nothing() {}

    mod deep {
        use dsh_tools::prelude::*;

        /// Nothing at all.
        #[tool(name = "nothing_at_all")]
        pub(in crate::inner) fn nothing() {}
    }

    /// The tools of this module.
    #[must_use]
    pub fn tools() -> Tools<()> {
        tools![deep::nothing]
    }
}

/// Public.
#[tool]
pub async fn public(
    /// It.
    value: u8,
) -> u8 {
    value
}

fn main() {
    /// Inside.
    #[tool]
    async fn inside(inside: u8) -> u8 {
        inside
    }

    let _: Tools<()> = tools![inside, inner::nothing, public, ..inner::tools()];
}
