// fail: constants and variants are no tools
use dsh_tools::prelude::*;

const ADD: u8 = 1;

fn main() {
    let _: Tools<()> = tools![ADD, u8, Option::<u8>];
}
