//! What is sure to be wrong with the types of a value of which parts are not known, such as a literal in a program
//! (rule CODE-13). An unknown part may be anything, so nothing is said that depends on one.

use std::collections::{HashMap, HashSet};

use super::check::{Check, How};
use super::node::{Additional, ArrayRules, Graph, Node, NodeId, ObjectRules, Types};
use super::sink::Sink;
use super::validate::{To, Walk, violations_at};
use super::violation::{Violation, ViolationKind as Kind};
use crate::json::{Json, Partial, What};

/// Something that is wrong whatever the unknown parts are.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// The part of the value that it is about.
    pub(crate) part: usize,
    pub(crate) violation: Violation,
}

/// Everything that is wrong for sure.
pub(super) fn mismatches(graph: &Graph, formats: bool, value: &Partial) -> Vec<Mismatch> {
    let mut search = Search {
        graph,
        formats,
        value,
        walk: Walk::new(graph, formats, Check::new(graph, formats), ""),
        tasks: vec![Task { node: 0, part: 0, at: None }],
        sink: Sink::everything(),
        parts: Vec::new(),
    };
    let mut seen = HashSet::new();
    while let Some(task) = search.tasks.pop() {
        if seen.insert((task.node, task.part)) {
            search.node(task);
        }
    }
    let found = search.parts.into_iter().zip(search.sink.violations);
    found.map(|(part, violation)| Mismatch { part, violation }).collect()
}

/// A part that is still to be held against a node.
#[derive(Clone, Copy)]
struct Task {
    node: NodeId,
    part: usize,
    /// Its place in the value, as a step of the walk.
    at: Option<usize>,
}

struct Search<'g, 'v> {
    graph: &'g Graph,
    formats: bool,
    value: &'v Partial,
    /// Keeps paths and secrets, and writes messages.
    walk: Walk<'g, 'v>,
    tasks: Vec<Task>,
    sink: Sink,
    /// The part that each violation in the sink is about.
    parts: Vec<usize>,
}

/// Whether a kind of violation is one of type, which a type checker would see too.
fn is_of_type(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::WrongType
            | Kind::NotInteger
            | Kind::Enum
            | Kind::Const
            | Kind::MissingRequired
            | Kind::AdditionalProperty
            | Kind::OneOfNone
            | Kind::AnyOfNone
            | Kind::Never
    )
}

impl<'g: 'v, 'v> Search<'g, 'v> {
    fn add(&mut self, task: Task, kind: Kind, message: impl FnOnce() -> String) {
        self.walk.add(&mut self.sink, task.at, kind, message);
        self.parts.push(task.part);
    }

    fn node(&mut self, task: Task) {
        self.walk.keep_secret(task.node, task.at);
        let (graph, value) = (self.graph, self.value);
        let node = graph.node(task.node);
        match &value.parts()[task.part].what {
            What::Unknown => {}
            What::Scalar(scalar) => self.judge(task, How::Whole, scalar),
            What::Array { .. } => {
                if self.may_be(task, node, Types::ARRAY)
                    && let Some(rules) = &node.arrays
                {
                    self.array(task, rules);
                }
            }
            What::Object { open } => {
                if self.may_be(task, node, Types::OBJECT)
                    && let Some(rules) = &node.objects
                {
                    self.object(task, rules, *open);
                }
            }
        }
    }

    /// What the validator itself finds wrong with a value that is known.
    fn judge(&mut self, task: Task, how: How, value: &Json) {
        let found = violations_at(self.graph, self.formats, task.node, how, value, "");
        for Violation { kind, message, .. } in found {
            if is_of_type(kind) {
                self.add(task, kind, || message);
            }
        }
    }

    /// Whether an array or an object may be there at all; what stands beside the node is looked at too.
    fn may_be(&mut self, task: Task, node: &'g Node, found: Types) -> bool {
        if node.never {
            self.add(task, Kind::Never, || "nothing is allowed here".to_owned());
            return false;
        }
        if let Some(types) = node.types.filter(|types| !types.overlaps(found)) {
            self.add(task, Kind::WrongType, || other_type(types, found));
            return false;
        }
        let whole = node.reference.iter().chain(&node.all_of);
        self.tasks.extend(whole.map(|node| Task { node: *node, ..task }));
        self.branches(task, How::AnyOf, &node.any_of, found);
        self.branches(task, How::OneOf, &node.one_of, found);
        true
    }

    /// A set of branches. Where only one can be meant, it is looked into; of several, the validator tells.
    fn branches(&mut self, task: Task, how: How, branches: &'g [NodeId], found: Types) {
        let graph = self.graph;
        let types = |branch: &NodeId| graph.node(graph.resolve(*branch)).types;
        let fits = |branch: &&NodeId| types(branch).is_none_or(|types| types.overlaps(found));
        let mut fitting = branches.iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            _ if branches.is_empty() => {}
            (None, _) => {
                let all = branches.iter().filter_map(types).fold(Types::default(), Types::union);
                self.add(task, Kind::AnyOfNone, || other_type(all, found));
            }
            (Some(only), None) => self.tasks.push(Task { node: *only, ..task }),
            (Some(_), Some(_)) => {
                if let Some(known) = self.value.known(task.part) {
                    self.judge(task, how, &known);
                }
            }
        }
    }

    fn array(&mut self, task: Task, rules: &'g ArrayRules) {
        let value = self.value;
        for (index, part) in value.children(task.part).enumerate() {
            let Some(node) = rules.item(index) else { break };
            let at = self.walk.step(task.at, To::Item(index));
            self.tasks.push(Task { node, part, at });
        }
    }

    fn object(&mut self, task: Task, rules: &'g ObjectRules, open: bool) {
        let value = self.value;
        let name = |part: usize| value.parts()[part].name.as_deref().unwrap_or_default();
        let members: HashMap<&str, usize> =
            value.children(task.part).map(|part| (name(part), part)).collect();
        for name in rules.required.iter().filter(|name| !open && !members.contains_key(&***name)) {
            let at = self.walk.step(task.at, To::Member(name));
            let message = || "is required and missing".to_owned();
            self.add(Task { at, ..task }, Kind::MissingRequired, message);
        }
        for part in value.children(task.part) {
            // An earlier member of the same name is gone.
            if members.get(name(part)) == Some(&part) {
                self.member(task, rules, name(part), part);
            }
        }
    }

    fn member(&mut self, task: Task, rules: &'g ObjectRules, name: &'v str, part: usize) {
        let at = self.walk.step(task.at, To::Member(name));
        let mut nodes: Vec<NodeId> =
            rules.properties.get(name).map(|known| known.node).into_iter().collect();
        let patterns = rules.patterns.iter().filter(|(pattern, _)| pattern.matches(name));
        nodes.extend(patterns.map(|(_, node)| *node));
        match rules.additional {
            Some(Additional::Closed) if nodes.is_empty() => {
                let message = self.walk.not_known(&[task.node], name);
                self.add(Task { part, at, ..task }, Kind::AdditionalProperty, || message);
            }
            Some(Additional::Schema(node)) if nodes.is_empty() => nodes.push(node),
            _ => {}
        }
        self.tasks.extend(nodes.into_iter().map(|node| Task { node, part, at }));
    }
}

/// Such as `expected a string or null, found an object`.
fn other_type(expected: Types, found: Types) -> String {
    format!("expected {}, found {}", expected.expected(), found.expected())
}

#[cfg(test)]
mod tests;
