//! What the model reads of a run that succeeded (rule CODE-8): its logs, then its value.

use std::borrow::Cow;

use crate::json::{Json, pretty};

const NOTHING: &str = "(run_code completed with no output)";

/// Logs and value as one text. `None` stands for a program that returned `undefined`.
///
/// ```
/// use dsh_tools::code::render_result;
/// use dsh_tools::json::Json;
///
/// assert_eq!(render_result(&["a"], Some(&Json::from(1))), "a\n1");
/// assert_eq!(render_result::<&str>(&[], Some(&Json::Null)), "null");
/// assert_eq!(render_result::<&str>(&[], None), "(run_code completed with no output)");
/// ```
#[must_use]
pub fn render_result<L: AsRef<str>>(logs: &[L], result: Option<&Json>) -> String {
    let logs: Vec<&str> = logs.iter().map(AsRef::as_ref).collect();
    let logs = logs.join("\n");
    let result = match result {
        None => Cow::from(""),
        Some(Json::String(text)) => Cow::from(&**text),
        Some(value) => Cow::from(pretty(value)),
    };
    match (logs.is_empty(), result.is_empty()) {
        (true, true) => NOTHING.to_owned(),
        (false, true) => logs,
        (true, false) => result.into_owned(),
        (false, false) => format!("{logs}\n{result}"),
    }
}
