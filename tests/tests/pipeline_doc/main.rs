//! `docs/pipeline.md` is what the code does: its order of stages and its failure table are run and compared.
//! `DSH_WRITE_DOCS=1` writes them anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod failures;
mod order;
mod stand;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What stands between two marks of the page, or is to stand there.
fn hold(part: &str, expected: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pipeline.md");
    let text = fs::read_to_string(&page).unwrap();
    let (start, end) = (format!("<!-- {part} -->\n"), format!("<!-- end of {part} -->\n"));
    let (before, rest) = text.split_once(&start).expect("the start of the part");
    let (stands, after) = rest.split_once(&end).expect("the end of the part");
    if std::env::var_os("DSH_WRITE_DOCS").is_some() {
        fs::write(&page, [before, &start, expected, &end, after].concat()).unwrap();
        return;
    }
    assert_eq!(
        stands, expected,
        "docs/pipeline.md is not what the code does: write it anew with \
         `DSH_WRITE_DOCS=1 cargo test -p dsh-tools-tests --test pipeline_doc -- --test-threads 1`"
    );
}

#[tokio::test]
async fn pipe_8_the_failure_table_is_what_the_code_does() {
    let mut table = String::from(
        "| row | what fails | code | post-execute | finalize | observers |\n|---|---|---|---|---|---|\n",
    );
    for row in failures::rows() {
        let seen = (row.run)(stand::Stand::new()).await;
        let cells = [row.number, row.fails, &seen.code].join(" | ");
        let ran = ["post-execute", "finalize_content", "observer"]
            .map(|stage| if seen.ran(stage) { "yes" } else { "no" })
            .join(" | ");
        writeln!(table, "| {cells} | {ran} |").unwrap();
        assert!(seen.is_error, "{}: {} is no failure", row.number, row.fails);
        assert!(
            seen.count("finalize_content") <= 1 && seen.count("observer") == 1,
            "{}",
            row.fails
        );
    }
    hold("failures", &table);
}

#[tokio::test]
async fn pipe_8_the_stages_come_in_the_order_of_the_page() {
    hold("order", &order::picture().await);
}
