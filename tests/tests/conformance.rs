//! Every family of `tests/vectors` passes: the same as the binary `conformance`, in process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::path::Path;

async fn check(family: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("vectors/{family}.json"));
    let report = dsh_tools_tests::run(family, &file).await.unwrap();
    assert_eq!(report.failures(), 0, "{report}");
    assert!(report.passes() > 0, "{report}");
}

#[tokio::test]
async fn render_result() {
    check("render-result").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn programs() {
    check("programs").await;
}

#[tokio::test]
async fn pipeline() {
    check("pipeline").await;
}

#[tokio::test]
async fn scopes() {
    check("scopes").await;
}

#[tokio::test]
async fn schema_accept() {
    check("schema-accept").await;
}

#[tokio::test]
async fn schema_validate() {
    check("schema-validate").await;
}

#[tokio::test]
async fn dsl_compile() {
    check("dsl-compile").await;
}

#[tokio::test]
async fn ts_types() {
    check("ts-types").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lossless_json() {
    check("lossless-json").await;
}

#[tokio::test]
async fn unknown_families_and_unreadable_files_are_told() {
    let error = dsh_tools_tests::run("nonsense", Path::new("x")).await.unwrap_err();
    assert!(error.to_string().contains("nonsense"), "{error}");
    let error = dsh_tools_tests::run("scopes", Path::new("/nowhere.json")).await.unwrap_err();
    assert!(error.to_string().contains("/nowhere.json"), "{error}");
}
