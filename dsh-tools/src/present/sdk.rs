//! The SDK text: types of every tool, and the few rules by which programs use them (rule SDK-1).
//! Descriptions are data in it: they cannot end a comment or begin a line (rule SDK-2).

use crate::schema::Schema;
use crate::schema::typescript::{TypePrinter, doc_comment, property_key, value_note};
use crate::tool::ToolSpec;

/// What a model reads when it may only call `run_code`.
pub(super) const CODE_ONLY: &str = "\
The only tool that you can call directly is `run_code`. All other tools are functions of the SDK below: \
write a program that calls them, and pass it to `run_code`.";

const RULES: &str = "\
# Programs for `run_code`

Pass one TypeScript program as `code`, and one line about it as `description`.

- The program is the body of an async function: use `await` and `return` at its top level. Types are erased, \
not checked; `enum`, `namespace` and constructor parameter properties are refused.
- Call tools as `await tools.name(args)`; quote other names, as in `await tools[\"get-logs\"](args)`. \
Arguments and results are lossless JSON.
- A call that fails rejects with `ToolCallError` (`toolName`, `message`): catch it, or let it end the run.
- Independent calls overlap when you await them together with `Promise.all`, as far as they are safe to \
overlap; the others run alone, in order.
- Only what you `return` or log with `console` comes back to you. Filter and sum up before you return.
- There are no files, network, modules or timers beyond what the SDK and JavaScript itself offer.";

/// The SDK of these tools, as one section of a prompt. The tools' order does not matter.
///
/// ```
/// use dsh_tools::present::sdk_text;
///
/// assert!(sdk_text([]).contains("declare const tools"));
/// ```
#[must_use]
pub fn sdk_text<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    format!("{RULES}\n\n```ts\n{}```", sdk_types(tools))
}

/// The types of the SDK alone, without rules and without a fence: what a TypeScript compiler reads.
///
/// ```
/// use dsh_tools::present::sdk_types;
///
/// assert!(sdk_types([]).starts_with("type JsonValue ="));
/// ```
#[must_use]
pub fn sdk_types<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let mut tools: Vec<&ToolSpec> = tools.into_iter().collect();
    tools.sort_by(|left, right| left.name().cmp(right.name()));

    let mut printer = TypePrinter::new();
    let mut arguments = String::new();
    let mut outputs = String::new();
    for tool in &tools {
        let (name, key) = (tool.name().as_str(), property_key(tool.name().as_str()));
        arguments.push_str(&doc_comment(tool.description(), 2));
        let mut member = |out: &mut String, schema: &Schema, what: &str| {
            out.extend(["  ", &*key, ": "]);
            printer.write_type(out, schema, 2, &format!("{name} {what}"));
            out.push_str(";\n");
        };
        member(&mut arguments, tool.parameters(), "args");
        outputs.push_str(&doc_comment(&value_note(tool.output()), 2));
        member(&mut outputs, tool.output(), "output");
    }

    let mut text = String::with_capacity(arguments.len() + outputs.len() + TOOLS.len() + 256);
    text.extend([JSON_VALUE, "\n"]);
    for declaration in printer.declarations() {
        text.extend(["\n", &*declaration, "\n"]);
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

const JSON_VALUE: &str = "\
type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };";

const TOOLS: &str = "\
type ToolName = keyof ToolArgsMap;

declare class ToolCallError extends Error {
  readonly toolName: ToolName;
}

declare const tools: {
  readonly [Name in ToolName]: (args: ToolArgsMap[Name]) => Promise<ToolOutputMap[Name]>;
};";
