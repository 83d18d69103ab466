// A type whose tools stand in two impls, under two prefixes.
use std::sync::Arc;

use dsh_tools::prelude::*;

struct Files;

#[toolset(prefix = "read")]
impl Files {
    /// Read a file.
    #[tool]
    fn file(&self, path: &str) -> String {
        path.to_owned()
    }
}

#[toolset(prefix = "write", method = writing_tools)]
impl Files {
    /// Write a file.
    #[tool]
    fn file_(&self, path: &str) -> usize {
        path.len()
    }
}

fn main() {
    let files = Arc::new(Files);
    let all: Tools<()> = tools![..files.tools(), ..files.writing_tools()];
    assert_eq!(all.into_iter().count(), 2);
}
