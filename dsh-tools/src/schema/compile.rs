//! JSON Schema into the model, node by node from a list of places that are still to be read.
//! A schema that stands in one place of the JSON is one node, however often it is referred to.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::components;
use super::error::{Loss, Offence, SchemaError};
use super::keywords;
use super::node::{Additional, Graph, Node, NodeId, Types};
use super::path::{MOST_STEPS, Path};
use super::text::shown_text;
use crate::json::Json;

/// Compiles a schema, or lists everything in it that is refused.
pub(super) fn strict(schema: &Json) -> Result<Graph, SchemaError> {
    let (graph, offences) = Compiler::run(schema, false);
    if offences.is_empty() { Ok(graph) } else { Err(SchemaError::new(offences)) }
}

/// Compiles a schema as far as it is understood.
pub(super) fn lenient(schema: &Json) -> (Graph, Vec<Loss>) {
    let (graph, offences) = Compiler::run(schema, true);
    let loss = |Offence { path, reason }| Loss { path, reason };
    (graph, offences.into_iter().map(loss).collect())
}

/// How many nodes most schemas have.
const FEW: usize = 16;

/// Where a node stands, as a step from the node around it; paths are only written for errors.
struct Place {
    parent: Option<NodeId>,
    step: Step,
    /// How many places are around it.
    depth: usize,
}

/// A step from one schema to another inside it.
#[derive(Clone)]
pub(super) enum Step {
    Root,
    /// `.keyword`
    Keyword(&'static str),
    /// `.keyword.name`
    Named(&'static str, Arc<str>),
    /// `.keyword[index]`
    Indexed(&'static str, usize),
    /// The target of a reference that stands outside every known place.
    Pointer(Arc<str>),
}

impl Step {
    fn write(&self, path: &mut Path) {
        match self {
            Self::Root => {}
            Self::Keyword(keyword) => path.member(keyword),
            Self::Named(keyword, name) => {
                path.member(keyword);
                path.member(name);
            }
            Self::Indexed(keyword, index) => {
                path.member(keyword);
                path.item(*index);
            }
            Self::Pointer(pointer) => path.pointer(pointer),
        }
    }

    /// The name of the definition that stands there.
    fn definition(&self) -> Option<Arc<str>> {
        match self {
            Self::Named("$defs" | "definitions", name) => Some(name.clone()),
            Self::Pointer(pointer) => {
                let name = pointer.rsplit('/').next().filter(|name| *name != "#")?;
                Some(Arc::from(name))
            }
            _ => None,
        }
    }
}

/// How bad an offence is for an imported schema.
pub(super) enum Weight {
    /// The keyword is left out.
    Keyword,
    /// The whole node accepts any JSON.
    Node,
}

/// Reads one schema.
pub(super) struct Compiler<'a> {
    root: &'a Json,
    lenient: bool,
    nodes: Vec<Node>,
    places: Vec<Place>,
    /// Nodes by the address of their JSON, which does not move while it is read.
    by_address: HashMap<usize, NodeId, BuildHasherDefault<AddressHasher>>,
    pending: Vec<(NodeId, &'a Json)>,
    references: Vec<(NodeId, &'a str)>,
    anchors: HashMap<&'a str, &'a Json>,
    /// Whether each node has one place and none refers to another.
    is_tree: bool,
    offences: Vec<(NodeId, Weight, String)>,
}

impl<'a> Compiler<'a> {
    fn run(root: &'a Json, lenient: bool) -> (Graph, Vec<Offence>) {
        let mut compiler = Self {
            root,
            lenient,
            nodes: Vec::with_capacity(FEW),
            places: Vec::with_capacity(FEW),
            by_address: HashMap::with_capacity_and_hasher(FEW, BuildHasherDefault::default()),
            pending: Vec::with_capacity(FEW),
            references: Vec::new(),
            anchors: HashMap::new(),
            is_tree: true,
            offences: Vec::new(),
        };
        compiler.schema(None, Step::Root, root);
        compiler.read_all();
        compiler.finish()
    }

    /// The node of a schema, which is read later.
    pub(super) fn schema(&mut self, parent: Option<NodeId>, step: Step, json: &'a Json) -> NodeId {
        let address = std::ptr::from_ref(json) as usize;
        if let Some(id) = self.by_address.get(&address) {
            self.is_tree = false;
            return *id;
        }
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        let depth = parent.map_or(0, |parent| self.places[parent].depth + 1);
        self.places.push(Place { parent, step, depth });
        self.by_address.insert(address, id);
        self.pending.push((id, json));
        id
    }

    pub(super) fn offence(&mut self, node: NodeId, weight: Weight, reason: impl Into<String>) {
        self.offences.push((node, weight, reason.into()));
    }

    pub(super) fn is_lenient(&self) -> bool {
        self.lenient
    }

    pub(super) fn reference(&mut self, node: NodeId, target: &'a str) {
        self.is_tree = false;
        self.references.push((node, target));
    }

    /// Notes the name of a place; false if another place has it.
    pub(super) fn anchor(&mut self, name: &'a str, json: &'a Json) -> bool {
        self.anchors.insert(name, json).is_none()
    }

    fn read_all(&mut self) {
        loop {
            while let Some((id, json)) = self.pending.pop() {
                self.read(id, json);
            }
            // Anchors can stand behind references, so these come last.
            let Some((id, target)) = self.references.pop() else { return };
            match self.find(target) {
                Some(json) => {
                    let target = self.schema(None, Step::Pointer(target.into()), json);
                    self.nodes[id].reference = Some(target);
                }
                None => self.offence(
                    id,
                    Weight::Node,
                    format!("`$ref` {} leads nowhere in this schema", shown_text(target)),
                ),
            }
        }
    }

    fn read(&mut self, id: NodeId, json: &'a Json) {
        match json {
            Json::Bool(true) => {}
            Json::Bool(false) => self.nodes[id].never = true,
            Json::Object(members) => {
                let mut node = Node { source: json.clone(), ..Node::default() };
                keywords::read(self, id, members, json, &mut node);
                self.nodes[id] = node;
            }
            other => {
                let reason = format!(
                    "expected a schema, an object or a boolean, found {}",
                    other.type_name()
                );
                self.offence(id, Weight::Node, reason);
            }
        }
    }

    /// What a local reference leads to.
    fn find(&self, target: &str) -> Option<&'a Json> {
        if Some(target) == self.root["$id"].as_str() {
            return Some(self.root);
        }
        let fragment = match target.split_once('#') {
            Some((base, fragment))
                if base.is_empty() || Some(base) == self.root["$id"].as_str() =>
            {
                fragment
            }
            _ => return None,
        };
        if fragment.is_empty() {
            return Some(self.root);
        }
        let Some(pointer) = fragment.strip_prefix('/') else {
            return self.anchors.get(fragment).copied();
        };
        let mut json = self.root;
        for segment in pointer.split('/') {
            let segment = percent_decoded(segment).replace("~1", "/").replace("~0", "~");
            json = match json {
                Json::Object(members) => members.get(&segment)?,
                Json::Array(items) => items.get(segment.parse().ok()?)?,
                _ => return None,
            };
        }
        Some(json)
    }

    fn finish(mut self) -> (Graph, Vec<Offence>) {
        let mut nodes = std::mem::take(&mut self.nodes);
        if !self.is_tree {
            self.refuse_circles(&nodes);
        }
        self.check_required(&nodes);
        for (node, place) in nodes.iter_mut().zip(&self.places) {
            node.definition = place.step.definition();
        }
        // In the order of the schema, whatever order the places were read in.
        self.offences.sort_by_key(|(id, ..)| *id);
        let mut offences = Vec::with_capacity(self.offences.len());
        for (id, weight, reason) in std::mem::take(&mut self.offences) {
            offences.push(Offence { path: self.path(id), reason });
            if let Weight::Node = weight {
                let (description, source) =
                    (nodes[id].description.take(), nodes[id].source.clone());
                nodes[id] = Node { lost: true, description, source, ..Node::default() };
            }
        }
        (Graph::new(nodes, self.is_tree), offences)
    }

    fn refuse_circles(&mut self, nodes: &[Node]) {
        let circles = components::recursive(nodes, |node| node.beside().collect());
        for (id, _) in circles.into_iter().enumerate().filter(|(_, circle)| *circle) {
            let reason = "refers back to itself without looking at a smaller value";
            self.offence(id, Weight::Node, reason);
        }
    }

    /// A closed object cannot require what it does not allow.
    fn check_required(&mut self, nodes: &[Node]) {
        for (id, node) in nodes.iter().enumerate() {
            let Some(rules) = &node.objects else { continue };
            let closed = rules.additional == Some(Additional::Closed) && rules.patterns.is_empty();
            if !closed || node.types != Some(Types::OBJECT) {
                continue;
            }
            for name in rules.required.iter().filter(|name| !rules.properties.contains_key(*name)) {
                let reason = format!(
                    "`required` names {}, which this closed object does not declare",
                    shown_text(name)
                );
                self.offence(id, Weight::Keyword, reason);
            }
        }
    }

    fn path(&self, id: NodeId) -> String {
        let mut steps = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next.filter(|_| steps.len() < MOST_STEPS) {
            let place = &self.places[id];
            steps.push(&place.step);
            next = place.parent;
        }
        let mut path = Path::new("schema");
        path.omitted(next.map_or(0, |outer| self.places[outer].depth + 1));
        steps.into_iter().rev().for_each(|step| step.write(&mut path));
        path.finish()
    }
}

/// Spreads addresses, which nobody outside can choose, so that nothing stronger is needed.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, address: usize) {
        // The golden ratio, as Knuth's multiplicative hashing has it.
        let mixed = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// Undoes `%20` and the like; what is no escape stays.
fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        if let Some(byte) = escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
