// fail: an associated function, told by its `Self`
use dsh_tools::prelude::*;

struct Server;

impl Server {
    /// Make one.
    #[tool]
    fn make() -> Result<Self, ToolError> {
        Ok(Server)
    }
}

fn main() {
    let _ = Server::make();
}
