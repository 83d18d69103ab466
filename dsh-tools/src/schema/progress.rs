//! References that lead back to where they began without looking at a smaller value.
//! Such a schema says nothing, and following it would never end.

use super::node::{Graph, NodeId};

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Nodes whose reference closes a circle on the same value.
pub(super) fn circles(graph: &Graph) -> Vec<NodeId> {
    let mut marks = vec![Mark::New; graph.nodes.len()];
    let mut found = Vec::new();
    for start in 0..graph.nodes.len() {
        if marks[start] != Mark::New {
            continue;
        }
        // Each entry is a node and the schemas beside it that are still to be followed.
        marks[start] = Mark::Open;
        let mut open = vec![(start, graph.same_value(start).collect::<Vec<_>>())];
        while let Some((node, next)) = open.last_mut() {
            let Some(target) = next.pop() else {
                marks[*node] = Mark::Done;
                open.pop();
                continue;
            };
            match marks[target] {
                Mark::Open => found.push(*node),
                Mark::Done => {}
                Mark::New => {
                    marks[target] = Mark::Open;
                    open.push((target, graph.same_value(target).collect()));
                }
            }
        }
    }
    found
}
