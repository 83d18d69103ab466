// fail: what is no impl
use dsh_tools::prelude::*;

#[toolset]
struct Server;

#[toolset]
fn read() {}

fn main() {
    let _ = Server;
    read();
}
