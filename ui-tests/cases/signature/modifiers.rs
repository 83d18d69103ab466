//! What else can stand on a function.
use dsh_tools::prelude::*;

/// Constant.
#[tool]
#[inline]
const fn constant(n: u8) -> u8 {
    n
}

/// For others.
#[tool]
#[unsafe(no_mangle)]
pub extern "C" fn for_others(n: u8) -> u8 {
    n
}

/// Old.
#[tool]
#[deprecated(note = "too old")]
#[must_use]
#[doc(alias = "former")]
pub(crate) async fn old(#[allow(unused_mut)] mut n: u8) -> u8 {
    n
}

const ONE: u8 = constant(1);

fn main() {
    let _: Tools<()> = tools![constant, for_others, old];
    let _ = ONE;
}
