// fail: the impl of a trait
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

trait Read {
    fn read(&self, path: String) -> String;
}

#[toolset]
impl Read for Server {
    /// Read it.
    #[tool]
    fn read(&self, #[arg(name = "p")] path: String) -> String {
        path
    }
}

fn main() {
    let _: Tools<()> = Arc::new(Server).tools();
}
