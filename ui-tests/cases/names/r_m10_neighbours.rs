//! A tool beside a type and a constant of its name in other spellings.
#![allow(dead_code)]
use dsh_tools::prelude::*;

struct ReadFile;
const READ_FILE: u8 = 1;

/// Read a file.
#[tool]
async fn read_file(path: String) -> String {
    path
}

fn main() {
    let _: (ReadFile, u8) = (ReadFile, READ_FILE);
    let _: Tools<()> = tools![read_file];
}
