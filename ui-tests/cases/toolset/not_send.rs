// fail: a future that cannot move between threads
use std::rc::Rc;
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server;

#[toolset]
impl Server {
    /// Count.
    #[tool]
    async fn count(&self) -> u8 {
        let one = Rc::new(1);
        std::future::ready(()).await;
        *one
    }
}

fn main() {
    let _: Tools<()> = Arc::new(Server).tools();
}
