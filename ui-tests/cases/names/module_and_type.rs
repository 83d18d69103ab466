//! A module of the tool's name, with another name for the type.
use dsh_tools::prelude::*;

mod read_file {
    use dsh_tools::prelude::*;

    /// Read a file.
    #[tool(type = ReadFile)]
    pub async fn read_file(path: String) -> String {
        path
    }
}
pub use read_file::{ReadFile, read_file};

fn main() {
    let _: Tools<()> = tools![ReadFile];
    let _ = ReadFile::tool();
    let _future = read_file(String::new());
}
