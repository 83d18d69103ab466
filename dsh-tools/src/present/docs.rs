//! The documentation of tools as Markdown: name, description, and tables of arguments and output (rule SCH-1).
//! What tools say of themselves is data in it: it cannot break a table or add structure.

use std::fmt::Write as _;

use super::markdown::{code, line, paragraphs};
use crate::schema::outline::{Outline, Required, Row, outline};
use crate::tool::{Hints, ToolSpec};

/// Markdown about these tools, by name. The tools' order does not matter.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::present::docs_text;
/// use dsh_tools::schema::Schema;
/// use dsh_tools::tool::{NamePolicy, ToolSpec};
///
/// let arguments = parse(r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#)?;
/// let arguments = Schema::from_json(&arguments)?;
/// let tool = ToolSpec::new("read_file", NamePolicy::Portable, "Read a file.", arguments, Schema::any())?;
/// let text = docs_text([&tool]);
/// assert!(text.contains("## `read_file`\n\nRead a file.\n"));
/// assert!(text.contains("| `path` | `string` | yes |  |  |"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn docs_text<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> String {
    let mut tools: Vec<&ToolSpec> = tools.into_iter().collect();
    tools.sort_by(|left, right| left.name().cmp(right.name()));
    let mut text = String::from("# Tools\n");
    for tool in tools {
        about(tool, &mut text);
        arguments(&outline(tool.parameters()), &mut text);
        output(&outline(tool.output()), &mut text);
    }
    text
}

// Writing to a string cannot fail, so results of `write!` are dropped below.

fn about(tool: &ToolSpec, text: &mut String) {
    let name = tool.name().as_str();
    let name = if name.is_empty() { "\"\"" } else { name };
    let _ = write!(text, "\n## {}\n\n{}\n", code(name), paragraphs(tool.description()));
    let mut facts = hints(tool.hints());
    facts.extend(tool.timeout().map(|timeout| format!("ends after {timeout:?}")));
    if !facts.is_empty() {
        let _ = write!(text, "\nThis tool {}.\n", facts.join(", "));
    }
}

fn hints(hints: Hints) -> Vec<String> {
    let said = [
        (hints.read_only, "changes nothing"),
        (hints.destructive, "may destroy something"),
        (hints.idempotent, "does nothing more when repeated"),
        (hints.open_world, "reaches beyond the application"),
    ];
    said.into_iter().filter(|(declared, _)| *declared).map(|(_, words)| words.to_owned()).collect()
}

fn arguments(outline: &Outline, text: &mut String) {
    text.push_str("\n### Arguments\n\n");
    if outline.rows.is_empty() {
        text.push_str(if outline.closed { "None.\n" } else { "None are declared.\n" });
        return;
    }
    text.push_str("| name | type | required | default | description |\n|---|---|---|---|---|\n");
    for row in &outline.rows {
        let default = row.default.as_deref().map(code).unwrap_or_default();
        let (name, words, required) = (code(&row.path), code(&row.words), required(row.required));
        let said = said(row);
        let _ = writeln!(text, "| {name} | {words} | {required} | {default} | {said} |");
    }
    if outline.closed {
        text.push_str("\nOther arguments are refused.\n");
    }
}

fn output(outline: &Outline, text: &mut String) {
    let _ = write!(text, "\n### Output\n\n{}", code(&outline.words));
    match line(&outline.description) {
        description if description.is_empty() => text.push('\n'),
        description => {
            let _ = writeln!(text, ": {description}");
        }
    }
    if outline.rows.is_empty() {
        return;
    }
    text.push_str("\n| name | type | always there | description |\n|---|---|---|---|\n");
    for row in &outline.rows {
        let (name, words, required) = (code(&row.path), code(&row.words), required(row.required));
        let said = said(row);
        let _ = writeln!(text, "| {name} | {words} | {required} | {said} |");
    }
}

fn required(required: Required) -> &'static str {
    match required {
        Required::Yes => "yes",
        Required::No => "no",
        Required::Depends => "depends",
    }
}

/// The description of a member, with what its type leaves out in brackets.
fn said(row: &Row) -> String {
    let description = line(&row.description);
    if row.notes.is_empty() {
        return description;
    }
    let space = if description.is_empty() { "" } else { " " };
    format!("{description}{space}({})", line(&row.notes.join(", ")))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::json::parse;
    use crate::schema::Schema;
    use crate::tool::NamePolicy;

    fn schema(text: &str) -> Schema {
        Schema::from_json_lenient(&parse(text).expect(text)).0
    }

    fn tool(name: &str, description: &str, parameters: &str, output: &str) -> ToolSpec {
        let (parameters, output) = (schema(parameters), schema(output));
        ToolSpec::new(name, NamePolicy::Any, description, parameters, output).expect(name)
    }

    /// The columns of every line of a table; pipes behind a backslash are text.
    fn columns(text: &str) -> Vec<usize> {
        let rows = text.lines().filter(|line| line.starts_with('|'));
        let pipes = |line: &str| {
            let mut escaped = false;
            let is_pipe = |character: char| {
                let pipe = character == '|' && !escaped;
                escaped = character == '\\' && !escaped;
                pipe
            };
            line.chars().map(is_pipe).filter(|pipe| *pipe).count() - 1
        };
        rows.map(pipes).collect()
    }

    #[test]
    fn sch_1_documentation_says_what_a_tool_takes_and_gives() {
        let hints = Hints { read_only: true, open_world: true, ..Hints::default() };
        let list = tool(
            "list",
            "List files.\n\nHidden ones too.",
            r#"{"type":"object","required":["path"],"additionalProperties":false,"properties":{
                "path":{"type":"string","description":"Where | from"},
                "depth":{"type":"integer","default":2,"minimum":1}}}"#,
            r#"{"type":"array","description":"The files.","items":{"type":"object","required":["name"],
                "properties":{"name":{"type":"string"},"size":{"type":["integer","null"]}}}}"#,
        )
        .with_hints(hints)
        .with_timeout(Duration::from_millis(1500))
        .expect("time");
        assert_eq!(
            docs_text([&list]),
            "\
# Tools

## `list`

List files.

Hidden ones too.

This tool changes nothing, reaches beyond the application, ends after 1.5s.

### Arguments

| name | type | required | default | description |
|---|---|---|---|---|
| `path` | `string` | yes |  | Where \\| from |
| `depth` | `integer` | no | `2` | (\\>= 1) |

Other arguments are refused.

### Output

`object[]`: The files.

| name | type | always there | description |
|---|---|---|---|
| `[].name` | `string` | yes |  |
| `[].size` | `integer \\| null` | no |  |
"
        );
    }

    #[test]
    fn sch_1_documentation_is_the_same_in_whatever_order() {
        let open = r#"{"type":"object"}"#;
        let (a, b) = (tool("a", "First.", open, "{}"), tool("b", "Second.", open, "{}"));
        let text = docs_text([&a, &b]);
        assert_eq!(text, docs_text([&b, &a]));
        assert!(text.find("## `a`") < text.find("## `b`"));
        assert!(text.contains("None are declared.") && text.contains("### Output\n\n`any`\n"));
    }

    #[test]
    fn sch_1_text_from_schemas_adds_no_structure() {
        let hostile = "x | y\\n\\n# Heading\\n| a | b |\\n|---|---|\\n<script>`\\\\";
        let parameters = format!(
            r#"{{"type":"object","properties":{{"{hostile}":{{"enum":["{hostile}"],"default":"{hostile}",
                "description":"{hostile}"}}}},"required":["{hostile}"]}}"#
        );
        let unescaped = parse(&format!("\"{hostile}\"")).expect("text");
        let text = unescaped.as_str().expect("text");
        let tool = tool(text, text, &parameters, &parameters);
        let text = docs_text([&tool]);
        assert_eq!(columns(&text), [5, 5, 5, 4, 4, 4]);
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings.len(), 4, "{headings:?}");
        assert!(!text.replace("\\<", "").contains('<'), "{text}");
    }

    #[test]
    fn sch_6_documentation_of_hostile_schemas_is_short_and_quick() {
        let mut deep = String::from("{}");
        for level in 0..20_000 {
            deep = match level % 2 {
                0 => format!(r#"{{"type":"object","properties":{{"k":{deep}}}}}"#),
                _ => format!(r#"{{"anyOf":[{deep},{{"type":"array","items":true}}]}}"#),
            };
        }
        let deep = format!(r#"{{"type":"object","properties":{{"k":{deep}}}}}"#);
        let text = docs_text([&tool("deep", "Deep.", &deep, &deep)]);
        assert!(text.len() < 5000, "{}", text.len());
    }
}
