// fail: no method is marked
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

#[toolset]
impl Server {
    /// Not a tool.
    fn helper(&self) {}
}

fn main() {
    let server = Arc::new(Server);
    server.helper();
    let _: Tools<()> = server.tools();
}
