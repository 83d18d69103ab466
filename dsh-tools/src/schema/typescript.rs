//! TypeScript types of schemas, for the SDK that programs are written against (rules SDK-1 to SDK-3).
//! What is shared, recursive or deep becomes a named type; text from schemas cannot leave its place.

mod comment;
mod layout;
mod name;
mod print;
mod repeated;

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

pub use self::comment::doc_comment;
pub(crate) use self::comment::separates_words;
pub use self::layout::Layout;
pub use self::name::property_key;

use self::comment::write_comment;
use self::name::Names;
use self::print::At;
pub(super) use self::repeated::Candidate;
use self::repeated::Repeated;
use super::Schema;
use super::describe::describe;
use super::node::NodeId;
use crate::json::Fingerprints;

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
/// let mut text = String::new();
/// printer.write_type(&mut text, &schema, 0, "tree");
/// assert_eq!(text, "Node");
/// assert_eq!(printer.declarations(), ["type Node = {\n  kids?: Node[];\n};"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct TypePrinter {
    /// The names of nodes that have one, by the schema's address.
    named: HashMap<(usize, NodeId), Arc<str>>,
    /// Everything that got a name of its own.
    declared: Vec<Declared>,
    /// Those by what their name was made of and by what they say, so that twins share one.
    twins: HashMap<(String, u64), usize>,
    fingerprints: Fingerprints,
    names: Names,
    layout: Layout,
    repeated: Repeated,
    pending: VecDeque<usize>,
}

#[derive(Debug)]
struct Declared {
    name: Arc<str>,
    /// Kept alive, so that its address stays its own.
    schema: Schema,
    node: NodeId,
    /// What is said of it where it is declared.
    said: String,
    text: String,
}

impl TypePrinter {
    /// A printer without names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A printer without names, for types that are laid out so.
    #[must_use]
    pub fn with_layout(layout: Layout) -> Self {
        Self { layout, ..Self::default() }
    }

    /// Says which types will be written. Of those that were told of, properties that have the same name, type and
    /// description in several places become one named type, which is described once (rule SDK-2).
    pub fn expect_type(&mut self, schema: &Schema) {
        self.repeated.count(schema);
    }

    /// Writes the type of a schema, for a place that is indented that far. `hint` names parts that need a
    /// name and have none of their own.
    pub fn write_type(&mut self, out: &mut String, schema: &Schema, indent: usize, hint: &str) {
        self.node(out, At { schema, indent, depth: 0, hint, last: "" }, 0);
        while let Some(index) = self.pending.pop_front() {
            let Declared { schema, node, name, .. } = &self.declared[index];
            let (schema, node, name) = (schema.clone(), *node, name.clone());
            let mut text = String::new();
            self.body(
                &mut text,
                At { schema: &schema, indent: 0, depth: 0, hint: &name, last: "" },
                node,
            );
            self.declared[index].text = text;
        }
    }

    /// The named types so far, by name.
    #[must_use]
    pub fn declarations(&self) -> Vec<String> {
        let mut declared: Vec<&Declared> = self.declared.iter().collect();
        declared.sort_by(|left, right| left.name.cmp(&right.name));
        let declaration = |declared: &Declared| {
            let mut text = String::new();
            let equals = if self.layout == Layout::Line { "=" } else { " = " };
            if self.layout != Layout::Line {
                write_comment(&mut text, self.layout.said(&declared.said), 0);
            }
            text.extend(["type ", &*declared.name, equals, &*declared.text, ";"]);
            text
        };
        declared.into_iter().map(declaration).collect()
    }

    /// The name of a node, whose type is written later if it is new.
    fn name(&mut self, at: At<'_>, id: NodeId) -> Arc<str> {
        let key = (address(at.schema), id);
        if let Some(name) = self.named.get(&key) {
            return name.clone();
        }
        let (base, twin) = match at.schema.graph().node(id).definition.as_deref() {
            Some(own) => (name::pascal(&[own]), self.fingerprint(at.schema, id)),
            None => (name::pascal(&[at.hint, at.last]), None),
        };
        let said = at.schema.graph().node(id).description.as_deref().unwrap_or_default();
        let name = self.declare(at.schema, id, &base, twin, || said.to_owned());
        self.named.insert(key, name.clone());
        name
    }

    /// The name of a type, which is declared unless there is a twin.
    fn declare(
        &mut self,
        schema: &Schema,
        node: NodeId,
        base: &str,
        twin: Option<u64>,
        said: impl FnOnce() -> String,
    ) -> Arc<str> {
        let twin = twin.map(|fingerprint| (base.to_owned(), fingerprint));
        if let Some(known) = twin.as_ref().and_then(|twin| self.twins.get(twin)) {
            return self.declared[*known].name.clone();
        }
        let name = self.names.unique(base);
        let index = self.declared.len();
        self.pending.push_back(index);
        self.twins.extend(twin.map(|twin| (twin, index)));
        let (schema, said, text) = (schema.clone(), said(), String::new());
        self.declared.push(Declared { name: name.clone(), schema, node, said, text });
        name
    }

    /// The name of a property's type, where the same property stands in several places.
    fn shared_property(&mut self, at: At<'_>, node: NodeId) -> Option<Arc<str>> {
        let twin = self.repeated.get(at.schema, node)?;
        let said = describe(at.schema.graph(), node);
        if said.is_empty() {
            return None;
        }
        let base = name::pascal(&[at.last]);
        Some(self.declare(at.schema, node, &base, Some(twin), || said.into_owned()))
    }

    /// A hash of all that a node's type is written from: what it says, and what its references say. None for
    /// very large ones, which are not compared.
    fn fingerprint(&self, schema: &Schema, id: NodeId) -> Option<u64> {
        let graph = schema.graph();
        let mut budget = MOST_COMPARED;
        let mut sum = 0_u64;
        let mut places = HashMap::from([(id, 0_u64)]);
        let mut definitions = vec![id];
        while let Some(definition) = definitions.pop() {
            let source = &graph.node(definition).source;
            let own = self.fingerprints.of_at(source, places[&definition], &mut budget)?;
            sum = sum.wrapping_add(own);
            let mut parts = vec![definition];
            while let Some(part) = parts.pop() {
                budget = budget.checked_sub(1)?;
                let node = graph.node(part);
                parts.extend(node.children().filter(|child| node.reference != Some(*child)));
                if let Some(target) = node.reference {
                    let next = places.len() as u64;
                    places.entry(target).or_insert_with(|| {
                        definitions.push(target);
                        next
                    });
                }
            }
        }
        Some(sum)
    }
}

/// How many values of a definition are read to find its twins.
const MOST_COMPARED: usize = 10_000;

/// What is said of a schema's value beside its type, on one line; nothing where its named type says it.
///
/// ```
/// use dsh_tools::schema::{Schema, typescript::value_note};
///
/// let schema = Schema::from_json(&serde_json::json!({ "type": "integer", "minimum": 0 }).into())?;
/// assert_eq!(value_note(&schema), "(>= 0)");
/// # Ok::<(), dsh_tools::schema::SchemaError>(())
/// ```
#[must_use]
pub fn value_note(schema: &Schema) -> Cow<'_, str> {
    let graph = schema.graph();
    if graph.is_named(graph.resolve(0)) { Cow::Borrowed("") } else { describe(graph, 0) }
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
    let mut text = String::new();
    TypePrinter::new().write_type(&mut text, schema, 0, "value");
    text
}

#[cfg(test)]
mod tests;
