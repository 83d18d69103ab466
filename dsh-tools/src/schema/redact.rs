//! Values without their secrets, for journals: what stands where the schema says `writeOnly` is left out.
//! Only containers on the way to a secret are made anew.

use super::node::{Additional, Graph, NodeId};
use crate::json::{Json, Object};

/// What stands in place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";
/// Below so many levels, what may hold a secret is left out as a whole; so deep does this recurse.
const MOST_LEVELS: usize = 32;

/// The value without what the root of the graph says is secret.
pub(super) fn redacted(graph: &Graph, value: &Json) -> Json {
    if graph.has_secrets { part(graph, &[0], value, 0) } else { value.clone() }
}

/// A part of the value, which all of these schemas may speak of.
fn part(graph: &Graph, nodes: &[NodeId], value: &Json, level: usize) -> Json {
    let nodes = beside(graph, nodes);
    let secret = nodes.iter().any(|id| graph.node(*id).secret);
    if secret || (level > MOST_LEVELS && !nodes.is_empty()) {
        return REDACTED.into();
    }
    match value {
        Json::Array(items) => {
            let item = |(index, item)| part(graph, &of_item(graph, &nodes, index), item, level + 1);
            items.iter().enumerate().map(item).collect()
        }
        Json::Object(members) => {
            let member = |(name, member): (&std::sync::Arc<str>, &Json)| {
                let nodes = of_member(graph, &nodes, name);
                let kept = if nodes.is_empty() {
                    member.clone()
                } else {
                    part(graph, &nodes, member, level + 1)
                };
                (name.clone(), kept)
            };
            members.iter().map(member).collect::<Object>().into()
        }
        scalar => scalar.clone(),
    }
}

/// These schemas and all that look at the same value.
fn beside(graph: &Graph, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut all = Vec::new();
    let mut open = nodes.to_vec();
    while let Some(id) = open.pop() {
        if !all.contains(&id) {
            all.push(id);
            open.extend(graph.node(id).beside());
        }
    }
    all
}

fn of_item(graph: &Graph, nodes: &[NodeId], index: usize) -> Vec<NodeId> {
    let rules = nodes.iter().filter_map(|id| graph.node(*id).arrays.as_ref());
    rules.filter_map(|rules| rules.item(index)).collect()
}

fn of_member(graph: &Graph, nodes: &[NodeId], name: &str) -> Vec<NodeId> {
    let mut found = Vec::new();
    for rules in nodes.iter().filter_map(|id| graph.node(*id).objects.as_ref()) {
        found.extend(rules.properties.get(name).map(|property| property.node));
        let patterns = rules.patterns.iter().filter(|(pattern, _)| pattern.matches(name));
        found.extend(patterns.map(|(_, node)| *node));
        if let (true, Some(Additional::Schema(node))) = (found.is_empty(), rules.additional) {
            found.push(node);
        }
    }
    found
}
