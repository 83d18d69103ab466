//! The layout in which a model reads values: indented as far as it helps, compact below (rule CODE-8).
//! Total indentation is bounded, so deep values stay linear in size.

use std::fmt;
use std::fmt::Write as _;

use super::value::Json;
use super::write::{write_compact, write_scalar, write_string};

const STEP: usize = 2;
const MOST: usize = 10;

/// JSON text with two spaces a level; a part whose lines would need more than ten spaces is compact.
///
/// ```
/// use dsh_tools::json::{Json, pretty};
///
/// let value = Json::from(serde_json::json!({ "a": [1, []] }));
/// assert_eq!(pretty(&value), "{\n  \"a\": [\n    1,\n    []\n  ]\n}");
/// ```
#[must_use]
pub fn pretty(value: &Json) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_pretty(value, 0, &mut text);
    text
}

/// Recurses at most `MOST / STEP` levels: below, the text is compact.
fn write_pretty(value: &Json, indent: usize, out: &mut String) -> fmt::Result {
    let inner = indent + STEP;
    match value {
        Json::Array(items) if !items.is_empty() => {
            if inner > MOST {
                return write_compact(value, out);
            }
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                start_line(index, inner, out)?;
                write_pretty(item, inner, out)?;
            }
            write!(out, "\n{:indent$}]", "")
        }
        Json::Object(members) if !members.is_empty() => {
            if inner > MOST {
                return write_compact(value, out);
            }
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                start_line(index, inner, out)?;
                write_string(key, out)?;
                out.push_str(": ");
                write_pretty(member, inner, out)?;
            }
            write!(out, "\n{:indent$}}}", "")
        }
        Json::Array(_) => out.write_str("[]"),
        Json::Object(_) => out.write_str("{}"),
        scalar => write_scalar(scalar, out),
    }
}

fn start_line(index: usize, indent: usize, out: &mut String) -> fmt::Result {
    let comma = if index == 0 { "" } else { "," };
    write!(out, "{comma}\n{:indent$}", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_8_parts_beyond_ten_spaces_are_compact() {
        let value = Json::from(serde_json::json!({"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}));
        assert!(pretty(&value).contains("\n          \"e\": {\"f\":1}\n"));
    }

    #[test]
    fn sch_6_deep_values_are_laid_out_without_recursion() {
        let deep = (0..100_000).fold(Json::Null, |inner, _| Json::from(vec![inner]));
        assert!(pretty(&deep).len() < 201_000);
    }
}
