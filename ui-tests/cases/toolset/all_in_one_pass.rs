// fail: mistakes of the toolset and of several methods, one message each
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

#[toolset(prefx = "fs", prefix = "a b")]
impl Server {
    #[tool(timeout_ms = 0)]
    async fn read(&self, path: String) -> String {
        path
    }

    /// Write.
    #[tool = "write"]
    fn write(&self, #[arg(nam = "x")] (_, text): (String, String)) -> String {
        text
    }

    /// Twice.
    #[tool]
    #[tool(name = "other")]
    #[cfg(all())]
    fn twice(&self) {}
}

fn main() {
    let _: Tools<()> = Arc::new(Server).tools();
}
