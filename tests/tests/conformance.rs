//! Every family of `tests/vectors` passes: the same as the binary `conformance`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::path::Path;

use dsh_tools_tests::hosting::Hosting;
use dsh_tools_tests::run;

fn isolated() -> Hosting {
    Hosting::Isolated(Some(env!("CARGO_BIN_EXE_code-worker").into()))
}

async fn check(family: &str) {
    check_under(family, &Hosting::InProcess).await;
}

async fn check_under(family: &str, hosting: &Hosting) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("vectors/{family}.json"));
    let report = run(family, &file, hosting).await.unwrap();
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

#[tokio::test(flavor = "multi_thread")]
async fn programs_isolated() {
    check_under("programs", &isolated()).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn lossless_json_isolated() {
    check_under("lossless-json", &isolated()).await;
}

#[tokio::test]
async fn unknown_families_and_unreadable_files_are_told() {
    let error = run("nonsense", Path::new("x"), &Hosting::InProcess).await.unwrap_err();
    assert!(error.to_string().contains("nonsense"), "{error}");
    let error = run("scopes", Path::new("/nowhere.json"), &Hosting::InProcess).await.unwrap_err();
    assert!(error.to_string().contains("/nowhere.json"), "{error}");
}
