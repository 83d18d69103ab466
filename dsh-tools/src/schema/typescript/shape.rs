//! Which nodes of a schema need a name, and whether two nodes print alike.

use std::collections::HashSet;

use crate::schema::Schema;
use crate::schema::node::{Additional, Graph, Node, NodeId};

/// Targets of references that several places refer to, or that contain themselves.
pub(super) fn named_nodes(graph: &Graph) -> HashSet<NodeId> {
    let mut references = vec![0_usize; graph.nodes.len()];
    for node in &graph.nodes {
        if let Some(target) = node.reference {
            references[target] += 1;
        }
    }
    (0..graph.nodes.len())
        .filter(|id| !is_word(graph.node(*id)))
        .filter(|id| references[*id] > 1 || (references[*id] == 1 && contains_itself(graph, *id)))
        .collect()
}

/// Whether a node prints as one word, for which a name would be no gain.
fn is_word(node: &Node) -> bool {
    node.is_plain() && node.allowed.is_none()
}

fn contains_itself(graph: &Graph, id: NodeId) -> bool {
    let mut seen = HashSet::new();
    let mut pending = children(graph.node(id));
    while let Some(next) = pending.pop() {
        if next == id {
            return true;
        }
        if seen.insert(next) {
            pending.extend(children(graph.node(next)));
        }
    }
    false
}

/// The nodes that a node's type is made of, in order.
fn children(node: &Node) -> Vec<NodeId> {
    let mut all: Vec<NodeId> = Vec::new();
    all.extend(node.reference);
    all.extend(node.one_of.iter().chain(&node.any_of).chain(&node.all_of));
    if let Some(rules) = &node.arrays {
        all.extend(&rules.prefix);
        all.extend(rules.items);
    }
    if let Some(rules) = &node.objects {
        all.extend(rules.properties.values());
        all.extend(rules.patterns.iter().map(|(_, node)| *node));
        if let Some(Additional::Schema(node)) = rules.additional {
            all.push(node);
        }
    }
    all
}

/// Whether two nodes, of whatever schemas, print alike.
pub(super) fn same_shape(left: (&Schema, NodeId), right: (&Schema, NodeId)) -> bool {
    let (left_graph, right_graph) = (left.0.graph(), right.0.graph());
    let mut seen = HashSet::new();
    let mut pending = vec![(left.1, right.1)];
    while let Some(pair) = pending.pop() {
        if !seen.insert(pair) {
            continue;
        }
        let (left, right) = (left_graph.node(pair.0), right_graph.node(pair.1));
        let (inner_left, inner_right) = (children(left), children(right));
        if !same_surface(left, right) || inner_left.len() != inner_right.len() {
            return false;
        }
        pending.extend(inner_left.into_iter().zip(inner_right));
    }
    true
}

/// Whether two nodes print alike, what is inside them apart.
fn same_surface(left: &Node, right: &Node) -> bool {
    let objects = match (&left.objects, &right.objects) {
        (Some(left), Some(right)) => {
            let kind = |additional: Option<Additional>| match additional {
                None | Some(Additional::Open) => 0,
                Some(Additional::Closed) => 1,
                Some(Additional::Schema(_)) => 2,
            };
            left.required == right.required
                && left.properties.keys().eq(right.properties.keys())
                && kind(left.additional) == kind(right.additional)
        }
        (None, None) => true,
        _ => false,
    };
    objects
        && left.never == right.never
        && left.types == right.types
        && left.constant == right.constant
        && left.allowed == right.allowed
        && left.description == right.description
        && left.one_of.len() == right.one_of.len()
        && left.any_of.len() == right.any_of.len()
        && left.arrays.is_some() == right.arrays.is_some()
}
