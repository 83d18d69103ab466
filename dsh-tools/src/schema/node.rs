//! The model: an arena of nodes that refer to each other by number, so that recursion is natural and
//! nothing recurses when schemas are built, used or dropped.

use std::sync::Arc;

use indexmap::IndexMap;

use super::pattern::Pattern;
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

#[derive(Debug, Default)]
pub(crate) struct ObjectRules {
    pub(crate) properties: IndexMap<Arc<str>, NodeId>,
    pub(crate) patterns: Vec<(Pattern, NodeId)>,
    pub(crate) required: Vec<Arc<str>>,
    pub(crate) additional: Option<Additional>,
    pub(crate) names: Option<NodeId>,
    pub(crate) min_properties: Option<u64>,
    pub(crate) max_properties: Option<u64>,
    /// `unevaluatedProperties: false`, which looks through the branches beside it.
    pub(crate) unevaluated_closed: bool,
}

/// One schema. Rules of a type constrain values of that type alone.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) never: bool,
    pub(crate) types: Option<Types>,
    pub(crate) constant: Option<Json>,
    pub(crate) allowed: Option<Vec<Json>>,
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
}

/// The nodes of a schema; the first is its root.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(super) nodes: Vec<Node>,
}

impl Graph {
    pub(super) fn any() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Follows references that stand alone.
    pub(crate) fn resolve(&self, mut id: NodeId) -> NodeId {
        // Cycles of references were refused when the schema was compiled.
        while let Some(target) = self.nodes[id].reference {
            id = target;
        }
        id
    }

    pub(super) fn is_object_root(&self) -> bool {
        self.nodes[self.resolve(0)].types == Some(Types::OBJECT)
    }

    /// The schemas that look at the same value as this one.
    pub(super) fn same_value(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let node = &self.nodes[id];
        let lists = node.one_of.iter().chain(&node.any_of).chain(&node.all_of);
        lists.chain(&node.reference).chain(&node.not).copied()
    }
}
