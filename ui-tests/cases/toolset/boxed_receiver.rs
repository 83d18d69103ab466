// fail: a receiver that is known only by its type
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

#[toolset]
impl Server {
    /// In a box.
    #[tool]
    fn boxed(self: Box<Self>) {}
}

fn main() {
    let _: Tools<()> = Arc::new(Server).tools();
}
