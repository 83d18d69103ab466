// fail: two functions of one name, in two modules
use dsh_tools::prelude::*;

mod files {
    use dsh_tools::prelude::*;

    /// Read a file.
    #[tool]
    pub fn read() {}
}

mod pages {
    use dsh_tools::prelude::*;

    /// Read a page.
    #[tool]
    pub fn read() {}
}

fn main() {
    let more: Tools<()> = Tools::new();
    let _: Tools<()> = tools![files::read, ..more, pages::read];
}
