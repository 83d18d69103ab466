//! The TypeScript of the SDK of sets of tools, as a prompt has it, for the compiler to check (rule SDK-3).
//! `typescript/check.sh` does that with what the binary `sdk_types` prints.

use std::sync::Arc;

use dsh_tools::prelude::*;
use dsh_tools::present::Disclosure;
use dsh_tools::tool::ToolSpec;

use crate::{notebook, types};

/// The sets, as they are named on the command line.
pub const SETS: [&str; 3] = ["types", "notebook", "none"];

/// The TypeScript of a set.
///
/// ```
/// let text = dsh_tools_tests::sdk::typescript("notebook")?;
/// assert!(text.starts_with("type JsonValue") && text.contains("find_notes"));
/// # Ok::<(), anyhow::Error>(())
/// ```
///
/// # Errors
///
/// An unknown set, and a tool that cannot be built.
pub fn typescript(set: &str) -> anyhow::Result<String> {
    let tools = match set {
        "types" => types::tools(),
        "notebook" => notebook::tools(),
        "none" => Tools::new(),
        unknown => anyhow::bail!("there is no set {unknown:?}; there are {}", SETS.join(", ")),
    };
    let specs = specs(tools)?;
    let sdk = Disclosure::full().sdk(specs.iter().map(|spec| &**spec));
    Ok(sdk.typescript().to_owned())
}

fn specs(tools: Tools<()>) -> anyhow::Result<Vec<Arc<ToolSpec>>> {
    tools.into_iter().map(|tool| Ok(tool?.spec().clone())).collect()
}
