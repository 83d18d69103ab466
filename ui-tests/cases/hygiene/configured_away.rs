//! Tools that are configured away take everything along, wherever `cfg` stands.
use dsh_tools::prelude::*;

#[cfg(any())]
/// Before.
#[tool]
fn before(missing: Missing) -> Missing {
    missing
}

/// Behind.
#[tool]
#[cfg(any())]
fn behind(missing: Missing) -> Missing {
    missing
}

/// Here.
#[tool]
#[cfg(all())]
fn here() {}

/// Another of the same name.
#[tool]
#[cfg(not(all()))]
fn here(n: u8) -> u8 {
    n
}

fn main() {
    let _: Tools<()> = tools![here];
}
