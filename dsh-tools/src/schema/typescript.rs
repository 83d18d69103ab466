//! TypeScript types of schemas, for the SDK that programs are written against (rules SDK-1 to SDK-3).
//! What is shared, recursive or deep becomes a named type; text from schemas cannot leave its place.

mod shape;

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::sync::Arc;

use self::shape::{named_nodes, same_shape};
use super::Schema;
use super::node::{Additional, ArrayRules, Node, NodeId, ObjectRules, Types};
use crate::json::{Json, write_string};

/// Below this many levels a type is named, so that compilers stay safe.
const MOST_LEVELS: usize = 16;
const ANY: &str = "JsonValue";

/// Writes the types of many schemas, with one set of named types.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::{Schema, typescript::TypePrinter};
///
/// let schema = Schema::from_json(&parse(r##"{
///     "$ref": "#/$defs/Node",
///     "$defs": {"Node": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
///                        "additionalProperties": false}}
/// }"##)?)?;
/// let mut printer = TypePrinter::new();
/// assert_eq!(printer.type_of(&schema, 0, "tree"), "Node");
/// assert_eq!(printer.declarations(), ["type Node = {\n  kids?: Node[];\n};"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct TypePrinter {
    /// The nodes that have names, by the schema's address.
    names: HashMap<(usize, NodeId), Arc<str>>,
    /// Everything that got a name of its own.
    declared: Vec<Declared>,
    taken: HashSet<String>,
    /// Which nodes of a schema are to be named.
    shared: HashMap<usize, HashSet<NodeId>>,
    pending: VecDeque<usize>,
}

#[derive(Debug)]
struct Declared {
    name: Arc<str>,
    /// What the name was made of, before it was made unique.
    base: String,
    /// Kept alive, so that its address stays its own.
    schema: Schema,
    node: NodeId,
    text: String,
}

/// A type, and whether it has to be wrapped where something binds tighter.
struct Text {
    text: String,
    loose: bool,
}

impl Text {
    fn tight(text: impl Into<String>) -> Self {
        Self { text: text.into(), loose: false }
    }

    fn wrapped(self) -> String {
        if self.loose { format!("({})", self.text) } else { self.text }
    }
}

/// Where a type is being written.
#[derive(Clone, Copy)]
struct At<'s> {
    schema: &'s Schema,
    indent: usize,
    depth: usize,
    hint: &'s str,
}

impl TypePrinter {
    /// A printer without names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The type of a schema, for a place that is indented that far. `hint` names parts that need a name and
    /// have none of their own.
    pub fn type_of(&mut self, schema: &Schema, indent: usize, hint: &str) -> String {
        let shared = named_nodes(schema.graph());
        self.shared.insert(address(schema), shared);
        let text = self.node(At { schema, indent, depth: 0, hint }, 0).text;
        while let Some(index) = self.pending.pop_front() {
            let Declared { schema, node, name, .. } = &self.declared[index];
            let (schema, node, hint) = (schema.clone(), *node, name.clone());
            let at = At { schema: &schema, indent: 0, depth: 0, hint: &hint };
            self.declared[index].text = self.body(at, node).text;
        }
        text
    }

    /// The named types so far, by name.
    #[must_use]
    pub fn declarations(&self) -> Vec<String> {
        let mut declared: Vec<&Declared> = self.declared.iter().collect();
        declared.sort_by(|left, right| left.name.cmp(&right.name));
        let declaration = |declared: &Declared| {
            let description = declared.schema.graph().node(declared.node).description.as_deref();
            let doc = description.map(|text| doc_comment(text, 0)).unwrap_or_default();
            format!("{doc}type {} = {};", declared.name, declared.text)
        };
        declared.into_iter().map(declaration).collect()
    }

    fn node(&mut self, at: At<'_>, id: NodeId) -> Text {
        let graph = at.schema.graph();
        let shared =
            self.shared.get(&address(at.schema)).is_some_and(|shared| shared.contains(&id));
        let deep = at.depth >= MOST_LEVELS && !graph.node(id).is_plain();
        if shared || deep {
            return Text::tight(&*self.name(at, id));
        }
        self.body(at, id)
    }

    /// The name of a node, which is written later if it is new.
    fn name(&mut self, at: At<'_>, id: NodeId) -> Arc<str> {
        let key = (address(at.schema), id);
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let own = at.schema.graph().node(id).definition.as_deref();
        let base = pascal(own.unwrap_or(at.hint));
        let twin = self.declared.iter().find(|declared| {
            declared.base == base && same_shape((&declared.schema, declared.node), (at.schema, id))
        });
        if let Some(twin) = twin {
            let name = twin.name.clone();
            self.names.insert(key, name.clone());
            return name;
        }
        let mut name = base.clone();
        let mut number = 2;
        while is_reserved(&name) || !self.taken.insert(name.clone()) {
            name = format!("{base}{number}");
            number += 1;
        }
        let name: Arc<str> = name.into();
        self.names.insert(key, name.clone());
        self.pending.push_back(self.declared.len());
        let (schema, node) = (at.schema.clone(), id);
        self.declared.push(Declared {
            name: name.clone(),
            base,
            schema,
            node,
            text: String::new(),
        });
        name
    }

    fn body(&mut self, at: At<'_>, id: NodeId) -> Text {
        let node = at.schema.graph().node(id);
        if node.never {
            return Text::tight("never");
        }
        if let Some(constant) = &node.constant {
            return literal(constant);
        }
        if let Some(allowed) = &node.allowed {
            return union(allowed.iter().map(literal).collect());
        }
        let mut parts = Vec::new();
        if let Some(target) = node.reference {
            parts.push(self.node(at, target));
        }
        let inner = At { depth: at.depth + 1, ..at };
        for branches in [&node.one_of, &node.any_of] {
            if !branches.is_empty() {
                parts
                    .push(union(branches.iter().map(|branch| self.node(inner, *branch)).collect()));
            }
        }
        for branch in &node.all_of {
            parts.push(self.node(inner, *branch));
        }
        let own = self.own_types(at, node);
        // Beside branches, a bare type says what they say already.
        let says_more = node.objects.as_ref().is_some_and(|rules| !rules.properties.is_empty());
        if parts.is_empty() || says_more {
            parts.push(own);
        }
        // "Anything" adds nothing to an intersection.
        if parts.len() > 1 {
            parts.retain(|part| part.text != ANY);
        }
        match parts.len() {
            0 => Text::tight(ANY),
            1 => parts.swap_remove(0),
            _ => {
                let parts: Vec<String> = parts.into_iter().map(Text::wrapped).collect();
                Text { text: parts.join(" & "), loose: true }
            }
        }
    }

    /// What `type` and the rules of the types say.
    fn own_types(&mut self, at: At<'_>, node: &Node) -> Text {
        let Some(types) = node.types else {
            return match &node.objects {
                Some(rules) if !rules.properties.is_empty() => self.object(at, rules),
                _ => Text::tight(ANY),
            };
        };
        let mut parts = Vec::new();
        for (each, name, _) in types.names() {
            parts.push(match (each, &node.objects, &node.arrays) {
                (Types::OBJECT, Some(rules), _) => self.object(at, rules),
                (Types::OBJECT, None, _) => Text::tight(format!("Record<string, {ANY}>")),
                (Types::ARRAY, _, Some(rules)) => self.array(at, rules),
                (Types::ARRAY, _, None) => Text::tight(format!("{ANY}[]")),
                (Types::INTEGER | Types::NUMBER, ..) => Text::tight("number"),
                _ => Text::tight(name),
            });
        }
        union(parts)
    }

    fn array(&mut self, at: At<'_>, rules: &ArrayRules) -> Text {
        let inner = At { depth: at.depth + 1, ..at };
        let graph = at.schema.graph();
        let item = rules.items.filter(|items| !graph.node(*items).never);
        let rest = match item {
            Some(item) => self.node(inner, item).wrapped() + "[]",
            None => format!("{ANY}[]"),
        };
        if rules.prefix.is_empty() {
            return Text::tight(rest);
        }
        let least = rules.min_items.unwrap_or(0);
        let mut parts = Vec::new();
        for (index, node) in (0..).zip(&rules.prefix) {
            let text = self.node(inner, *node);
            parts.push(if index < least { text.text } else { text.wrapped() + "?" });
        }
        let full = rules.max_items.is_some_and(|most| most <= rules.prefix.len() as u64);
        if !full && (rules.items.is_none() || item.is_some()) {
            parts.push(format!("...{rest}"));
        }
        Text::tight(format!("[{}]", parts.join(", ")))
    }

    fn object(&mut self, at: At<'_>, rules: &ObjectRules) -> Text {
        let inner = At { depth: at.depth + 1, indent: at.indent + 2, ..at };
        let others = self.others(at, rules);
        if rules.properties.is_empty() {
            return Text::tight(format!(
                "Record<string, {}>",
                others.unwrap_or_else(|| "never".into())
            ));
        }
        let mut text = String::from("{\n");
        for (name, node) in &rules.properties {
            text.push_str(&doc_comment(&describe(at.schema, *node), inner.indent));
            let optional = if rules.required.contains(name) { "" } else { "?" };
            let hint = format!("{} {name}", at.hint);
            let member = self.node(At { hint: &hint, ..inner }, *node).text;
            let (key, indent) = (property_key(name), inner.indent);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:indent$}{key}{optional}: {member};", "");
        }
        let _ = write!(text, "{:indent$}}}", "", indent = at.indent);
        match others {
            None => Text::tight(text),
            // Declared members have types of their own, so the others cannot have a narrower one.
            Some(_) => Text { text: format!("{text} & Record<string, {ANY}>"), loose: true },
        }
    }

    /// The type of members that are not declared; `None` if there are none.
    fn others(&mut self, at: At<'_>, rules: &ObjectRules) -> Option<String> {
        let inner = At { depth: at.depth + 1, ..at };
        let mut parts: Vec<Text> =
            rules.patterns.iter().map(|(_, node)| self.node(inner, *node)).collect();
        match rules.additional {
            Some(Additional::Closed) => {}
            None if rules.unevaluated_closed => {}
            Some(Additional::Schema(node)) => parts.push(self.node(inner, node)),
            Some(Additional::Open) | None => return Some(ANY.to_owned()),
        }
        (!parts.is_empty()).then(|| union(parts).text)
    }
}

impl Node {
    /// Whether its type is one word.
    fn is_plain(&self) -> bool {
        self.objects.is_none()
            && self.arrays.is_none()
            && self.one_of.is_empty()
            && self.any_of.is_empty()
            && self.all_of.is_empty()
            && self.reference.is_none()
    }
}

fn address(schema: &Schema) -> usize {
    Arc::as_ptr(&schema.0) as usize
}

/// The type of one schema alone, as far as it needs no named types.
///
/// ```
/// use dsh_tools::json::parse;
/// use dsh_tools::schema::{Schema, typescript::type_text};
///
/// let schema = Schema::from_json(&parse(r#"{"type":"array","items":{"type":["string","null"]}}"#)?)?;
/// assert_eq!(type_text(&schema), "(string | null)[]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn type_text(schema: &Schema) -> String {
    TypePrinter::new().type_of(schema, 0, "value")
}

/// A value as a type: scalars as they are, other values as anything.
fn literal(value: &Json) -> Text {
    match value {
        Json::Array(_) | Json::Object(_) => Text::tight(ANY),
        scalar => Text::tight(scalar.to_string()),
    }
}

fn union(parts: Vec<Text>) -> Text {
    let mut seen = HashSet::new();
    let mut parts: Vec<Text> =
        parts.into_iter().filter(|part| seen.insert(part.text.clone())).collect();
    if parts.len() == 1 {
        return parts.swap_remove(0);
    }
    if parts.iter().any(|part| part.text == ANY) {
        return Text::tight(ANY);
    }
    // An intersection binds tighter than a union, so nothing needs to be wrapped.
    let parts: Vec<String> = parts.into_iter().map(|part| part.text).collect();
    Text { text: parts.join(" | "), loose: true }
}

/// What a property's comment says: its description, and what its type leaves out.
fn describe(schema: &Schema, id: NodeId) -> String {
    let graph = schema.graph();
    let node = graph.node(id);
    let target = graph.node(graph.resolve(id));
    let mut text =
        node.description.as_deref().or(target.description.as_deref()).unwrap_or("").to_owned();
    let mut notes = Vec::new();
    if let Some(rules) = &target.numbers {
        let bounds = [
            (">=", rules.minimum),
            (">", rules.exclusive_minimum),
            ("<=", rules.maximum),
            ("<", rules.exclusive_maximum),
            ("multiple of", rules.multiple_of),
        ];
        notes.extend(
            bounds.iter().filter_map(|(words, bound)| Some(format!("{words} {}", (*bound)?))),
        );
    }
    if let Some(rules) = &target.strings {
        notes.extend(rules.min_length.map(|least| format!("at least {least} characters")));
        notes.extend(rules.max_length.map(|most| format!("at most {most} characters")));
        notes.extend(rules.pattern.as_ref().map(|pattern| format!("matches {}", pattern.source())));
    }
    notes.extend(node.format.as_ref().map(|format| format.as_ref().to_owned()));
    if let Some(default) = node.default.as_ref().filter(|default| !default.is_null()) {
        notes.push(format!("default {default}"));
    }
    if !notes.is_empty() {
        let space = if text.is_empty() { "" } else { " " };
        text = format!("{text}{space}({})", notes.join(", "));
    }
    text
}

/// A comment of one line, with its line end; nothing for blank text.
///
/// ```
/// use dsh_tools::schema::typescript::doc_comment;
///
/// assert_eq!(doc_comment("ends */ here\nand goes on", 2), "  /** ends *\\/ here and goes on */\n");
/// assert_eq!(doc_comment("  ", 2), "");
/// ```
#[must_use]
pub fn doc_comment(text: &str, indent: usize) -> String {
    let words: Vec<&str> = text
        .split(|character: char| {
            character.is_whitespace() || character.is_control() || character == '\u{feff}'
        })
        .collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return String::new();
    }
    let text = words.join(" ").replace("*/", "*\\/");
    format!("{:indent$}/** {text} */\n", "")
}

/// A name as the key of a type: quoted unless it is an ASCII identifier.
///
/// ```
/// use dsh_tools::schema::typescript::property_key;
///
/// assert_eq!(property_key("read_file"), "read_file");
/// assert_eq!(property_key("get-logs"), "\"get-logs\"");
/// ```
#[must_use]
pub fn property_key(name: &str) -> String {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    let mut bytes = name.bytes();
    let identifier =
        bytes.next().is_some_and(letter) && bytes.all(|byte| letter(byte) || byte.is_ascii_digit());
    if identifier {
        return name.to_owned();
    }
    let mut quoted = String::new();
    // Writing to a string cannot fail.
    let _ = write_string(name, &mut quoted);
    quoted
}

/// A name for a type, made of words: `read_file args` becomes `ReadFileArgs`.
fn pascal(words: &str) -> String {
    let mut name = String::new();
    for word in words.split(|character: char| !character.is_ascii_alphanumeric()) {
        let mut characters = word.chars();
        name.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(characters.as_str());
    }
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name
    } else {
        format!("T{name}")
    }
}

/// Names that the SDK or TypeScript itself uses.
fn is_reserved(name: &str) -> bool {
    const RESERVED: [&str; 19] = [
        "JsonValue",
        "ToolArgsMap",
        "ToolOutputMap",
        "ToolName",
        "ToolCallError",
        "Record",
        "Promise",
        "Error",
        "Array",
        "Object",
        "String",
        "Number",
        "Boolean",
        "Date",
        "Map",
        "Set",
        "Function",
        "Symbol",
        "Name",
    ];
    RESERVED.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn text(schema: &str) -> String {
        type_text(&Schema::from_json(&parse(schema).expect(schema)).expect(schema))
    }

    #[test]
    fn sdk_2_text_from_schemas_stays_in_its_place() {
        let printed = text(
            r#"{"type":"object","properties":{"a\"b":{"type":"string","description":"x */ y\n// z"}},"additionalProperties":false}"#,
        );
        assert_eq!(printed, "{\n  /** x *\\/ y // z */\n  \"a\\\"b\"?: string;\n}");
    }

    #[test]
    fn sdk_2_deep_types_are_named() {
        let mut schema = String::from(r#"{"type":"string"}"#);
        for _ in 0..200 {
            schema = format!(
                r#"{{"type":"object","properties":{{"k":{schema}}},"additionalProperties":false}}"#
            );
        }
        let schema = Schema::from_json(&parse(&schema).expect("JSON")).expect("schema");
        let mut printer = TypePrinter::new();
        let text = printer.type_of(&schema, 0, "deep");
        assert!(text.len() < 1000 && printer.declarations().len() > 10);
    }

    #[test]
    fn tuples_and_optional_items() {
        let printed = text(
            r#"{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"minItems":2,"maxItems":2}"#,
        );
        assert_eq!(printed, "[number, string]");
    }
}
