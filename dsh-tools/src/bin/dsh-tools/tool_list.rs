//! Reading a tool list from a file, and telling what was lost on the way.

use std::path::Path;

use dsh_tools::tool::{ToolList, ToolSpec};

use crate::console::{self, Failure};
use crate::input;

/// The tools of a file. What was lost in reading them is told on standard error.
pub(crate) fn read(path: &Path) -> Result<Vec<ToolSpec>, Failure> {
    let json = input::read(path)?;
    let list = ToolList::from_json(&json)
        .map_err(|error| Failure::one(format!("{}: {error}", input::name(path))))?;
    console::complain(&list.losses);
    Ok(list.specs)
}
