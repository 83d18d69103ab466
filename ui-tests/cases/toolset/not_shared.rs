// fail: a type that threads cannot share
use std::cell::Cell;
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Server(Cell<u8>);

#[toolset]
impl Server {
    /// Count.
    #[tool]
    fn count(&self) -> u8 {
        self.0.get()
    }
}

fn main() {
    let _: Tools<()> = Arc::new(Server(Cell::new(1))).tools();
}
