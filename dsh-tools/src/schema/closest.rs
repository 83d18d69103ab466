//! The branch that was probably meant, where a value fits none of several, and what keeps it from fitting.
//! A constant member that names the branch decides first, then the type, then how few rules are broken.

use super::node::{Graph, NodeId, Types};
use super::sink::Sink;
use super::text::{found, shown};
use super::validate::Walk;
use crate::json::Json;

/// How many violations of the closest branch a message tells.
const MOST_TOLD: usize = 3;

/// What a model should know of alternatives none of which fits.
pub(super) fn message<'g: 'v, 'v>(
    walk: &mut Walk<'g, 'v>,
    branches: &'g [NodeId],
    value: &'v Json,
    at: Option<usize>,
) -> String {
    if let Some(plain) = plain_reason(walk, branches, value) {
        return plain;
    }
    let start = format!("fits none of {} alternatives", branches.len());
    let Some(closest) = branch(walk, branches, value, at) else { return start };
    let mut sink = Sink::innermost(MOST_TOLD);
    walk.branch(closest, value, at, &mut sink);
    let told: Vec<String> = sink.violations.iter().map(ToString::to_string).collect();
    if told.is_empty() { start } else { format!("{start}; of the closest: {}", told.join("; ")) }
}

/// Why no branch fits, where that needs no branch to tell: the type is another, or the member that names the
/// branch is missing or unknown.
pub(super) fn plain_reason(
    walk: &Walk<'_, '_>,
    branches: &[NodeId],
    value: &Json,
) -> Option<String> {
    if let Some(types) = other_type(walk.graph, branches, value) {
        return Some(format!("expected {}, found {}", types.expected(), found(value)));
    }
    let problem = Tag::of(walk.graph, branches)?.problem(walk, value)?;
    Some(format!("fits none of {} alternatives: {problem}", branches.len()))
}

/// The closest branch.
pub(super) fn branch<'g: 'v, 'v>(
    walk: &mut Walk<'g, 'v>,
    branches: &'g [NodeId],
    value: &'v Json,
    at: Option<usize>,
) -> Option<NodeId> {
    let graph = walk.graph;
    if let Some(named) = branches.iter().find(|branch| is_named(graph, **branch, value)) {
        return Some(*named);
    }
    let mut best: Option<((bool, usize), NodeId)> = None;
    for branch in branches {
        let types = graph.node(graph.resolve(*branch)).types;
        let other_type = types.is_some_and(|types| !types.contains(Types::of(value)));
        let most = match best {
            Some(((true, _), _)) | None => usize::MAX,
            Some(_) if other_type => continue,
            Some(((false, fewest), _)) => fewest,
        };
        let mut sink = Sink::count(most);
        walk.branch(*branch, value, at, &mut sink);
        if best.is_none_or(|(least, _)| (other_type, sink.count) < least) {
            best = Some(((other_type, sink.count), *branch));
        }
    }
    best.map(|(_, branch)| branch)
}

/// The types of all branches together, where each is of another type than the value.
fn other_type(graph: &Graph, branches: &[NodeId], value: &Json) -> Option<Types> {
    let mut all = Types::default();
    for branch in branches {
        let types = graph.node(graph.resolve(*branch)).types?;
        if types.contains(Types::of(value)) {
            return None;
        }
        all = all.union(types);
    }
    Some(all)
}

/// Whether a branch is the one that a constant member of the value names.
fn is_named(graph: &Graph, branch: NodeId, value: &Json) -> bool {
    let (Some(rules), Some(members)) =
        (&graph.node(graph.resolve(branch)).objects, value.as_object())
    else {
        return false;
    };
    rules.properties.iter().any(|(name, property)| {
        let constant = constant_of(graph, property.node);
        constant.is_some() && members.get(name) == constant
    })
}

/// The one value that a node allows.
fn constant_of(graph: &Graph, node: NodeId) -> Option<&Json> {
    let node = graph.node(graph.resolve(node));
    let only = node.allowed.as_ref().and_then(|allowed| match &*allowed.values {
        [only] => Some(only),
        _ => None,
    });
    node.constant.as_ref().or(only)
}

/// A member whose constants tell the branches apart.
struct Tag<'g> {
    name: &'g str,
    values: Vec<Json>,
}

impl<'g> Tag<'g> {
    fn of(graph: &'g Graph, branches: &[NodeId]) -> Option<Self> {
        let rules = |branch: &NodeId| graph.node(graph.resolve(*branch)).objects.as_ref();
        let objects: Vec<_> = branches.iter().filter_map(rules).collect();
        let (first, rest) = objects.split_first().filter(|(_, rest)| !rest.is_empty())?;
        first.properties.iter().find_map(|(name, property)| {
            let mut values = vec![constant_of(graph, property.node)?.clone()];
            for rules in rest {
                values.push(constant_of(graph, rules.properties.get(name)?.node)?.clone());
            }
            Some(Self { name, values })
        })
    }

    /// What is wrong with the member in an object.
    fn problem(&self, walk: &Walk<'_, '_>, value: &Json) -> Option<String> {
        let Self { name, values } = self;
        match value.as_object()?.get(name) {
            None => {
                let listed: Vec<String> = values.iter().take(10).map(shown).collect();
                Some(format!("`{name}` is required and missing, one of {}", listed.join(", ")))
            }
            Some(found) if !values.contains(found) => {
                Some(format!("`{name}`: {}", walk.not_allowed(values, found)))
            }
            Some(_) => None,
        }
    }
}
