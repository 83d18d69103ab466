//! Schemas that lead back to themselves, found by strongly connected components.
//! The search keeps its own stack, so that a schema of any depth passes.

use super::node::{Node, NodeId};

/// Which nodes can be reached from themselves, going along `next`.
pub(super) fn recursive(nodes: &[Node], next: impl Fn(&Node) -> Vec<NodeId>) -> Vec<bool> {
    let mut search = Search {
        order: vec![UNSEEN; nodes.len()],
        lowest: vec![0; nodes.len()],
        open: Vec::new(),
        is_open: vec![false; nodes.len()],
        found: vec![false; nodes.len()],
        counter: 0,
    };
    for start in 0..nodes.len() {
        if search.order[start] == UNSEEN {
            search.run(start, nodes, &next);
        }
    }
    search.found
}

const UNSEEN: usize = usize::MAX;

/// The state of Tarjan's algorithm.
struct Search {
    /// When each node was first seen.
    order: Vec<usize>,
    /// The earliest node that each one leads back to.
    lowest: Vec<usize>,
    /// Nodes whose component is not complete.
    open: Vec<NodeId>,
    is_open: Vec<bool>,
    found: Vec<bool>,
    counter: usize,
}

impl Search {
    fn enter(&mut self, node: NodeId) {
        self.order[node] = self.counter;
        self.lowest[node] = self.counter;
        self.counter += 1;
        self.open.push(node);
        self.is_open[node] = true;
    }

    fn run(&mut self, start: NodeId, nodes: &[Node], next: &impl Fn(&Node) -> Vec<NodeId>) {
        self.enter(start);
        let mut path = vec![(start, next(&nodes[start]))];
        while let Some((node, targets)) = path.last_mut() {
            let node = *node;
            match targets.pop() {
                Some(target) if self.order[target] == UNSEEN => {
                    self.enter(target);
                    path.push((target, next(&nodes[target])));
                }
                Some(target) => {
                    self.found[node] |= target == node;
                    if self.is_open[target] {
                        self.lowest[node] = self.lowest[node].min(self.order[target]);
                    }
                }
                None => {
                    path.pop();
                    if let Some((around, _)) = path.last() {
                        self.lowest[*around] = self.lowest[*around].min(self.lowest[node]);
                    }
                    self.leave(node);
                }
            }
        }
    }

    /// Closes the component that began with this node, if one did.
    fn leave(&mut self, node: NodeId) {
        if self.lowest[node] != self.order[node] {
            return;
        }
        let several = self.open.last() != Some(&node);
        while let Some(member) = self.open.pop() {
            self.is_open[member] = false;
            self.found[member] |= several;
            if member == node {
                return;
            }
        }
    }
}
