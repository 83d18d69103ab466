//! What documentation says of a member beside its type: description, default, bounds and formats.

use super::super::node::{Graph, Node, NodeId};
use super::cut;

/// How many characters of a member's description are shown.
const MOST_OF_DESCRIPTION: usize = 4000;
/// How many characters of a default or a pattern are shown.
const MOST_OF_VALUE: usize = 200;
/// Of so many schemas that speak of one member, descriptions are looked for.
const MOST_SCHEMAS: usize = 64;

/// The first description that these schemas, or what they refer to, give.
pub(super) fn description(graph: &Graph, nodes: &[NodeId]) -> String {
    let own = nodes.iter().take(MOST_SCHEMAS);
    let text = own.flat_map(|id| [*id, graph.resolve(*id)]).find_map(|id| {
        graph.node(id).description.as_deref().filter(|text| !text.trim().is_empty())
    });
    cut(text.unwrap_or_default(), MOST_OF_DESCRIPTION)
}

/// The first default, as JSON.
pub(super) fn default(graph: &Graph, nodes: &[NodeId]) -> Option<String> {
    let found = nodes.iter().take(MOST_SCHEMAS).find_map(|id| graph.node(*id).default.as_ref())?;
    Some(cut(&found.to_string(), MOST_OF_VALUE))
}

/// What the types leave out, where only one schema speaks of the member.
pub(super) fn notes(graph: &Graph, nodes: &[NodeId]) -> Vec<String> {
    let [id] = nodes else { return Vec::new() };
    let (own, target) = (graph.node(*id), graph.node(graph.resolve(*id)));
    let mut said = Vec::new();
    numbers(target, &mut said);
    strings(target, &mut said);
    arrays(target, &mut said);
    let format = own.format.as_ref().or(target.format.as_ref());
    said.extend(format.map(|format| format!("format {}", cut(format, MOST_OF_VALUE))));
    said
}

fn numbers(node: &Node, notes: &mut Vec<String>) {
    let Some(rules) = &node.numbers else { return };
    let bounds = [
        ("at least", rules.minimum),
        ("more than", rules.exclusive_minimum),
        ("at most", rules.maximum),
        ("less than", rules.exclusive_maximum),
        ("a multiple of", rules.multiple_of),
    ];
    let said = bounds.iter().filter_map(|(words, bound)| Some(format!("{words} {}", (*bound)?)));
    notes.extend(said);
}

fn strings(node: &Node, notes: &mut Vec<String>) {
    let Some(rules) = &node.strings else { return };
    notes.extend(rules.min_length.map(|least| format!("at least {least} characters")));
    notes.extend(rules.max_length.map(|most| format!("at most {most} characters")));
    let pattern = rules.pattern.as_ref();
    notes
        .extend(pattern.map(|pattern| format!("matches {}", cut(pattern.source(), MOST_OF_VALUE))));
}

fn arrays(node: &Node, notes: &mut Vec<String>) {
    let Some(rules) = &node.arrays else { return };
    notes.extend(rules.min_items.map(|least| format!("at least {least} items")));
    notes.extend(rules.max_items.map(|most| format!("at most {most} items")));
    notes.extend(rules.unique.then(|| "no item twice".to_owned()));
}
