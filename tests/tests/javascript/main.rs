//! `docs/javascript.md` is what programs find: each row of its tables is a program that is run (CODE-11).
//! `DSH_WRITE_DOCS=1 cargo test -p dsh-tools-tests --test javascript` writes the tables anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

mod rows;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use dsh_tools::prelude::*;

/// What comes of a row.
enum Verdict {
    Works,
    /// What the program gives here.
    Differs(String),
    /// The first line of the message.
    Refused(String),
}

async fn judge(registry: &ToolRegistry, program: &str, standard: &str) -> Verdict {
    let arguments = json!({ "code": format!("return {program}"), "description": "a row" });
    let outcome = registry.call("run_code", arguments).await;
    let Some(value) = outcome.value() else {
        let text = outcome.text();
        let text = text.lines().next().unwrap_or_default();
        let said = text.rsplit_once("(exception): ").map_or(text, |(_, said)| said);
        return Verdict::Refused(said.to_owned());
    };
    let logs = value["logs"][0].as_str().map(str::to_owned);
    let got = value.get("result").map(ToString::to_string).or(logs);
    let got = got.unwrap_or_else(|| "nothing".to_owned());
    if got == standard { Verdict::Works } else { Verdict::Differs(got) }
}

/// Text as code in a cell of a table.
fn cell(text: &str) -> String {
    let marks = if text.contains('`') { ("`` ", " ``") } else { ("`", "`") };
    format!("{}{}{}", marks.0, text.replace('|', "\\|"), marks.1)
}

#[tokio::test]
async fn code_11_the_page_says_what_programs_find() {
    let builder = ToolRegistry::builder().mode(Mode::Code).runtime(InProcess::new());
    let registry = builder.tools(tools![]).build().unwrap();
    let mut works = String::from("| what | program | gives |\n|---|---|---|\n");
    let mut differs =
        String::from("| what | program | the standard, or Node | here |\n|---|---|---|---|\n");
    let mut refused = String::from("| what | program | message |\n|---|---|---|\n");
    for (what, program, standard) in rows::ROWS {
        let start = format!("| {what} | {}", cell(program));
        match judge(&registry, program, standard).await {
            Verdict::Works => writeln!(works, "{start} | {} |", cell(standard)),
            Verdict::Differs(here) => {
                writeln!(differs, "{start} | {} | {} |", cell(standard), cell(&here))
            }
            Verdict::Refused(said) => writeln!(refused, "{start} | {} |", cell(&said)),
        }
        .unwrap();
    }
    hold(&format!(
        "# JavaScript that programs can use\n\nEach row is a program that the test `javascript` runs. \
         `DSH_WRITE_DOCS=1 cargo test -p dsh-tools-tests --test javascript`\nwrites this page; without the variable the test compares it.\n\n\
         ## Works\n\n{works}\n## Differs\n\nThese give another value than other engines, without an error.\n\n{differs}\n\
         ## Refused\n\nThese end the program with a message.\n\n{refused}"
    ));
}

/// The page is that text.
fn hold(expected: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/javascript.md");
    if std::env::var_os("DSH_WRITE_DOCS").is_some() {
        fs::write(&page, expected).unwrap();
        return;
    }
    assert_eq!(
        fs::read_to_string(&page).unwrap_or_default(),
        expected,
        "docs/javascript.md is not what the code does: write it anew with \
         `DSH_WRITE_DOCS=1 cargo test -p dsh-tools-tests --test javascript`"
    );
}
