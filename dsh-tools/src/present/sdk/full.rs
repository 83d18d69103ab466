//! Everything of every tool: its types with what is said of each member (rule SDK-1).

use super::{JSON_VALUE, OPEN, printer_of, sorted};
use crate::schema::Schema;
use crate::schema::typescript::{Layout, TypePrinter, doc_comment, property_key, value_note};
use crate::tool::ToolSpec;

/// The types of the SDK alone, without rules and without a fence: what a TypeScript compiler reads. They are laid out
/// for people; a prompt says the same in fewer tokens.
///
/// ```
/// use dsh_tools::present::sdk_types;
///
/// assert!(sdk_types([]).starts_with("type JsonValue ="));
/// ```
#[must_use]
pub fn sdk_types<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let head = JSON_VALUE.to_owned();
    types(&sorted(tools), TypePrinter::new(), &Frame { head, indent: 2, between: "\n" })
}

/// The same types in fewer tokens: without spaces that say nothing, and with one name for what stands in many places.
pub(super) fn compact_types<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let tools = sorted(tools);
    let printer = printer_of(&tools, Layout::Compact);
    types(&tools, printer, &Frame { head: [JSON_VALUE, OPEN].concat(), indent: 0, between: "" })
}

/// What stands around types.
struct Frame {
    head: String,
    indent: usize,
    /// Between named types.
    between: &'static str,
}

fn types(tools: &[&ToolSpec], mut printer: TypePrinter, frame: &Frame) -> String {
    let indent = frame.indent;
    let mut arguments = String::new();
    let mut outputs = String::new();
    for tool in tools {
        let (name, key) = (tool.name().as_str(), property_key(tool.name().as_str()));
        arguments.push_str(&doc_comment(tool.description(), indent));
        let mut member = |out: &mut String, schema: &Schema, what: &str| {
            out.extend([&"  "[..indent], &*key, ": "]);
            printer.write_type(out, schema, indent, &format!("{name} {what}"));
            out.push_str(";\n");
        };
        member(&mut arguments, tool.parameters(), "args");
        outputs.push_str(&doc_comment(&value_note(tool.output()), indent));
        member(&mut outputs, tool.output(), "output");
    }

    let mut text = String::with_capacity(arguments.len() + outputs.len() + TOOLS.len() + 256);
    text.push_str(&frame.head);
    for declaration in printer.declarations() {
        text.extend([frame.between, &*declaration, "\n"]);
    }
    interface(&mut text, "ToolArgsMap", &arguments);
    interface(&mut text, "ToolOutputMap", &outputs);
    text.extend(["\n", TOOLS, "\n"]);
    text
}

fn interface(text: &mut String, name: &str, members: &str) {
    let open = if members.is_empty() { " {" } else { " {\n" };
    text.extend(["\ninterface ", name, open, members, "}\n"]);
}

const TOOLS: &str = "\
type ToolName = keyof ToolArgsMap;

declare class ToolCallError extends Error {
  readonly toolName: ToolName;
}

declare const tools: {
  readonly [Name in ToolName]: (args: ToolArgsMap[Name]) => Promise<ToolOutputMap[Name]>;
};";
