//! Tool lists of others: JSON in the spellings that servers and providers use, read leniently (rule SCH-3).
//! A tool that is wrong somewhere hides no other one; what is lost on the way is told, tool by tool.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::{Hints, NamePolicy, ToolSpec};
use crate::json::{Array, Json, Object};
use crate::schema::{Loss, Schema};

const PARAMETERS: [&str; 3] = ["inputSchema", "input_schema", "parameters"];
const OUTPUT: [&str; 2] = ["outputSchema", "output_schema"];
/// How many characters of a name a loss shows.
const MOST_OF_NAME: usize = 100;

/// The tools of a list of somebody else's, and what was lost in reading them.
///
/// A list is an array of tools, or an object that has one under `tools`. A tool is an object with `name`, `description`,
/// a schema of arguments (`inputSchema`, `input_schema` or `parameters`), perhaps one of its output (`outputSchema` or
/// `output_schema`) and MCP's `annotations`; it may also lie under `function`.
///
/// Names are not checked against this library's own policy, since others chose them ([`NamePolicy::Any`]).
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::tool::ToolList;
///
/// let list = ToolList::from_json(&parse(r#"{ "tools": [
///     { "name": "get-logs", "description": "Get logs.", "inputSchema": { "type": "object" } },
///     { "description": "Nobody can call this one." }
/// ] }"#)?)?;
/// assert_eq!(list.specs[0].name().as_str(), "get-logs");
/// assert_eq!(list.losses[0].to_string(), "tool #2: left out: it has no name");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolList {
    /// The tools, in the order of the list.
    pub specs: Vec<ToolSpec>,
    /// What is not as the list says, in the same order.
    pub losses: Vec<ToolLoss>,
}

/// Something of a foreign tool that was not understood, and so is left out or accepts any JSON.
///
/// As text: `tool NAME: parameters.path: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolLoss {
    /// The tool's name as the list has it, at most 100 characters of it; `#2` for the second one without a name.
    pub tool: String,
    /// Where, and what.
    pub text: String,
}

impl fmt::Display for ToolLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool {}: {}", self.tool, self.text)
    }
}

/// The JSON is no tool list at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no tool list: an array of tools is expected, or an object with an array `tools`")]
#[non_exhaustive]
pub struct NoToolList;

impl ToolList {
    /// Reads a list. Never refuses a tool for its schemas: what is not understood of them accepts any JSON.
    ///
    /// # Errors
    ///
    /// [`NoToolList`] when there is no array of tools.
    pub fn from_json(json: &Json) -> Result<Self, NoToolList> {
        let entries = entries(json).ok_or(NoToolList)?;
        let mut reader = Reader::default();
        for (index, entry) in entries.iter().enumerate() {
            if let Err(why) = reader.add(entry) {
                let name = member(entry, "name").and_then(Json::as_str);
                let label = name.map_or_else(|| format!("#{}", index + 1), str::to_owned);
                reader.lose(&label, format_args!("left out: {why}"));
            }
        }
        Ok(reader.list)
    }
}

#[derive(Default)]
struct Reader {
    list: ToolList,
    names: HashSet<Arc<str>>,
}

fn entries(json: &Json) -> Option<&Array> {
    json.as_array().or_else(|| json.get("tools")?.as_array())
}

/// A member of a tool, also where it is wrapped as `{"type": "function", "function": {…}}`.
fn member<'a>(entry: &'a Json, key: &str) -> Option<&'a Json> {
    let inner = entry.get("function").filter(|function| function.as_object().is_some());
    inner.unwrap_or(entry).get(key)
}

impl Reader {
    /// Adds a tool, or says why it cannot be one.
    fn add(&mut self, entry: &Json) -> Result<(), String> {
        if entry.as_object().is_none() {
            return Err(format!("it is no object but {}", entry.type_name()));
        }
        let name = match member(entry, "name") {
            Some(Json::String(name)) if !name.trim().is_empty() => name,
            _ => return Err("it has no name".to_owned()),
        };
        if self.names.contains(name) {
            return Err("an earlier tool has that name".to_owned());
        }
        let before = self.list.losses.len();
        let description = self.description(name, entry);
        let parameters = self.parameters(name, entry);
        let output = self.output(name, entry);
        let spec = ToolSpec::new(name.clone(), NamePolicy::Any, description, parameters, output);
        let spec = spec.map_err(|error| {
            self.list.losses.truncate(before);
            error.to_string()
        })?;
        self.names.insert(name.clone());
        self.list.specs.push(spec.with_hints(hints(entry)));
        Ok(())
    }

    fn lose(&mut self, tool: &str, what: impl fmt::Display) {
        self.list.losses.push(ToolLoss { tool: cut(tool).to_owned(), text: what.to_string() });
    }

    /// The description; without one, the title or the name.
    fn description(&mut self, name: &Arc<str>, entry: &Json) -> Arc<str> {
        let text = |json: Option<&Json>| match json {
            Some(Json::String(text)) if !text.trim().is_empty() => Some(text.clone()),
            _ => None,
        };
        if let Some(description) = text(member(entry, "description")) {
            return description;
        }
        let annotated = member(entry, "annotations").and_then(|hints| hints.get("title"));
        let title = text(member(entry, "title")).or_else(|| text(annotated));
        let instead = if title.is_some() { "title" } else { "name" };
        self.lose(name, format_args!("description: missing, so the {instead} stands for it"));
        title.unwrap_or_else(|| name.clone())
    }

    fn parameters(&mut self, name: &str, entry: &Json) -> Schema {
        let Some(json) = PARAMETERS.iter().find_map(|key| member(entry, key)) else {
            self.lose(name, "parameters: missing, so any arguments are accepted");
            return open_object();
        };
        let (schema, losses) = Schema::from_json_lenient(json);
        if schema.require_object_root().is_ok() {
            self.keep_losses(name, "parameters", losses);
            return schema;
        }
        let typed = typed_as_object(json).map(|json| Schema::from_json_lenient(&json));
        match typed {
            Some((schema, losses)) if schema.require_object_root().is_ok() => {
                self.lose(name, "parameters: the root is not only an object, but is read as one");
                self.keep_losses(name, "parameters", losses);
                schema
            }
            _ => {
                self.keep_losses(name, "parameters", losses);
                self.lose(name, "parameters: the root is no object, so any arguments are accepted");
                open_object()
            }
        }
    }

    fn output(&mut self, name: &str, entry: &Json) -> Schema {
        let Some(json) = OUTPUT.iter().find_map(|key| member(entry, key)) else {
            return Schema::any();
        };
        let (schema, losses) = Schema::from_json_lenient(json);
        self.keep_losses(name, "output", losses);
        schema
    }

    fn keep_losses(&mut self, tool: &str, part: &str, losses: Vec<Loss>) {
        for loss in losses {
            let path = loss.path.strip_prefix("schema").unwrap_or(&loss.path);
            self.lose(tool, format_args!("{part}{path}: {}", loss.reason));
        }
    }
}

/// A root that may be an object, among others or without saying so, as one that is.
fn typed_as_object(schema: &Json) -> Option<Json> {
    let members = schema.as_object()?;
    let allowed = match members.get("type") {
        None => !members.contains_key("enum") && !members.contains_key("const"),
        Some(Json::Array(names)) => names.iter().any(|name| name.as_str() == Some("object")),
        Some(_) => false,
    };
    let typed = std::iter::once((Arc::from("type"), Json::from("object")));
    let others = members.iter().filter(|(key, _)| &***key != "type");
    let others = others.map(|(key, value)| (key.clone(), value.clone()));
    allowed.then(|| Json::Object(typed.chain(others).collect()))
}

fn open_object() -> Schema {
    let members: Object = [("type", Json::from("object"))].into_iter().collect();
    Schema::from_json_lenient(&Json::Object(members)).0
}

/// What MCP calls annotations, as far as they are declared.
fn hints(entry: &Json) -> Hints {
    let annotations = member(entry, "annotations");
    let says = |key: &str| annotations.and_then(|all| all.get(key)) == Some(&Json::Bool(true));
    Hints {
        read_only: says("readOnlyHint"),
        destructive: says("destructiveHint"),
        idempotent: says("idempotentHint"),
        open_world: says("openWorldHint"),
    }
}

/// The first characters of a name.
fn cut(name: &str) -> &str {
    name.char_indices().nth(MOST_OF_NAME).map_or(name, |(end, _)| &name[..end])
}
