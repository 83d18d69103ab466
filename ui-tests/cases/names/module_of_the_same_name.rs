// fail: a module and the tool's type cannot have one name
use dsh_tools::prelude::*;

mod read_file {
    use dsh_tools::prelude::*;

    /// Read a file.
    #[tool]
    pub async fn read_file(path: String) -> String {
        path
    }
}
pub use read_file::read_file;

fn main() {
    let _: Tools<()> = tools![read_file];
}
