//! The family `ts-types`: the type of a schema is equivalent to a reference, whatever its layout, its
//! parentheses and the order in its unions are (rule SDK-2).

use dsh_tools::schema::typescript::TypePrinter;
use serde::Deserialize;

use super::Given;
use super::notation::{Comments, canonical};
use crate::report::Verdict;

/// One case.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    name: String,
    #[serde(flatten)]
    given: Given,
    reference_text: String,
}

pub(super) async fn judge(case: Case) -> Verdict {
    let schema = match case.given.strict() {
        Ok(schema) => schema,
        Err(error) => return Verdict::failed(&"an accepted schema", &error),
    };
    let mut printer = TypePrinter::new();
    let mut text = String::new();
    printer.write_type(&mut text, &schema, 0, "value");
    let comments = if case.name.starts_with("doc-") { Comments::Count } else { Comments::Ignored };
    let got = canonical(&text, &printer.declarations(), comments);
    let expected = canonical(&case.reference_text, &[], comments);
    match (expected, got) {
        (Ok(expected), Ok(got)) if expected == got => Verdict::Passed,
        (Ok(_), Ok(_)) => Verdict::failed(&case.reference_text, &text),
        (Err(error), _) | (_, Err(error)) => Verdict::failed(&"types that are understood", &error),
    }
}
