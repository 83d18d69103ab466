//! One line for each tool: its types, and the first line of its description (rule SDK-4).

use super::{JSON_VALUE, OPEN, TOOL_CALL_ERROR, first_line, printer_of, sorted};
use crate::schema::Schema;
use crate::schema::typescript::{Layout, property_key};
use crate::tool::ToolSpec;

/// How many characters of a description are shown.
const MOST_OF_DESCRIPTION: usize = 80;
const ANSWER: &str = "type Answer = Promise<JsonValue>;\n";

/// The types of the tools, which a compiler can read.
pub(in crate::present) fn signatures<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let tools = sorted(tools);
    let mut printer = printer_of(&tools, Layout::Line);
    let mut members = String::new();
    for tool in tools {
        let name = tool.name().as_str();
        let mut write = |out: &mut String, schema: &Schema, what: &str| {
            let start = out.len();
            printer.write_type(out, schema, 0, &format!("{name} {what}"));
            start
        };
        members.extend([&*property_key(name), "(args:"]);
        write(&mut members, tool.parameters(), "args");
        members.push_str("):");
        let start = write(&mut members, tool.output(), "output");
        if &members[start..] == "JsonValue" {
            members.truncate(start);
            members.push_str("Answer");
        } else {
            members.insert_str(start, "Promise<");
            members.push('>');
        }
        // A line's end separates members as a semicolon does.
        match first_line(tool.description(), MOST_OF_DESCRIPTION) {
            line if line.is_empty() => members.push('\n'),
            line => members.extend([" // ", &*line, "\n"]),
        }
    }
    let mut text = [JSON_VALUE, OPEN, ANSWER].concat();
    for declaration in printer.declarations() {
        text.extend([&*declaration, "\n"]);
    }
    text.extend([TOOL_CALL_ERROR, "string;\n}\ndeclare const tools: {\n", &*members, "};\n"]);
    text
}
