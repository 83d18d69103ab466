// fail: receivers that a shared value cannot be
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

#[toolset]
impl Server {
    /// Without one.
    #[tool]
    fn without() {}

    /// Changing.
    #[tool]
    async fn changing(&mut self) {}

    /// Changing, spelled out.
    #[tool]
    async fn spelled(self: &mut Self) {}

    /// By value.
    #[tool]
    async fn by_value(self) {}
}

fn main() {
    let _: Tools<()> = Arc::new(Server).tools();
}
