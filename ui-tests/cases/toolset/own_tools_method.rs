// fail: a method of the name that the toolset needs
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

#[toolset]
impl Server {
    /// Its tools.
    #[tool]
    fn tools(&self) -> Vec<String> {
        Vec::new()
    }
}

fn main() {
    let _ = Arc::new(Server).tools();
}
