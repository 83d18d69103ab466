//! Which rules a value breaks: the full half of the validator, for values that do not fit. All violations are
//! found, in walk order, from a stack of tasks (rules SCH-4 and SCH-6); paths are kept as steps and written
//! only for violations.

use std::cell::Cell;
use std::sync::Arc;

use super::check::{Check, How, address, fits_plainly, holds_with, is_evaluated, name_fits};
use super::closest;
use super::nearest::nearest;
use super::node::{
    Additional, ArrayRules, Graph, Node, NodeId, NumberRules, ObjectRules, StringRules, Types,
};
use super::path::{MOST_STEPS, Path, shortened};
use super::rules::Outside;
use super::sink::{Sink, Want};
use super::text::{found, shown, shown_text};
use super::violation::{Violation, ViolationKind as Kind};
use crate::json::{Array, Json, Number, Object};

/// How many values of an `enum` a message lists.
const MOST_VALUES: usize = 10;

/// Whether the value fits the root of the graph.
pub(super) fn fits(graph: &Graph, formats: bool, value: &Json) -> bool {
    Check::new(graph, formats).holds(0, How::Whole, value)
}

/// Every violation, in walk order; none means that the value fits.
pub(super) fn violations(graph: &Graph, formats: bool, value: &Json, root: &str) -> Vec<Violation> {
    violations_at(graph, formats, 0, How::Whole, value, root)
}

/// The violations of one node, or of one of its sets of branches.
pub(super) fn violations_at(
    graph: &Graph,
    formats: bool,
    node: NodeId,
    how: How,
    value: &Json,
    root: &str,
) -> Vec<Violation> {
    let mut check = Check::new(graph, formats);
    if check.holds(node, how, value) {
        return Vec::new();
    }
    let mut walk = Walk::new(graph, formats, check, root);
    let mut all = Sink::everything();
    let task = match how {
        How::Whole => Task::Node { node, value, at: None },
        how => Task::Branches { how, node, value, at: None },
    };
    walk.run(task, &mut all);
    all.violations
}

/// A place in the value, as a step from the place around it.
#[derive(Clone, Copy)]
struct Step<'v> {
    around: Option<usize>,
    to: To<'v>,
    /// How many steps lead there.
    depth: usize,
    /// Whether messages must not tell what stands there.
    secret: bool,
}

#[derive(Clone, Copy)]
pub(super) enum To<'v> {
    Member(&'v str),
    Item(usize),
}

/// Something that is still to be done; the last one is done first.
#[derive(Clone, Copy)]
enum Task<'v> {
    /// Holds the value against a node.
    Node { node: NodeId, value: &'v Json, at: Option<usize> },
    /// After the declared members: the others.
    Others { node: NodeId, members: &'v Object, value: &'v Json, at: Option<usize> },
    /// A set of branches, which is one violation if it fails.
    Branches { how: How, node: NodeId, value: &'v Json, at: Option<usize> },
}

/// How many tasks are spent in all on finding and explaining the closest of several branches.
const MOST_EFFORT: usize = 1_000_000;

/// A walk over a value and a schema at once.
pub(super) struct Walk<'g, 'v> {
    pub(super) graph: &'g Graph,
    formats: bool,
    check: Check<'g, 'v>,
    root: &'g str,
    steps: Vec<Step<'v>>,
    /// How many more names are looked at to find the one that was meant.
    suggestions: Cell<usize>,
    /// How many more tasks go into explanations.
    effort: usize,
}

/// How many names are looked at in all, so that many mistakes beside many names stay affordable.
const MOST_SUGGESTIONS: usize = 50_000;

// What a task needs is passed along with it, rather than boxed up for the sake of a shorter list.
#[allow(clippy::too_many_arguments)]
impl<'g, 'v> Walk<'g, 'v>
where
    'g: 'v,
{
    pub(super) fn new(
        graph: &'g Graph,
        formats: bool,
        check: Check<'g, 'v>,
        root: &'g str,
    ) -> Self {
        let suggestions = Cell::new(MOST_SUGGESTIONS);
        Self { graph, formats, check, root, steps: Vec::new(), suggestions, effort: MOST_EFFORT }
    }

    /// Whether one more task of an explanation is affordable.
    fn afford(&mut self) -> bool {
        let affordable = self.effort > 0;
        self.effort = self.effort.saturating_sub(1);
        affordable
    }

    /// The known name that was probably meant, as long as looking for it is affordable.
    fn meant<'n>(&self, name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        let budget = self.suggestions.get();
        let mut looked = 0;
        let found = nearest(name, known.take(budget).inspect(|_| looked += 1));
        self.suggestions.set(budget - looked);
        found
    }

    /// Walks a node and all that follows from it.
    fn run(&mut self, task: Task<'v>, sink: &mut Sink) {
        let mut tasks = vec![task];
        while let Some(task) = tasks.pop() {
            if sink.is_full() || (sink.want != Want::Everything && !self.afford()) {
                return;
            }
            let start = tasks.len();
            match task {
                Task::Node { node, value, at } => self.node(node, value, at, &mut tasks, sink),
                Task::Others { node, members, value, at } => {
                    self.others(node, members, value, at, &mut tasks, sink);
                }
                Task::Branches { how, node, value, at } => {
                    self.branches(how, node, value, at, &mut tasks, sink);
                }
            }
            // Tasks are noted in walk order and done from the end.
            tasks[start..].reverse();
        }
    }

    /// Walks one branch.
    pub(super) fn branch(
        &mut self,
        node: NodeId,
        value: &'v Json,
        at: Option<usize>,
        sink: &mut Sink,
    ) {
        self.run(Task::Node { node, value, at }, sink);
    }

    /// Whether a branch holds.
    pub(super) fn holds(&mut self, node: NodeId, value: &'v Json) -> bool {
        self.check.holds(node, How::Whole, value)
    }

    pub(super) fn add(
        &self,
        sink: &mut Sink,
        at: Option<usize>,
        kind: Kind,
        message: impl FnOnce() -> String,
    ) {
        sink.count += 1;
        if matches!(sink.want, Want::Count(_)) {
            return;
        }
        let message = match at.filter(|at| self.steps[*at].secret) {
            Some(_) => format!("does not fit ({kind}); the value is secret and not shown"),
            None => message(),
        };
        sink.violations.push(Violation::new(self.path(at), kind, message));
    }

    fn path(&self, at: Option<usize>) -> String {
        let mut steps = Vec::new();
        let mut next = at;
        while let Some(index) = next.filter(|_| steps.len() < MOST_STEPS) {
            steps.push(self.steps[index].to);
            next = self.steps[index].around;
        }
        if steps.is_empty() && self.root.is_empty() {
            return "arguments".to_owned();
        }
        let mut path = Path::new(self.root);
        path.omitted(next.map_or(0, |outer| self.steps[outer].depth));
        steps.into_iter().rev().for_each(|step| step.write(&mut path));
        path.finish()
    }

    /// The place one step from another one, as tasks carry it.
    #[allow(clippy::unnecessary_wraps)]
    pub(super) fn step(&mut self, around: Option<usize>, to: To<'v>) -> Option<usize> {
        let around_it = around.map(|around| self.steps[around]);
        let depth = around_it.map_or(1, |around| around.depth + 1);
        let secret = around_it.is_some_and(|around| around.secret);
        self.steps.push(Step { around, to, depth, secret });
        Some(self.steps.len() - 1)
    }

    /// Messages about that place tell nothing of the value, if the node says so.
    pub(super) fn keep_secret(&mut self, id: NodeId, at: Option<usize>) {
        let graph = self.graph;
        if let Some(at) = at {
            self.steps[at].secret |= graph.node(id).secret || graph.node(graph.resolve(id)).secret;
        }
    }

    fn node(
        &mut self,
        id: NodeId,
        value: &'v Json,
        at: Option<usize>,
        tasks: &mut Vec<Task<'v>>,
        sink: &mut Sink,
    ) {
        let graph = self.graph;
        let node = graph.node(id);
        self.keep_secret(id, at);
        if graph.is_shared(id) && !sink.walked.insert((id, address(value))) {
            return;
        }
        if node.never {
            return self.add(sink, at, Kind::Never, || "nothing is allowed here".to_owned());
        }
        if let Some(types) = node.types
            && !types.contains(Types::of(value))
        {
            let integer = types.contains(Types::INTEGER) && matches!(value, Json::Number(_));
            let kind = if integer { Kind::NotInteger } else { Kind::WrongType };
            return self.add(sink, at, kind, || {
                format!("expected {}, found {}", types.expected(), found(value))
            });
        }
        self.values(node, value, at, sink);
        match value {
            Json::Number(number) => {
                if let Some(rules) = &node.numbers {
                    self.number(rules, *number, at, sink);
                }
            }
            Json::String(text) => {
                if let Some(rules) = &node.strings {
                    self.string(rules, text, at, sink);
                }
            }
            Json::Array(items) => {
                if let Some(rules) = &node.arrays {
                    self.array(id, rules, value, items, at, tasks, sink);
                }
            }
            Json::Object(members) => {
                if let Some(rules) = &node.objects {
                    self.object(id, rules, value, members, at, tasks, sink);
                }
            }
            Json::Null | Json::Bool(_) => {}
        }
        beside(id, node, value, at, tasks);
    }

    /// Notes a part of a value, unless it is plain to see that it fits.
    fn part(
        &mut self,
        node: NodeId,
        value: &'v Json,
        at: Option<usize>,
        to: To<'v>,
        tasks: &mut Vec<Task<'v>>,
    ) {
        if !fits_plainly(self.graph.node(node), value, self.formats) {
            let at = self.step(at, to);
            tasks.push(Task::Node { node, value, at });
        }
    }

    fn values(&mut self, node: &Node, value: &Json, at: Option<usize>, sink: &mut Sink) {
        if let Some(allowed) = &node.allowed
            && !allowed.contains(value)
        {
            self.add(sink, at, Kind::Enum, || self.not_allowed(&allowed.values, value));
        }
        if let Some(constant) = &node.constant
            && constant != value
        {
            self.add(sink, at, Kind::Const, || {
                format!("expected {}, found {}", shown(constant), found(value))
            });
        }
    }

    /// What is said of a value that is none of those.
    pub(super) fn not_allowed(&self, allowed: &[Json], value: &Json) -> String {
        let listed: Vec<String> = allowed.iter().take(MOST_VALUES).map(shown).collect();
        let more = if allowed.len() > MOST_VALUES { ", …" } else { "" };
        let near = value.as_str();
        let near = near.and_then(|text| self.meant(text, allowed.iter().filter_map(Json::as_str)));
        let near = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
        format!("expected one of {}{more}, found {}{near}", listed.join(", "), found(value))
    }

    /// What is said of a member that none of these schemas declares.
    pub(super) fn not_known(&self, schemas: &[NodeId], name: &str) -> String {
        let rules = schemas.iter().filter_map(|id| self.graph.node(*id).objects.as_ref());
        let declared = rules.flat_map(|rules| rules.properties.keys().map(|known| &**known));
        let near = self.meant(name, declared).map(|near| format!("; did you mean `{near}`?"));
        format!("is not a known property{}", near.unwrap_or_default())
    }

    fn number(&mut self, rules: &NumberRules, number: Number, at: Option<usize>, sink: &mut Sink) {
        for (kind, words, bound) in rules.broken(number) {
            self.add(sink, at, kind, || format!("expected {words} {bound}, found {number}"));
        }
    }

    fn string(&mut self, rules: &StringRules, text: &str, at: Option<usize>, sink: &mut Sink) {
        if let Some((Outside { words, limit }, length)) = rules.bad_length(text) {
            self.add(sink, at, Kind::Length, || {
                format!("expected {words} {}, found {length}", counted(limit, "character"))
            });
        }
        if let Some(pattern) = &rules.pattern
            && !pattern.matches(text)
        {
            self.add(sink, at, Kind::Pattern, || {
                let source = shortened(pattern.source(), 200);
                format!("expected text that matches /{source}/, found {}", shown_text(text))
            });
        }
        if self.formats
            && let Some(format) = rules.format
            && !format.matches(text)
        {
            self.add(sink, at, Kind::Format, || {
                format!("expected {}, found {}", format.expected(), shown_text(text))
            });
        }
    }

    fn array(
        &mut self,
        id: NodeId,
        rules: &'g ArrayRules,
        value: &'v Json,
        items: &'v Array,
        at: Option<usize>,
        tasks: &mut Vec<Task<'v>>,
        sink: &mut Sink,
    ) {
        if let Some(Outside { words, limit }) = rules.bad_count(items) {
            self.add(sink, at, Kind::Items, || {
                format!("expected {words} {}, found {}", counted(limit, "item"), items.len())
            });
        }
        if let Some((first, second)) = rules.equal_items(items) {
            self.add(sink, at, Kind::Unique, || {
                format!("expected items that differ, found [{first}] equal to [{second}]")
            });
        }
        for (index, item) in items.iter().enumerate() {
            let Some(node) = rules.item(index) else { break };
            self.part(node, item, at, To::Item(index), tasks);
        }
        if rules.contains.is_some() {
            tasks.push(Task::Branches { how: How::Contains, node: id, value, at });
        }
    }

    fn object(
        &mut self,
        id: NodeId,
        rules: &'g ObjectRules,
        value: &'v Json,
        members: &'v Object,
        at: Option<usize>,
        tasks: &mut Vec<Task<'v>>,
        sink: &mut Sink,
    ) {
        for name in rules.required.iter().filter(|name| !members.contains_key(name)) {
            let inside = self.step(at, To::Member(name));
            self.add(sink, inside, Kind::MissingRequired, || "is required and missing".to_owned());
        }
        if let Some(Outside { words, limit }) = rules.bad_count(members.len()) {
            self.add(sink, at, Kind::Properties, || {
                format!("expected {words} {}, found {}", counted(limit, "member"), members.len())
            });
        }
        let mut guess = 0;
        let mut declared: Vec<(usize, NodeId, &'v str, &'v Json)> = members
            .iter()
            .filter_map(|(name, member)| {
                let (index, property) = rules.declared(name, guess)?;
                guess = index + 1;
                Some((index, property.node, &**name, member))
            })
            .collect();
        // In the order of the schema, and no longer than the value.
        declared.sort_unstable_by_key(|(index, ..)| *index);
        for (_, node, name, value) in declared {
            self.part(node, value, at, To::Member(name), tasks);
        }
        if rules.looks_at_others() || rules.closes_unevaluated() {
            tasks.push(Task::Others { node: id, members, value, at });
        }
    }

    /// Members that are not declared by name, and what else is said of all.
    fn others(
        &mut self,
        id: NodeId,
        members: &'v Object,
        value: &'v Json,
        at: Option<usize>,
        tasks: &mut Vec<Task<'v>>,
        sink: &mut Sink,
    ) {
        let graph = self.graph;
        let Some(rules) = &graph.node(id).objects else { return };
        let holding = rules.closes_unevaluated().then(|| self.holding(id, value));
        for (name, member) in members {
            let inside = self.step(at, To::Member(name));
            if let Some(names) = rules.names
                && !name_fits(graph, self.formats, names, name)
            {
                self.add(sink, inside, Kind::Properties, || {
                    bad_name(graph, self.formats, names, name)
                });
            }
            let mut matched = rules.properties.contains_key(name);
            for (_, node) in rules.patterns.iter().filter(|(pattern, _)| pattern.matches(name)) {
                matched = true;
                tasks.push(Task::Node { node: *node, value: member, at: inside });
            }
            let refused = match rules.additional {
                _ if matched => false,
                Some(Additional::Closed) => true,
                Some(Additional::Schema(node)) => {
                    tasks.push(Task::Node { node, value: member, at: inside });
                    false
                }
                Some(Additional::Open) => false,
                None => holding.as_ref().is_some_and(|ids| !is_evaluated(graph, id, ids, name)),
            };
            if refused {
                let known = holding.as_deref().unwrap_or(std::slice::from_ref(&id));
                self.add(sink, inside, Kind::AdditionalProperty, || self.not_known(known, name));
            }
        }
    }

    /// The schemas beside a node that hold for the value.
    fn holding(&mut self, id: NodeId, value: &'v Json) -> Vec<NodeId> {
        let (mut pending, mut holding) = (Vec::new(), Vec::new());
        holds_with(self.graph, id, &mut pending, &mut holding);
        while let Some(branch) = pending.pop() {
            if self.holds(branch, value) {
                holds_with(self.graph, branch, &mut pending, &mut holding);
            }
        }
        holding
    }

    /// A set of branches: one violation at most, at that node.
    fn branches(
        &mut self,
        how: How,
        id: NodeId,
        value: &'v Json,
        at: Option<usize>,
        tasks: &mut Vec<Task<'v>>,
        sink: &mut Sink,
    ) {
        if self.check.holds(id, how, value) {
            return;
        }
        let graph = self.graph;
        let node = graph.node(id);
        match how {
            How::Not => {
                self.add(sink, at, Kind::Not, || format!("{} is not allowed here", found(value)));
            }
            How::Contains => self.contains(node, value, at, sink),
            How::OneOf => self.alternatives(Kind::OneOfNone, &node.one_of, value, at, tasks, sink),
            How::AnyOf => self.alternatives(Kind::AnyOfNone, &node.any_of, value, at, tasks, sink),
            How::Whole | How::Unevaluated => {}
        }
    }

    fn alternatives(
        &mut self,
        kind: Kind,
        branches: &'g [NodeId],
        value: &'v Json,
        at: Option<usize>,
        tasks: &mut Vec<Task<'v>>,
        sink: &mut Sink,
    ) {
        let fitting = branches.iter().filter(|branch| self.holds(**branch, value)).count();
        if fitting > 1 {
            return self.add(sink, at, Kind::OneOfMany, || {
                format!("fits {fitting} alternatives where exactly one is expected")
            });
        }
        let message = match sink.want {
            Want::Count(_) => String::new(),
            Want::Everything => closest::message(self, branches, value, at),
            Want::Innermost(_) => {
                let Some(reason) = closest::plain_reason(self, branches, value) else {
                    let closest = closest::branch(self, branches, value, at);
                    tasks.extend(closest.map(|node| Task::Node { node, value, at }));
                    return;
                };
                reason
            }
        };
        self.add(sink, at, kind, || message);
    }

    fn contains(&mut self, node: &Node, value: &'v Json, at: Option<usize>, sink: &mut Sink) {
        let (Some(rules), Some(items)) = (&node.arrays, value.as_array()) else { return };
        let Some(contains) = rules.contains else { return };
        let fitting = items.iter().filter(|item| self.holds(contains, item)).count() as u64;
        let Some(Outside { words, limit }) = rules.bad_contained(fitting) else { return };
        self.add(sink, at, Kind::Contains, || {
            format!(
                "expected {words} {} of the asked kind, found {fitting}",
                counted(limit, "item")
            )
        });
    }
}

impl To<'_> {
    fn write(self, path: &mut Path) {
        match self {
            Self::Member(name) => path.member(name),
            Self::Item(index) => path.item(index),
        }
    }
}

/// Notes the schemas that look at the same value: reference, `allOf`, `anyOf`, `oneOf`, `not`.
fn beside<'v>(
    id: NodeId,
    node: &Node,
    value: &'v Json,
    at: Option<usize>,
    tasks: &mut Vec<Task<'v>>,
) {
    let whole = node.reference.iter().chain(&node.all_of);
    tasks.extend(whole.map(|node| Task::Node { node: *node, value, at }));
    let sets = [
        (How::AnyOf, !node.any_of.is_empty()),
        (How::OneOf, !node.one_of.is_empty()),
        (How::Not, node.not.is_some()),
    ];
    let there = sets.into_iter().filter(|(_, there)| *there);
    tasks.extend(there.map(|(how, _)| Task::Branches { how, node: id, value, at }));
}

/// `1 item`, `2 items`.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn bad_name(graph: &Graph, formats: bool, names: NodeId, name: &Arc<str>) -> String {
    let name = Json::String(name.clone());
    let mut walk = Walk::new(graph, formats, Check::new(graph, formats), "");
    let mut sink = Sink::innermost(1);
    walk.branch(names, &name, None, &mut sink);
    let reason = sink.violations.pop().map(|violation| violation.message);
    format!("the name is not allowed: {}", reason.unwrap_or_default())
}
