//! The forms that a value can have: every object that declares members, on its own, as an item or as an
//! alternative. Where there are very many, the first ones stand for all.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::node::{Additional, Graph, Node, NodeId, Types};

/// How many schemas are looked at for one member.
const MOST_SCHEMAS: usize = 64;
/// How many tuple items are looked at.
const MOST_PLACES: usize = 8;

/// A schema that declares members of a value or of its items.
pub(super) struct Form {
    pub(super) node: NodeId,
    /// Where it applies: nothing for the value itself, `[]` for its items, `.*` for its other members.
    pub(super) place: String,
    /// Whether it applies always, or is one of several alternatives.
    pub(super) always: bool,
}

/// What [`forms`] found.
pub(super) struct Forms(Vec<Form>);

impl Forms {
    /// The forms whose members are not listed yet.
    pub(super) fn fresh(&self, listed: &HashMap<NodeId, Arc<str>>) -> Vec<Form> {
        let fresh = self.0.iter().filter(|form| !listed.contains_key(&form.node));
        let copy = |form: &Form| Form { place: form.place.clone(), ..*form };
        fresh.map(copy).collect()
    }

    /// Where the members of the other forms are listed, in words.
    pub(super) fn elsewhere(&self, listed: &HashMap<NodeId, Arc<str>>) -> Option<String> {
        let path = self.0.iter().find_map(|form| listed.get(&form.node))?;
        Some(match &**path {
            "" => "members as at the top of this table".to_owned(),
            path => format!("members as in {path}"),
        })
    }
}

/// The forms of a value that these schemas speak of.
pub(super) fn forms(graph: &Graph, nodes: &[NodeId]) -> Forms {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let start = |node: &NodeId| Form { node: *node, place: String::new(), always: true };
    let mut pending: Vec<Form> = nodes.iter().rev().map(start).collect();
    while let Some(form) = pending.pop() {
        if seen.len() == MOST_SCHEMAS {
            break;
        }
        if !seen.insert(form.node) {
            continue;
        }
        let node = graph.node(form.node);
        let before = pending.len();
        beside(graph, node, &form, &mut pending);
        inside(node, &form, &mut pending);
        pending[before..].reverse();
        if node.objects.as_ref().is_some_and(|rules| !rules.properties.is_empty()) {
            found.push(form);
        }
    }
    Forms(found)
}

/// The schemas that look at the same value.
fn beside(graph: &Graph, node: &Node, form: &Form, pending: &mut Vec<Form>) {
    let same = |node: NodeId, always| Form { node, place: form.place.clone(), always };
    let certain = node.reference.iter().chain(&node.all_of).take(MOST_SCHEMAS);
    pending.extend(certain.map(|node| same(*node, form.always)));
    for branches in [&node.one_of, &node.any_of] {
        let branches = &branches[..branches.len().min(MOST_SCHEMAS)];
        let is_null = |id: &NodeId| graph.node(graph.resolve(*id)).types == Some(Types::NULL);
        let alone = branches.iter().filter(|branch| !is_null(branch)).count() < 2;
        pending.extend(branches.iter().map(|branch| same(*branch, form.always && alone)));
    }
}

/// The schemas that look at items, and at members that are not declared.
fn inside(node: &Node, form: &Form, pending: &mut Vec<Form>) {
    let mut add = |node: NodeId, step: &str| {
        pending.push(Form { node, place: format!("{}{step}", form.place), always: true });
    };
    if let Some(rules) = &node.arrays {
        for (index, item) in rules.prefix.iter().enumerate().take(MOST_PLACES) {
            add(*item, &format!("[{index}]"));
        }
        rules.items.iter().for_each(|item| add(*item, "[]"));
    }
    if let Some(rules) = &node.objects {
        rules.patterns.iter().take(MOST_PLACES).for_each(|(_, node)| add(*node, ".*"));
        if let Some(Additional::Schema(node)) = rules.additional {
            add(node, ".*");
        }
    }
}
