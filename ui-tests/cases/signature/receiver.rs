// fail: a method
use dsh_tools::prelude::*;

struct Server;

impl Server {
    /// Read it.
    #[tool]
    async fn read(&self, path: String) -> String {
        path
    }
}

fn main() {}
