//! Whether a value fits, and nothing else: the quick half of the validator. No message is made and no path
//! is kept, so that valid values, which are nearly all, cost little.
//!
//! Schemas are tried one after the other from a stack of tasks. A schema with branches opens a frame; the
//! tasks above a frame's floor belong to the branch that it tries, and the first that fails ends that branch.
//!
//! Nested branches can make the same question come up exponentially often. After a number of steps that
//! ordinary values never reach, answers are kept, so that each question is worked on once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::node::{Additional, ArrayRules, Graph, Node, NodeId, ObjectRules, Types};
use crate::json::{Array, Json, Object};

/// From here on, answers are kept.
const PATIENCE: usize = 4096;

/// Holds values against the schemas of a graph.
pub(super) struct Check<'g, 'v> {
    graph: &'g Graph,
    formats: bool,
    tasks: Vec<Task<'v>>,
    frames: Vec<Frame<'g, 'v>>,
    steps: usize,
    /// Tells the branches that were tried apart.
    attempts: usize,
    /// What came of branches, by the address of the value, which does not move while it is checked.
    known: HashMap<(NodeId, How, usize), bool>,
    /// What an attempt has already asked; asking it again cannot change what comes of it.
    asked: HashSet<(usize, NodeId, usize)>,
}

/// A question: whether the value fits the node, or one of its sets of branches.
#[derive(Clone, Copy)]
struct Task<'v> {
    node: NodeId,
    how: How,
    value: &'v Json,
}

/// What of a node is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum How {
    Whole,
    OneOf,
    AnyOf,
    Not,
    Contains,
    Unevaluated,
}

/// A set of branches that is being tried, one branch after the other.
struct Frame<'g, 'v> {
    task: Task<'v>,
    floor: usize,
    attempt: usize,
    tried: Tried<'g>,
}

enum Tried<'g> {
    Branches { left: &'g [NodeId], fitting: usize },
    Not,
    Items { rules: &'g ArrayRules, next: usize, fitting: u64 },
    Evaluated { current: NodeId, pending: Vec<NodeId>, holding: Vec<NodeId> },
}

/// What comes of a frame when one of its branches is done.
enum Next<'v> {
    Try(NodeId, &'v Json),
    Verdict(bool),
}

impl<'g, 'v> Check<'g, 'v> {
    pub(super) fn new(graph: &'g Graph, formats: bool) -> Self {
        Self {
            graph,
            formats,
            tasks: Vec::new(),
            frames: Vec::new(),
            steps: 0,
            attempts: 0,
            known: HashMap::new(),
            asked: HashSet::new(),
        }
    }

    /// Whether the value fits the node, or one of its sets of branches.
    pub(super) fn holds(&mut self, node: NodeId, how: How, value: &'v Json) -> bool {
        self.frames.clear();
        self.tasks.clear();
        self.asked.clear();
        // Most questions are answered on the spot, and nothing is put off.
        let mut next = Some(Task { node, how, value });
        loop {
            let fits = next.is_none_or(|task| self.step(task));
            if (!fits || next.is_none())
                && let Some(verdict) = self.conclude(fits)
            {
                return verdict;
            }
            let floor = self.frames.last().map_or(0, |frame| frame.floor);
            next = if self.tasks.len() > floor { self.tasks.pop() } else { None };
        }
    }

    /// Ends the branch that is being tried, and every frame that is decided by it. Answers the verdict when
    /// there is no frame left that wants to go on.
    fn conclude(&mut self, mut fits: bool) -> Option<bool> {
        loop {
            let Some(mut frame) = self.frames.pop() else { return Some(fits) };
            self.tasks.truncate(frame.floor);
            match frame.after(self.graph, fits) {
                Next::Try(node, value) => {
                    self.attempt(frame, node, value);
                    return None;
                }
                Next::Verdict(verdict) => {
                    if self.steps > PATIENCE {
                        self.known.insert(key(frame.task), verdict);
                    }
                    if verdict {
                        return None;
                    }
                    fits = false;
                }
            }
        }
    }

    /// Tries a branch of a frame.
    fn attempt(&mut self, mut frame: Frame<'g, 'v>, node: NodeId, value: &'v Json) {
        self.attempts += 1;
        frame.attempt = self.attempts;
        self.frames.push(frame);
        self.tasks.push(Task { node, how: How::Whole, value });
    }

    /// Works on one question; false if it is answered with no.
    fn step(&mut self, task: Task<'v>) -> bool {
        self.steps += 1;
        if task.how != How::Whole {
            return self.open(task);
        }
        if self.steps > PATIENCE && self.graph.is_shared(task.node) {
            let attempt = self.frames.last().map_or(0, |frame| frame.attempt);
            if !self.asked.insert((attempt, task.node, address(task.value))) {
                return true;
            }
        }
        self.whole(task.node, task.value)
    }

    fn whole(&mut self, id: NodeId, value: &'v Json) -> bool {
        let graph = self.graph;
        let node = graph.node(id);
        if !fits_alone(node, value, self.formats) {
            return false;
        }
        let mut parts = true;
        match value {
            Json::Array(items) => {
                if let Some(rules) = &node.arrays {
                    parts = self.array(id, rules, value, items);
                }
            }
            Json::Object(members) => {
                if let Some(rules) = &node.objects {
                    parts = self.object(id, rules, value, members);
                }
            }
            _ => {}
        }
        if parts && !node.stands_alone() {
            self.branches(id, node, value);
        }
        parts
    }

    fn branches(&mut self, id: NodeId, node: &Node, value: &'v Json) {
        let mut ask = |node, how| self.tasks.push(Task { node, how, value });
        if node.not.is_some() {
            ask(id, How::Not);
        }
        if !node.one_of.is_empty() {
            ask(id, How::OneOf);
        }
        if !node.any_of.is_empty() {
            ask(id, How::AnyOf);
        }
        for branch in &node.all_of {
            ask(*branch, How::Whole);
        }
        if let Some(target) = node.reference {
            ask(target, How::Whole);
        }
    }

    /// A part of a value: on the spot where nothing has to be put off, else as a task.
    fn part(&mut self, id: NodeId, value: &'v Json) -> bool {
        let node = self.graph.node(id);
        if is_plain(node, value) {
            return fits_alone(node, value, self.formats);
        }
        self.tasks.push(Task { node: id, how: How::Whole, value });
        true
    }

    fn array(&mut self, id: NodeId, rules: &ArrayRules, value: &'v Json, items: &'v Array) -> bool {
        if rules.bad_count(items).is_some() || rules.equal_items(items).is_some() {
            return false;
        }
        if rules.contains.is_some() {
            self.tasks.push(Task { node: id, how: How::Contains, value });
        }
        for (index, item) in items.iter().enumerate() {
            let Some(node) = rules.item(index) else { break };
            if !self.part(node, item) {
                return false;
            }
        }
        true
    }

    fn object(
        &mut self,
        id: NodeId,
        rules: &ObjectRules,
        value: &'v Json,
        members: &'v Object,
    ) -> bool {
        if rules.bad_count(members.len()).is_some() {
            return false;
        }
        let looks_at_others = rules.looks_at_others();
        let mut guess = 0;
        let mut required = 0;
        for (name, member) in members {
            let declared = rules.declared(name, guess);
            if let Some((index, property)) = declared {
                guess = index + 1;
                required += usize::from(property.required);
                if !self.part(property.node, member) {
                    return false;
                }
            }
            if looks_at_others && !self.other(rules, name, member, declared.is_some()) {
                return false;
            }
        }
        if rules.closes_unevaluated() {
            self.tasks.push(Task { node: id, how: How::Unevaluated, value });
        }
        rules.has_required(members, required)
    }

    /// What is said of a member beside its declaration.
    fn other(
        &mut self,
        rules: &ObjectRules,
        name: &Arc<str>,
        member: &'v Json,
        declared: bool,
    ) -> bool {
        if rules.names.is_some_and(|names| !name_fits(self.graph, self.formats, names, name)) {
            return false;
        }
        let mut matched = declared;
        for (pattern, node) in &rules.patterns {
            if pattern.matches(name) {
                matched = true;
                if !self.part(*node, member) {
                    return false;
                }
            }
        }
        match rules.additional {
            Some(Additional::Closed) => matched,
            Some(Additional::Schema(node)) if !matched => self.part(node, member),
            _ => true,
        }
    }

    /// Opens the frame of a set of branches, unless its answer is known.
    fn open(&mut self, task: Task<'v>) -> bool {
        if self.steps > PATIENCE
            && let Some(known) = self.known.get(&key(task))
        {
            return *known;
        }
        let node = self.graph.node(task.node);
        let tried = match task.how {
            How::OneOf => Tried::Branches { left: &node.one_of, fitting: 0 },
            How::AnyOf => Tried::Branches { left: &node.any_of, fitting: 0 },
            How::Not | How::Whole => Tried::Not,
            How::Contains => match &node.arrays {
                Some(rules) => Tried::Items { rules, next: 0, fitting: 0 },
                None => return true,
            },
            How::Unevaluated => {
                let (mut pending, mut holding) = (Vec::new(), Vec::new());
                holds_with(self.graph, task.node, &mut pending, &mut holding);
                Tried::Evaluated { current: task.node, pending, holding }
            }
        };
        let mut frame = Frame { task, floor: self.tasks.len(), attempt: 0, tried };
        match frame.first(self.graph) {
            Next::Verdict(verdict) => verdict,
            Next::Try(node, value) => {
                self.attempt(frame, node, value);
                true
            }
        }
    }
}

impl<'v> Frame<'_, 'v> {
    fn first(&mut self, graph: &Graph) -> Next<'v> {
        match &mut self.tried {
            Tried::Branches { left, .. } => match left.split_first() {
                Some((first, rest)) => {
                    *left = rest;
                    Next::Try(*first, self.task.value)
                }
                None => Next::Verdict(true),
            },
            Tried::Not => match graph.node(self.task.node).not {
                Some(inner) => Next::Try(inner, self.task.value),
                None => Next::Verdict(true),
            },
            Tried::Items { .. } => self.next_item(),
            Tried::Evaluated { .. } => self.next_evaluated(graph),
        }
    }

    /// A branch is done: what now?
    fn after(&mut self, graph: &Graph, fits: bool) -> Next<'v> {
        match &mut self.tried {
            Tried::Not => Next::Verdict(!fits),
            Tried::Branches { left, fitting } => {
                *fitting += usize::from(fits);
                let exactly_one = self.task.how == How::OneOf;
                match (left.split_first(), *fitting) {
                    (_, 1) if !exactly_one => Next::Verdict(true),
                    (_, 2) => Next::Verdict(false),
                    (None, fitting) => Next::Verdict(fitting == 1),
                    (Some((next, rest)), _) => {
                        *left = rest;
                        Next::Try(*next, self.task.value)
                    }
                }
            }
            Tried::Items { fitting, .. } => {
                *fitting += u64::from(fits);
                self.next_item()
            }
            Tried::Evaluated { current, pending, holding } => {
                if fits {
                    holds_with(graph, *current, pending, holding);
                }
                self.next_evaluated(graph)
            }
        }
    }

    fn next_item(&mut self) -> Next<'v> {
        let Tried::Items { rules, next, fitting } = &mut self.tried else {
            return Next::Verdict(true);
        };
        let item = self.task.value.as_array().and_then(|items| items.get(*next));
        match (item, rules.contains) {
            (Some(item), Some(contains)) => {
                *next += 1;
                Next::Try(contains, item)
            }
            _ => Next::Verdict(rules.bad_contained(*fitting).is_none()),
        }
    }

    fn next_evaluated(&mut self, graph: &Graph) -> Next<'v> {
        let Tried::Evaluated { current, pending, holding } = &mut self.tried else {
            return Next::Verdict(true);
        };
        match pending.pop() {
            Some(branch) => {
                *current = branch;
                Next::Try(branch, self.task.value)
            }
            None => Next::Verdict(self.task.value.as_object().is_none_or(|members| {
                members.keys().all(|name| is_evaluated(graph, self.task.node, holding, name))
            })),
        }
    }
}

/// What a node itself says of a value, apart from its parts and from schemas beside it.
fn fits_alone(node: &Node, value: &Json, formats: bool) -> bool {
    if node.never || node.types.is_some_and(|types| !types.contains(Types::of(value))) {
        return false;
    }
    if node.constant.as_ref().is_some_and(|constant| constant != value)
        || node.allowed.as_ref().is_some_and(|allowed| !allowed.contains(value))
    {
        return false;
    }
    match value {
        Json::Number(number) => node.numbers.as_ref().is_none_or(|rules| rules.fits(*number)),
        Json::String(text) => node.strings.as_ref().is_none_or(|rules| rules.fits(text, formats)),
        _ => true,
    }
}

/// Whether a value fits a node and there is nothing inside either that has to be looked at.
pub(super) fn fits_plainly(node: &Node, value: &Json, formats: bool) -> bool {
    is_plain(node, value) && fits_alone(node, value, formats)
}

/// Whether there is nothing to look at beside the value and the node themselves.
fn is_plain(node: &Node, value: &Json) -> bool {
    !matches!(value, Json::Array(_) | Json::Object(_)) && node.stands_alone()
}

/// Whether a member's name fits a schema, which can only be about text.
pub(super) fn name_fits(graph: &Graph, formats: bool, names: NodeId, name: &Arc<str>) -> bool {
    let name = Json::String(name.clone());
    Check::new(graph, formats).holds(names, How::Whole, &name)
}

/// Adds a node whose schema holds and all that hold with it; branches go to those that have to be tried.
pub(super) fn holds_with(
    graph: &Graph,
    id: NodeId,
    pending: &mut Vec<NodeId>,
    holding: &mut Vec<NodeId>,
) {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        if holding.contains(&id) {
            continue;
        }
        holding.push(id);
        let node = graph.node(id);
        open.extend(node.reference.iter().chain(&node.all_of));
        pending.extend(node.one_of.iter().chain(&node.any_of));
    }
}

/// Whether any of the schemas that hold speaks of that member, for the one that asks.
pub(super) fn is_evaluated(graph: &Graph, asking: NodeId, holding: &[NodeId], name: &str) -> bool {
    let rules = |id: &NodeId| Some((*id, graph.node(*id).objects.as_ref()?));
    holding.iter().filter_map(rules).any(|(id, rules)| {
        (id != asking && rules.unevaluated.is_some())
            || matches!(rules.additional, Some(Additional::Open | Additional::Schema(_)))
            || rules.properties.contains_key(name)
            || rules.patterns.iter().any(|(pattern, _)| pattern.matches(name))
    })
}

fn key(task: Task<'_>) -> (NodeId, How, usize) {
    (task.node, task.how, address(task.value))
}

/// Where a value stands in memory, which tells it from all others while it is checked.
pub(super) fn address(value: &Json) -> usize {
    std::ptr::from_ref(value) as usize
}
