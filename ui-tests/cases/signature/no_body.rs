// fail: a function of another language
use dsh_tools::prelude::*;

unsafe extern "C" {
    /// The absolute value.
    #[tool]
    safe fn abs(value: i32) -> i32;
}

fn main() {}
