// fail: a registry whose state has not what a tool asks for
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;
#[derive(Clone)]
struct Db;

#[toolset]
impl Server {
    /// Rows.
    #[tool]
    fn rows(&self, _ctx: &ToolContext<Db>) -> u8 {
        1
    }
}

fn main() {
    let _ = ToolRegistry::builder().state(1_u8).tools(Arc::new(Server).tools()).build();
}
