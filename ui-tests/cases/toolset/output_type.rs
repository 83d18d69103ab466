// fail: an output and an argument without the traits they need
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;
struct Opaque;

#[toolset]
impl Server {
    /// Read it.
    #[tool]
    async fn read(&self, path: Opaque) -> Opaque {
        path
    }
}

fn main() {
    let _ = Arc::new(Server);
}
