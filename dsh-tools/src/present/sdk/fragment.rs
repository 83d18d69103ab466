//! The SDK of a few tools in full, as a program is told of it where the prompt holds names alone (rule SDK-4).

use super::{printer_of, sorted};
use crate::schema::Schema;
use crate::schema::typescript::{Layout, doc_comment, property_key};
use crate::tool::ToolSpec;

/// What the catalogue leaves out of these tools: declarations that join those of the catalogue.
pub(crate) fn fragment<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let tools = sorted(tools);
    let mut printer = printer_of(&tools, Layout::Compact);
    let mut members = String::new();
    for tool in tools {
        let name = tool.name().as_str();
        let mut write = |out: &mut String, schema: &Schema, what: &str| {
            printer.write_type(out, schema, 0, &format!("{name} {what}"));
        };
        members.push_str(&doc_comment(tool.description(), 0));
        members.extend([&*property_key(name), "(args: "]);
        write(&mut members, tool.parameters(), "args");
        members.push_str("): Promise<");
        write(&mut members, tool.output(), "output");
        members.push_str(">;\n");
    }
    let mut text = String::new();
    for declaration in printer.declarations() {
        text.extend([&*declaration, "\n"]);
    }
    text.extend(["interface Tools {\n", &*members, "}\n"]);
    text
}
