//! Types in a few words, for people: `integer | null`, `string[]`, `Record<string, number>`.
//! What is deep or has very many alternatives ends in `…`.

use std::collections::HashSet;

use super::super::node::{Additional, Graph, Node, NodeId, Types};
use super::super::path::shortened;
use crate::json::{Json, write_string};

/// How many words make a type at most.
const MOST_WORDS: usize = 32;
/// How deep a type is spelt out. The recursion here goes no deeper, whatever the schema.
const MOST_LEVELS: usize = 6;
/// How many characters of a text literal are shown.
const MOST_OF_TEXT: usize = 60;

const ANY: &str = "any";
const MORE: &str = "…";

/// The type of a value that these schemas speak of: of all of them together if `all`, or else of any of them.
pub(super) fn of(graph: &Graph, nodes: &[NodeId], all: bool) -> String {
    let mut words = Words { graph, left: MOST_WORDS };
    let mut parts = words.each(nodes, 0);
    if all {
        narrow(&mut parts);
    }
    union(parts)
}

struct Words<'g> {
    graph: &'g Graph,
    left: usize,
}

impl Words<'_> {
    fn each(&mut self, nodes: &[NodeId], level: usize) -> Vec<String> {
        let mut parts = Vec::new();
        for node in nodes {
            parts.push(self.node(*node, level));
            if self.left == 0 {
                break;
            }
        }
        parts
    }

    fn node(&mut self, id: NodeId, level: usize) -> String {
        if self.left == 0 || level > MOST_LEVELS {
            return MORE.to_owned();
        }
        self.left -= 1;
        let node = self.graph.node(self.graph.resolve(id));
        if node.never || node.lost {
            return if node.never { "nothing" } else { "unknown" }.to_owned();
        }
        if let Some(constant) = &node.constant {
            return literal(constant);
        }
        if let Some(allowed) = &node.allowed {
            return self.literals(&allowed.values);
        }
        self.branches(node, level).unwrap_or_else(|| self.own(node, level))
    }

    /// What the schemas beside it say, if that is more than its own types.
    fn branches(&mut self, node: &Node, level: usize) -> Option<String> {
        for alternatives in [&node.one_of, &node.any_of] {
            let parts = self.each(alternatives, level + 1);
            if !parts.is_empty() && parts.iter().any(|part| part != ANY) {
                return Some(union(parts));
            }
        }
        let mut parts = self.each(&node.all_of, level + 1);
        narrow(&mut parts);
        parts.retain(|part| part != ANY);
        (!parts.is_empty() && node.types.is_none()).then(|| distinct(parts).join(" & "))
    }

    fn own(&mut self, node: &Node, level: usize) -> String {
        let Some(types) = node.types else {
            let declares = node.objects.as_ref().is_some_and(|rules| !rules.properties.is_empty());
            return if declares { "object" } else { ANY }.to_owned();
        };
        let named: Vec<_> = types.names().collect();
        let part = |(each, name, _)| match each {
            Types::ARRAY => self.array(node, level),
            Types::OBJECT => self.object(node, level),
            _ => String::from(name),
        };
        union(named.into_iter().map(part).collect())
    }

    fn array(&mut self, node: &Node, level: usize) -> String {
        let Some(rules) = &node.arrays else { return "array".to_owned() };
        if !rules.prefix.is_empty() {
            return format!("[{}]", self.each(&rules.prefix, level + 1).join(", "));
        }
        match rules.items.map(|item| self.node(item, level + 1)) {
            Some(item) if item == ANY => "array".to_owned(),
            Some(item) if item.contains(' ') && !item.ends_with(['>', ']', ')']) => {
                format!("({item})[]")
            }
            Some(item) => format!("{item}[]"),
            None => "array".to_owned(),
        }
    }

    fn object(&mut self, node: &Node, level: usize) -> String {
        let values = match &node.objects {
            Some(rules) if rules.properties.is_empty() => rules.additional,
            _ => None,
        };
        match values {
            Some(Additional::Schema(values)) => {
                format!("Record<string, {}>", self.node(values, level + 1))
            }
            _ => "object".to_owned(),
        }
    }

    fn literals(&mut self, allowed: &[Json]) -> String {
        let shown = allowed.len().min(self.left.max(1));
        self.left -= shown.min(self.left);
        let more = (shown < allowed.len()).then(|| MORE.to_owned());
        union(allowed[..shown].iter().map(literal).chain(more).collect())
    }
}

/// "Anything" adds nothing to schemas that all apply.
fn narrow(parts: &mut Vec<String>) {
    if parts.iter().any(|part| part != ANY) {
        parts.retain(|part| part != ANY);
    }
}

fn union(parts: Vec<String>) -> String {
    if parts.iter().any(|part| part == ANY) {
        return ANY.to_owned();
    }
    distinct(parts).join(" | ")
}

fn distinct(parts: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    parts.into_iter().filter(|part| seen.insert(part.clone())).collect()
}

fn literal(value: &Json) -> String {
    match value {
        Json::Array(_) => "[…]".to_owned(),
        Json::Object(_) => "{…}".to_owned(),
        Json::String(text) => {
            let mut quoted = String::new();
            // Writing to a string cannot fail.
            let _ = write_string(&shortened(text, MOST_OF_TEXT), &mut quoted);
            quoted
        }
        scalar => scalar.to_string(),
    }
}
