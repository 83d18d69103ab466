//! The SDK text: the tools at a level of disclosure, and the few rules by which programs use them (rules SDK-1, SDK-4).
//! Descriptions are data in it: they cannot end a comment or begin a line (rule SDK-2).

mod catalog;
mod fragment;
mod full;
mod line;
mod rules;
mod signatures;

use super::disclosure::DisclosureLevel;
use crate::schema::typescript::{Layout, TypePrinter};
use crate::tool::ToolSpec;

pub(super) use self::catalog::Catalog;
pub(crate) use self::fragment::fragment;
use self::full::compact_types;
pub use self::full::sdk_types;
pub(crate) use self::line::first_line;
pub(super) use self::rules::CODE_ONLY;
pub(super) use self::signatures::signatures;

/// The SDK of these tools in full, as one section of a prompt. The tools' order does not matter.
///
/// [`Disclosure`](super::Disclosure) tells less of many tools.
///
/// ```
/// use dsh_tools::present::sdk_text;
///
/// assert!(sdk_text([]).contains("declare const tools"));
/// ```
#[must_use]
pub fn sdk_text<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    section(DisclosureLevel::Full, &compact_types(tools))
}

/// The rules of a level around what it tells of tools.
pub(super) fn section(level: DisclosureLevel, typescript: &str) -> String {
    let (rules, added) = (rules::RULES, rules::at(level));
    format!("{rules}{added}\n\n```ts\n{typescript}```")
}

/// A printer that knows all the types that it will be asked for, so that repeated ones get a name.
fn printer_of(tools: &[&ToolSpec], layout: Layout) -> TypePrinter {
    let mut printer = TypePrinter::with_layout(layout);
    for tool in tools {
        printer.expect_type(tool.parameters());
        printer.expect_type(tool.output());
    }
    printer
}

/// Tools by name.
fn sorted<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> Vec<&'a ToolSpec> {
    let mut tools: Vec<&ToolSpec> = tools.into_iter().collect();
    tools.sort_by(|left, right| left.name().cmp(right.name()));
    tools
}

const JSON_VALUE: &str = "\
type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
";
/// What compact types call an object of anything.
const OPEN: &str = "type Open = Record<string, JsonValue>;\n";

const TOOL_CALL_ERROR: &str = "\
declare class ToolCallError extends Error {
  readonly toolName: ";
