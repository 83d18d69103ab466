// fail: a method with generics of its own
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server<T>(T);

#[toolset]
impl<T: Send + Sync + 'static> Server<T> {
    /// Give it back.
    #[tool]
    fn echo<U: Send>(&self, value: U) -> impl Send {
        value
    }
}

fn main() {
    let _: Tools<()> = Arc::new(Server(1)).tools();
}
