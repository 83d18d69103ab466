//! The model: an arena of nodes that refer to each other by number, so that recursion is natural and
//! nothing recurses when schemas are built, used or dropped.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;

use super::components;
use super::format::Format;
use super::pattern::Pattern;
use super::typescript::Candidate;
use crate::json::{Json, Number};

/// A node by its place in the arena.
pub(crate) type NodeId = usize;

/// JSON types, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(8 | 4);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);

    const NAMES: [(Self, &'static str, &'static str); 7] = [
        (Self::OBJECT, "object", "an object"),
        (Self::ARRAY, "array", "an array"),
        (Self::STRING, "string", "a string"),
        (Self::NUMBER, "number", "a number"),
        (Self::INTEGER, "integer", "an integer"),
        (Self::BOOLEAN, "boolean", "a boolean"),
        (Self::NULL, "null", "null"),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known, _)| *known == name).map(|(types, ..)| *types)
    }

    pub(crate) fn of(value: &Json) -> Self {
        match value {
            Json::Null => Self::NULL,
            Json::Bool(_) => Self::BOOLEAN,
            Json::Number(number) if number.is_integer() => Self::INTEGER,
            Json::Number(_) => Self(8),
            Json::String(_) => Self::STRING,
            Json::Array(_) => Self::ARRAY,
            Json::Object(_) => Self::OBJECT,
        }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The types by name; `integer` only where `number` does not cover it.
    pub(crate) fn names(self) -> impl Iterator<Item = (Self, &'static str, &'static str)> {
        let covered = move |types| types == Self::INTEGER && self.contains(Self::NUMBER);
        Self::NAMES.into_iter().filter(move |(types, ..)| self.contains(*types) && !covered(*types))
    }

    /// Such as `a string or null`.
    pub(crate) fn expected(self) -> String {
        let words: Vec<&str> = self.names().map(|(.., words)| words).collect();
        words.join(" or ")
    }
}

/// What a schema says of members that it does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Additional {
    /// They may be there.
    Open,
    /// They may not.
    Closed,
    /// They have to fit.
    Schema(NodeId),
}

/// The values of an `enum`.
#[derive(Debug)]
pub(crate) struct Allowed {
    pub(crate) values: Vec<Json>,
    /// Those that are text, where there are many.
    texts: HashSet<Arc<str>>,
}

impl Allowed {
    /// Up to here, comparing with each is faster than hashing.
    const FEW: usize = 8;

    pub(super) fn new(values: Vec<Json>) -> Self {
        let text = |value: &Json| match value {
            Json::String(text) => Some(text.clone()),
            _ => None,
        };
        let many = values.len() > Self::FEW;
        let texts = if many { values.iter().filter_map(text).collect() } else { HashSet::new() };
        Self { values, texts }
    }

    pub(super) fn contains(&self, value: &Json) -> bool {
        match value {
            Json::String(text) if self.values.len() > Self::FEW => self.texts.contains(&**text),
            _ => self.values.contains(value),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct NumberRules {
    pub(crate) minimum: Option<Number>,
    pub(crate) maximum: Option<Number>,
    pub(crate) exclusive_minimum: Option<Number>,
    pub(crate) exclusive_maximum: Option<Number>,
    pub(crate) multiple_of: Option<Number>,
}

#[derive(Debug, Default)]
pub(crate) struct StringRules {
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) pattern: Option<Pattern>,
    /// Known formats, which are enforced on request.
    pub(crate) format: Option<Format>,
}

#[derive(Debug, Default)]
pub(crate) struct ArrayRules {
    pub(crate) prefix: Vec<NodeId>,
    pub(crate) items: Option<NodeId>,
    pub(crate) min_items: Option<u64>,
    pub(crate) max_items: Option<u64>,
    pub(crate) unique: bool,
    pub(crate) contains: Option<NodeId>,
    pub(crate) min_contains: Option<u64>,
    pub(crate) max_contains: Option<u64>,
}

impl ArrayRules {
    /// The schema of the item at that place.
    pub(super) fn item(&self, index: usize) -> Option<NodeId> {
        self.prefix.get(index).copied().or(self.items)
    }
}

/// A declared member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Property {
    pub(crate) node: NodeId,
    pub(crate) required: bool,
}

/// Declared members by name, in the order of the schema.
pub(crate) type Properties = IndexMap<Arc<str>, Property>;

#[derive(Debug, Default)]
pub(crate) struct ObjectRules {
    pub(crate) properties: Properties,
    pub(crate) patterns: Vec<(Pattern, NodeId)>,
    /// As the schema lists them; [`Property::required`] says it of declared ones.
    pub(crate) required: Vec<Arc<str>>,
    /// How many declared members are required.
    pub(super) required_declared: usize,
    /// Required members that are not declared.
    pub(super) required_others: Vec<Arc<str>>,
    pub(crate) additional: Option<Additional>,
    pub(crate) names: Option<NodeId>,
    pub(crate) min_properties: Option<u64>,
    pub(crate) max_properties: Option<u64>,
    /// `unevaluatedProperties`: whether members may be there that no schema beside this one speaks of.
    pub(crate) unevaluated: Option<bool>,
}

impl ObjectRules {
    /// Whether `unevaluatedProperties` has a say: it looks through the branches beside it.
    pub(super) fn closes_unevaluated(&self) -> bool {
        self.unevaluated == Some(false) && self.additional.is_none()
    }

    /// What holds for members that are not declared here.
    pub(super) fn undeclared(&self) -> Additional {
        let closed = self.closes_unevaluated();
        self.additional.unwrap_or(if closed { Additional::Closed } else { Additional::Open })
    }

    /// Whether only declared members may be there.
    pub(super) fn is_closed(&self) -> bool {
        self.undeclared() == Additional::Closed && self.patterns.is_empty()
    }

    /// The declared member of that name and its place. `guess` is where it probably is: senders mostly keep
    /// the order of the schema, and then nothing is hashed.
    pub(super) fn declared(&self, name: &str, guess: usize) -> Option<(usize, Property)> {
        match self.properties.get_index(guess) {
            Some((known, property)) if **known == *name => Some((guess, *property)),
            _ => self.properties.get_full(name).map(|(index, _, property)| (index, *property)),
        }
    }

    /// Whether anything is said of members that are not declared by name.
    pub(super) fn looks_at_others(&self) -> bool {
        !self.patterns.is_empty()
            || self.names.is_some()
            || matches!(self.additional, Some(Additional::Closed | Additional::Schema(_)))
    }
}

/// One schema. Rules of a type constrain values of that type alone.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) never: bool,
    /// Its values are for the tool alone (`writeOnly`).
    pub(crate) secret: bool,
    /// What stood here was not understood, so that anything is accepted.
    pub(crate) lost: bool,
    pub(crate) types: Option<Types>,
    pub(crate) constant: Option<Json>,
    pub(crate) allowed: Option<Box<Allowed>>,
    pub(crate) numbers: Option<Box<NumberRules>>,
    pub(crate) strings: Option<Box<StringRules>>,
    pub(crate) arrays: Option<Box<ArrayRules>>,
    pub(crate) objects: Option<Box<ObjectRules>>,
    pub(crate) reference: Option<NodeId>,
    pub(crate) one_of: Vec<NodeId>,
    pub(crate) any_of: Vec<NodeId>,
    pub(crate) all_of: Vec<NodeId>,
    pub(crate) not: Option<NodeId>,
    pub(crate) description: Option<Arc<str>>,
    pub(crate) format: Option<Arc<str>>,
    pub(crate) default: Option<Json>,
    /// The name under which it stands in `$defs`.
    pub(crate) definition: Option<Arc<str>>,
    /// The schema it was read from.
    pub(crate) source: Json,
}

impl Node {
    /// Whether it says everything itself, without schemas beside it.
    pub(crate) fn stands_alone(&self) -> bool {
        self.reference.is_none()
            && self.one_of.is_empty()
            && self.any_of.is_empty()
            && self.all_of.is_empty()
            && self.not.is_none()
    }

    /// Whether its type is written as one word.
    pub(super) fn is_word(&self) -> bool {
        self.objects.is_none()
            && self.arrays.is_none()
            && self.allowed.is_none()
            && self.one_of.is_empty()
            && self.any_of.is_empty()
            && self.all_of.is_empty()
            && self.reference.is_none()
    }

    /// The schemas that look at the same value as this one.
    pub(super) fn beside(&self) -> impl Iterator<Item = NodeId> {
        let lists = self.all_of.iter().chain(&self.any_of).chain(&self.one_of);
        self.reference.iter().chain(lists).chain(&self.not).copied()
    }

    /// The schemas that look at parts of its value.
    pub(super) fn inside(&self) -> impl Iterator<Item = NodeId> {
        let arrays = self.arrays.iter().flat_map(|rules| {
            rules.prefix.iter().chain(&rules.items).chain(&rules.contains).copied()
        });
        let objects = self.objects.iter().flat_map(|rules| {
            let additional = match rules.additional {
                Some(Additional::Schema(node)) => Some(node),
                _ => None,
            };
            let declared = rules.properties.values().map(|property| property.node);
            let patterns = rules.patterns.iter().map(|(_, node)| *node);
            declared.chain(patterns).chain(additional).chain(rules.names)
        });
        arrays.chain(objects)
    }

    /// All schemas that this one is made of.
    pub(super) fn children(&self) -> impl Iterator<Item = NodeId> {
        self.beside().chain(self.inside())
    }
}

/// The nodes of a schema; the first is its root.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// How nodes refer to each other; nothing if each has one place and none refers to another.
    links: Option<Links>,
    /// Whether any node is secret.
    pub(super) has_secrets: bool,
    /// The small properties that are described, once types were written.
    pub(super) described: OnceLock<Box<[Candidate]>>,
}

/// What is known of each node beside what it says.
#[derive(Debug)]
struct Links {
    /// Where its references lead in the end.
    targets: Vec<NodeId>,
    /// Whether several others refer to it.
    shared: Vec<bool>,
    /// Whether it gets a name where types are written: several refer to it, or it contains itself.
    named: Vec<bool>,
}

impl Links {
    fn of(nodes: &[Node]) -> Self {
        let counted = |ids: &mut dyn Iterator<Item = NodeId>| {
            let mut count = vec![0_u32; nodes.len()];
            ids.for_each(|id| count[id] = count[id].saturating_add(1));
            count
        };
        let parents = counted(&mut nodes.iter().flat_map(Node::children));
        let references = counted(&mut nodes.iter().filter_map(|node| node.reference));
        let recursive = components::recursive(nodes, |node| node.children().collect());
        let is_named = |(id, node): (usize, &Node)| {
            !node.is_word() && (references[id] > 1 || (references[id] == 1 && recursive[id]))
        };
        Self {
            targets: targets(nodes),
            shared: parents.into_iter().map(|parents| parents > 1).collect(),
            named: nodes.iter().enumerate().map(is_named).collect(),
        }
    }
}

impl Graph {
    /// Works out how nodes hang together, unless they are a plain tree. Their references must not close
    /// circles on one value.
    pub(super) fn new(nodes: Vec<Node>, is_tree: bool) -> Self {
        let has_secrets = nodes.iter().any(|node| node.secret);
        let links = (!is_tree).then(|| Links::of(&nodes));
        Self { nodes, links, has_secrets, described: OnceLock::new() }
    }

    pub(super) fn any() -> Self {
        Self::new(vec![Node::default()], true)
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Where the references of a node lead in the end; the node itself if it has none.
    pub(crate) fn resolve(&self, id: NodeId) -> NodeId {
        self.links.as_ref().map_or(id, |links| links.targets[id])
    }

    /// Whether several others refer to it.
    pub(super) fn is_shared(&self, id: NodeId) -> bool {
        self.links.as_ref().is_some_and(|links| links.shared[id])
    }

    /// Whether it gets a name where types are written.
    pub(super) fn is_named(&self, id: NodeId) -> bool {
        self.links.as_ref().is_some_and(|links| links.named[id])
    }

    pub(super) fn is_object_root(&self) -> bool {
        self.nodes[self.resolve(0)].types == Some(Types::OBJECT)
    }
}

fn targets(nodes: &[Node]) -> Vec<NodeId> {
    let mut targets: Vec<Option<NodeId>> = vec![None; nodes.len()];
    let mut way = Vec::new();
    for start in 0..nodes.len() {
        let mut at = start;
        let end = loop {
            match (targets[at], nodes[at].reference) {
                (Some(known), _) => break known,
                (None, None) => break at,
                (None, Some(next)) => way.push(std::mem::replace(&mut at, next)),
            }
        };
        targets[at] = Some(end);
        way.drain(..).for_each(|passed| targets[passed] = Some(end));
    }
    targets.into_iter().enumerate().map(|(id, target)| target.unwrap_or(id)).collect()
}
