//! Tool lists of others, each held against the table of each provider.

use std::fs;

use dsh_tools::json::parse;
use dsh_tools::registry::ToolSchema;
use dsh_tools::tool::ToolList;

use super::table::offences;
use super::{PROVIDERS, listed};

#[test]
fn prompt_7_lists_of_others_fit_every_provider() {
    let Some(folder) = std::env::var_os("TOOL_LISTS") else {
        println!("skipped: TOOL_LISTS is not set");
        return;
    };
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let list =
            ToolList::from_json(&parse(&fs::read_to_string(&path).unwrap()).unwrap()).unwrap();
        let tools: Vec<ToolSchema> = list
            .specs
            .iter()
            .map(|spec| {
                ToolSchema::new(spec.name().as_str(), spec.description(), spec.parameters().clone())
            })
            .collect();
        for (name, make) in PROVIDERS {
            let provider = make(&tools);
            assert_eq!(offences(name, &provider), [""; 0], "{name} {}", path.display());
            let strict = listed(&provider).iter().filter(|tool| tool.strict).count();
            let file = path.file_stem().unwrap().to_string_lossy();
            println!(
                "{file}, {name}: {} tools, {} losses, {strict} strict",
                listed(&provider).len(),
                provider.losses().len()
            );
        }
    }
}
