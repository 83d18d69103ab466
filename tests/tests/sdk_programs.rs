//! The programs that the TypeScript compiler accepts, run: what the SDK says of tools is what they do.
//! Test names cite the rules.

#![allow(clippy::expect_used, reason = "tests")]

use std::path::Path;

use dsh_tools::prelude::*;
use dsh_tools_tests::{notebook, sdk};

#[tokio::test]
async fn sdk_3_programs_that_compile_run() {
    let registry = ToolRegistry::builder()
        .tools(notebook::tools())
        .mode(Mode::Code)
        .runtime(InProcess::new())
        .build()
        .expect("a registry");
    let mut failed = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("typescript/good");
    for file in std::fs::read_dir(&folder).expect("the folder of programs") {
        let path = file.expect("a file").path();
        let code = std::fs::read_to_string(&path).expect("a program");
        let outcome =
            registry.call("run_code", json!({ "code": code, "description": "a test" })).await;
        if outcome.is_error() {
            failed.push(format!("{}: {}", path.display(), outcome.text()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

#[test]
fn sdk_1_every_set_is_typescript_alone() {
    for set in sdk::SETS {
        let text = sdk::typescript(set).expect(set);
        assert!(text.starts_with("type JsonValue = ") && text.ends_with("};\n"), "{text}");
    }
    let unknown = sdk::typescript("tpyes").expect_err("no such set");
    assert_eq!(unknown.to_string(), "there is no set \"tpyes\"; there are types, notebook, none");
}
