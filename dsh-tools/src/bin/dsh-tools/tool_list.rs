//! Tool lists of others: JSON in the spellings that servers and providers use, read leniently.
//! A tool that is wrong somewhere hides no other one; what is lost on the way is told, tool by tool.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use dsh_tools::json::{Array, Json, Object};
use dsh_tools::schema::Schema;
use dsh_tools::tool::{Hints, NamePolicy, ToolSpec};

use crate::console::Failure;
use crate::input;

const PARAMETERS: [&str; 3] = ["inputSchema", "input_schema", "parameters"];
const OUTPUT: [&str; 2] = ["outputSchema", "output_schema"];
/// How many characters of a name a loss shows.
const MOST_OF_NAME: usize = 100;

/// The tools of a list, and what was lost in reading them.
#[derive(Default)]
pub(crate) struct ToolList {
    pub(crate) specs: Vec<ToolSpec>,
    /// Such as `tool NAME: parameters.path: reason`.
    pub(crate) losses: Vec<String>,
    names: HashSet<Arc<str>>,
}

/// Reads a file that holds a tool list.
pub(crate) fn read(path: &Path) -> Result<ToolList, Failure> {
    let json = input::read(path)?;
    let Some(entries) = entries(&json) else {
        let why = "no tool list: an array of tools is expected, or an object with an array `tools`";
        return Err(Failure::one(format!("{}: {why}", input::name(path))));
    };
    let mut list = ToolList::default();
    for (index, entry) in entries.iter().enumerate() {
        if let Err(why) = list.add(entry) {
            let name = member(entry, "name").and_then(Json::as_str).map(cut);
            let label = name.map_or_else(|| format!("#{}", index + 1), str::to_owned);
            list.losses.push(format!("tool {label}: left out: {why}"));
        }
    }
    Ok(list)
}

fn entries(json: &Json) -> Option<&Array> {
    json.as_array().or_else(|| json.get("tools")?.as_array())
}

/// A member of a tool, also where it is wrapped as `{"type": "function", "function": {…}}`.
fn member<'a>(entry: &'a Json, key: &str) -> Option<&'a Json> {
    let inner = entry.get("function").filter(|function| function.as_object().is_some());
    inner.unwrap_or(entry).get(key)
}

impl ToolList {
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
        let before = self.losses.len();
        let description = self.description(name, entry);
        let parameters = self.parameters(name, entry);
        let output = self.output(name, entry);
        let spec = ToolSpec::new(name.clone(), NamePolicy::Any, description, parameters, output);
        let spec = spec.map_err(|error| {
            self.losses.truncate(before);
            error.to_string()
        })?;
        self.names.insert(name.clone());
        self.specs.push(spec.with_hints(hints(entry)));
        Ok(())
    }

    fn lose(&mut self, tool: &str, what: impl std::fmt::Display) {
        self.losses.push(format!("tool {}: {what}", cut(tool)));
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

    fn keep_losses(&mut self, tool: &str, part: &str, losses: Vec<dsh_tools::schema::Loss>) {
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
    let mut hints = Hints::default();
    hints.read_only = says("readOnlyHint");
    hints.destructive = says("destructiveHint");
    hints.idempotent = says("idempotentHint");
    hints.open_world = says("openWorldHint");
    hints
}

/// The first characters of a name.
fn cut(name: &str) -> &str {
    name.char_indices().nth(MOST_OF_NAME).map_or(name, |(end, _)| &name[..end])
}
