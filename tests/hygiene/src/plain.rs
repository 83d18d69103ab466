//! Tools as one would write them, with the library under the name that this crate gave it.
//! Inside functions too, and through a facade.

use tooling::prelude::*;

/// The library as another crate would hand it on.
pub mod facade {
    pub use tooling as agents;
}

/// Turn a text around.
#[tool(crate = tooling, read_only)]
#[must_use]
pub fn reverse(text: &str) -> String {
    text.chars().rev().collect()
}

/// Wait for nothing.
#[facade::agents::tool(crate = facade::agents)]
pub async fn pause() {}

/// The tools of this module, and one that only this function knows.
#[must_use]
pub fn tools() -> Tools<()> {
    /// Double a number.
    #[tool(crate = tooling)]
    fn double(double: u32) -> u32 {
        double * 2
    }

    tools![reverse, pause, double]
}
