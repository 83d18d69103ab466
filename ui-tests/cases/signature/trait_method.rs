// fail: a method without a body
use dsh_tools::prelude::*;

trait Server {
    /// Read it.
    #[tool]
    async fn read(&self, path: String) -> String;
}

fn main() {}
