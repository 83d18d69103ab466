// fail: two tools of one toolset have the same name
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

#[toolset(prefix = "fs")]
impl Server {
    /// One.
    #[tool(name = "dup")]
    async fn one(&self) {}

    /// Two.
    #[tool(name = "dup")]
    async fn two(&self) {}

    /// Three.
    #[tool]
    async fn dup(&self) {}
}

fn main() {
    let _: Tools<()> = Arc::new(Server).tools();
}
