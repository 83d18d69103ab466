// fail: a path in `tools!` that is no tool
use dsh_tools::prelude::*;

async fn plain() {}

fn main() {
    let _: Tools<()> = tools![plain];
}
