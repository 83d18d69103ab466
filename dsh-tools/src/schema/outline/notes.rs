//! What documentation says of a member beside its type: description, default, bounds and formats.

use super::super::describe::rules_beside_type;
use super::super::node::{Graph, NodeId};
use super::super::path::shortened;

/// How many characters of a member's description are shown.
const MOST_OF_DESCRIPTION: usize = 4000;
/// How many characters of a default are shown.
const MOST_OF_VALUE: usize = 200;
/// Of so many schemas that speak of one member, descriptions are looked for.
const MOST_SCHEMAS: usize = 64;

/// The first description that these schemas, or what they refer to, give.
pub(super) fn description(graph: &Graph, nodes: &[NodeId]) -> String {
    let own = nodes.iter().take(MOST_SCHEMAS);
    let text = own.flat_map(|id| [*id, graph.resolve(*id)]).find_map(|id| {
        graph.node(id).description.as_deref().filter(|text| !text.trim().is_empty())
    });
    shortened(text.unwrap_or_default(), MOST_OF_DESCRIPTION).into_owned()
}

/// The first default, as JSON.
pub(super) fn default(graph: &Graph, nodes: &[NodeId]) -> Option<String> {
    let found = nodes.iter().take(MOST_SCHEMAS).find_map(|id| graph.node(*id).default.as_ref())?;
    Some(shortened(&found.to_string(), MOST_OF_VALUE).into_owned())
}

/// What the types leave out, where only one schema speaks of the member.
pub(super) fn notes(graph: &Graph, nodes: &[NodeId]) -> Vec<String> {
    let [id] = nodes else { return Vec::new() };
    let said = rules_beside_type(graph, *id);
    if said.is_empty() { Vec::new() } else { vec![said] }
}
