// fail: a type is no tool
use dsh_tools::prelude::*;

struct Add;

fn main() {
    let _: Tools<()> = tools![Add];
}
