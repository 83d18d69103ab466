//! The validator: all violations of a value, from a stack of tasks instead of recursion (rule SCH-6).
//! Paths are kept as steps and written only for violations.

use super::nearest::nearest;
use super::node::{
    Additional, ArrayRules, Graph, Node, NodeId, NumberRules, ObjectRules, StringRules, Types,
};
use super::violation::{Violation, ViolationKind as Kind};
use crate::json::{Array, Json, Number, Object};

/// How much of a value a message shows.
const MOST_SHOWN: usize = 60;

pub(super) fn violations(graph: &Graph, value: &Json, root: &str) -> Vec<Violation> {
    let mut walk =
        Walk { graph, root, steps: Vec::new(), tasks: Vec::new(), sinks: vec![Vec::new()] };
    walk.tasks.push(Task::Check { node: 0, value, at: None, sink: 0 });
    while let Some(task) = walk.tasks.pop() {
        walk.run(task);
    }
    walk.sinks.swap_remove(0)
}

/// A place in the value, as a step from the place around it.
#[derive(Clone, Copy)]
struct Step<'v> {
    around: Option<usize>,
    to: To<'v>,
}

#[derive(Clone, Copy)]
enum To<'v> {
    Member(&'v str),
    Item(usize),
}

/// Something that is still to be done; the last one is done first.
#[derive(Clone, Copy)]
enum Task<'v> {
    /// Holds the value against a node; violations go to a sink.
    Check { node: NodeId, value: &'v Json, at: Option<usize>, sink: usize },
    /// After the declared members: the others.
    Others { node: NodeId, members: &'v Object, at: Option<usize>, sink: usize },
    /// After its branches, whose sinks are the last ones.
    Combine {
        how: How,
        node: NodeId,
        value: &'v Json,
        at: Option<usize>,
        sink: usize,
        first: usize,
    },
}

#[derive(Clone, Copy)]
enum How {
    OneOf,
    AnyOf,
    Not,
    Contains,
}

struct Walk<'g, 'v> {
    graph: &'g Graph,
    root: &'g str,
    steps: Vec<Step<'v>>,
    tasks: Vec<Task<'v>>,
    /// The first collects for the whole value, the others for branches that are being tried.
    sinks: Vec<Vec<Violation>>,
}

impl<'g, 'v> Walk<'g, 'v>
where
    'g: 'v,
{
    fn run(&mut self, task: Task<'v>) {
        match task {
            Task::Check { node, value, at, sink } => self.check(node, value, at, sink),
            Task::Others { node, members, at, sink } => self.others(node, members, at, sink),
            Task::Combine { how, node, value, at, sink, first } => {
                self.combine(how, node, value, at, sink, first);
            }
        }
    }

    fn add(&mut self, sink: usize, at: Option<usize>, kind: Kind, message: impl Into<String>) {
        let path = self.path(at);
        self.sinks[sink].push(Violation::new(path, kind, message));
    }

    fn path(&self, at: Option<usize>) -> String {
        let mut steps = Vec::new();
        let mut next = at;
        while let Some(index) = next {
            steps.push(self.steps[index].to);
            next = self.steps[index].around;
        }
        if steps.is_empty() && self.root.is_empty() {
            return "arguments".to_owned();
        }
        steps.into_iter().rev().fold(self.root.to_owned(), |path, step| match step {
            To::Member(name) if path.is_empty() => name.to_owned(),
            To::Member(name) => format!("{path}.{name}"),
            To::Item(index) => format!("{path}[{index}]"),
        })
    }

    /// The place one step from another one, as tasks carry it.
    #[allow(clippy::unnecessary_wraps)]
    fn step(&mut self, around: Option<usize>, to: To<'v>) -> Option<usize> {
        self.steps.push(Step { around, to });
        Some(self.steps.len() - 1)
    }

    fn check(&mut self, id: NodeId, value: &'v Json, at: Option<usize>, sink: usize) {
        let graph = self.graph;
        let node = graph.node(id);
        if node.never {
            return self.add(sink, at, Kind::Never, "nothing is allowed here");
        }
        if let Some(types) = node.types
            && !types.contains(Types::of(value))
        {
            let integer = types.contains(Types::INTEGER) && matches!(value, Json::Number(_));
            let kind = if integer { Kind::NotInteger } else { Kind::WrongType };
            let message = format!("expected {}, found {}", types.expected(), found(value));
            return self.add(sink, at, kind, message);
        }
        self.check_values(node, value, at, sink);
        // Tasks run in reverse, so what comes last in the walk is pushed first.
        self.try_branches(id, value, at, sink);
        match value {
            Json::Number(number) => {
                if let Some(rules) = &node.numbers {
                    self.check_number(rules, *number, at, sink);
                }
            }
            Json::String(text) => {
                if let Some(rules) = &node.strings {
                    self.check_string(rules, text, at, sink);
                }
            }
            Json::Array(items) => {
                if let Some(rules) = &node.arrays {
                    self.check_array(id, rules, value, items, at, sink);
                }
            }
            Json::Object(members) => {
                if let Some(rules) = &node.objects {
                    self.check_object(id, rules, members, at, sink);
                }
            }
            Json::Null | Json::Bool(_) => {}
        }
    }

    fn check_values(&mut self, node: &Node, value: &Json, at: Option<usize>, sink: usize) {
        if let Some(allowed) = &node.allowed
            && !allowed.contains(value)
        {
            let shown: Vec<String> = allowed.iter().take(10).map(ToString::to_string).collect();
            let more = if allowed.len() > 10 { ", …" } else { "" };
            let near = value
                .as_str()
                .and_then(|text| nearest(text, allowed.iter().filter_map(Json::as_str)));
            let near = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
            let message =
                format!("expected one of {}{more}, found {}{near}", shown.join(", "), found(value));
            self.add(sink, at, Kind::Enum, message);
        }
        if let Some(constant) = &node.constant
            && constant != value
        {
            let message = format!("expected {}, found {}", shown(constant), found(value));
            self.add(sink, at, Kind::Const, message);
        }
    }

    fn check_number(
        &mut self,
        rules: &NumberRules,
        number: Number,
        at: Option<usize>,
        sink: usize,
    ) {
        let below = |bound: Option<Number>, or_equal: bool| {
            bound.filter(|bound| match compare(number, *bound) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => or_equal,
                std::cmp::Ordering::Greater => false,
            })
        };
        let above = |bound: Option<Number>, or_equal: bool| {
            bound.filter(|bound| match compare(number, *bound) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Equal => or_equal,
                std::cmp::Ordering::Less => false,
            })
        };
        let broken = [
            (Kind::Minimum, "at least", below(rules.minimum, false)),
            (Kind::Minimum, "more than", below(rules.exclusive_minimum, true)),
            (Kind::Maximum, "at most", above(rules.maximum, false)),
            (Kind::Maximum, "less than", above(rules.exclusive_maximum, true)),
        ];
        for (kind, words, bound) in broken {
            if let Some(bound) = bound {
                self.add(sink, at, kind, format!("expected {words} {bound}, found {number}"));
            }
        }
        if let Some(step) = rules.multiple_of
            && !is_multiple(number, step)
        {
            let message = format!("expected a multiple of {step}, found {number}");
            self.add(sink, at, Kind::MultipleOf, message);
        }
    }

    fn check_string(&mut self, rules: &StringRules, text: &str, at: Option<usize>, sink: usize) {
        if rules.min_length.is_some() || rules.max_length.is_some() {
            let length = text.chars().count() as u64;
            if let Some(words) = outside(length, rules.min_length, rules.max_length) {
                let message = format!("expected {words} characters, found {length}");
                self.add(sink, at, Kind::Length, message);
            }
        }
        if let Some(pattern) = &rules.pattern
            && !pattern.matches(text)
        {
            let source = pattern.source();
            let message =
                format!("expected text that matches /{source}/, found {}", shown_text(text));
            self.add(sink, at, Kind::Pattern, message);
        }
    }

    fn check_array(
        &mut self,
        id: NodeId,
        rules: &'g ArrayRules,
        value: &'v Json,
        items: &'v Array,
        at: Option<usize>,
        sink: usize,
    ) {
        let length = items.len() as u64;
        if let Some(words) = outside(length, rules.min_items, rules.max_items) {
            self.add(sink, at, Kind::Items, format!("expected {words} items, found {length}"));
        }
        if rules.unique
            && let Some((first, second)) = equal_items(items)
        {
            let message =
                format!("expected items that differ, found [{first}] equal to [{second}]");
            self.add(sink, at, Kind::Unique, message);
        }
        if let Some(contains) = rules.contains {
            let first = self.sinks.len();
            let combine = Task::Combine { how: How::Contains, node: id, value, at, sink, first };
            self.tasks.push(combine);
            for item in items {
                self.branch(contains, item, at);
            }
        }
        let start = self.tasks.len();
        for (index, item) in items.iter().enumerate() {
            let Some(node) = rules.prefix.get(index).copied().or(rules.items) else { break };
            let at = self.step(at, To::Item(index));
            self.tasks.push(Task::Check { node, value: item, at, sink });
        }
        self.tasks[start..].reverse();
    }

    fn check_object(
        &mut self,
        id: NodeId,
        rules: &'g ObjectRules,
        members: &'v Object,
        at: Option<usize>,
        sink: usize,
    ) {
        for name in &rules.required {
            if !members.contains_key(name) {
                let around = at;
                let at = self.step(around, To::Member(name));
                self.add(sink, at, Kind::MissingRequired, "is required and missing");
            }
        }
        let count = members.len() as u64;
        if let Some(words) = outside(count, rules.min_properties, rules.max_properties) {
            self.add(
                sink,
                at,
                Kind::Properties,
                format!("expected {words} members, found {count}"),
            );
        }
        if rules.looks_at_others() {
            self.tasks.push(Task::Others { node: id, members, at, sink });
        }
        let start = self.tasks.len();
        for (name, node) in &rules.properties {
            if let Some(value) = members.get(name) {
                let at = self.step(at, To::Member(name));
                self.tasks.push(Task::Check { node: *node, value, at, sink });
            }
        }
        self.tasks[start..].reverse();
    }

    /// Members that are not declared by name.
    fn others(&mut self, id: NodeId, members: &'v Object, at: Option<usize>, sink: usize) {
        let graph = self.graph;
        let Some(rules) = &graph.node(id).objects else { return };
        let evaluated = rules.unevaluated_closed.then(|| self.declared_beside(id));
        let start = self.tasks.len();
        for (name, value) in members {
            let inside = self.step(at, To::Member(name));
            if let Some(names) = rules.names
                && let Some(reason) = self.name_violation(names, name)
            {
                self.add(
                    sink,
                    inside,
                    Kind::Properties,
                    format!("the name is not allowed: {reason}"),
                );
            }
            let mut matched = rules.properties.contains_key(name);
            for (pattern, node) in &rules.patterns {
                if pattern.matches(name) {
                    matched = true;
                    self.tasks.push(Task::Check { node: *node, value, at: inside, sink });
                }
            }
            if matched {
                continue;
            }
            match rules.additional {
                Some(Additional::Closed) => self.not_declared(sink, inside, name, rules),
                Some(Additional::Schema(node)) => {
                    self.tasks.push(Task::Check { node, value, at: inside, sink });
                }
                Some(Additional::Open) => {}
                None => {
                    if evaluated.as_ref().is_some_and(|known| !known.contains(&&**name)) {
                        self.not_declared(sink, inside, name, rules);
                    }
                }
            }
        }
        self.tasks[start..].reverse();
    }

    fn not_declared(&mut self, sink: usize, at: Option<usize>, name: &str, rules: &ObjectRules) {
        let near = nearest(name, rules.properties.keys().map(|known| &**known));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        self.add(sink, at, Kind::AdditionalProperty, format!("is not a known property{near}"));
    }

    /// The names that the schema and those beside it declare.
    fn declared_beside(&self, id: NodeId) -> Vec<&'g str> {
        let mut names = Vec::new();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if let Some(rules) = &self.graph.node(id).objects {
                names.extend(rules.properties.keys().map(|name| &**name));
            }
            pending.extend(self.graph.same_value(id));
        }
        names
    }

    /// Holds a member's name against a schema, which can only be about text.
    fn name_violation(&self, names: NodeId, name: &str) -> Option<String> {
        let name = Json::from(name);
        let mut walk = Walk {
            graph: self.graph,
            root: "",
            steps: Vec::new(),
            tasks: vec![Task::Check { node: names, value: &name, at: None, sink: 0 }],
            sinks: vec![Vec::new()],
        };
        while let Some(task) = walk.tasks.pop() {
            walk.run(task);
        }
        walk.sinks[0].pop().map(|violation| violation.message)
    }

    /// Queues the schemas that look at the same value, in walk order: reference, allOf, anyOf, oneOf, not.
    fn try_branches(&mut self, id: NodeId, value: &'v Json, at: Option<usize>, sink: usize) {
        let graph = self.graph;
        let node = graph.node(id);
        if let Some(not) = node.not {
            self.combined(How::Not, id, &[not], value, at, sink);
        }
        if !node.one_of.is_empty() {
            self.combined(How::OneOf, id, &node.one_of, value, at, sink);
        }
        if !node.any_of.is_empty() {
            self.combined(How::AnyOf, id, &node.any_of, value, at, sink);
        }
        for branch in node.all_of.iter().rev() {
            self.tasks.push(Task::Check { node: *branch, value, at, sink });
        }
        if let Some(target) = node.reference {
            self.tasks.push(Task::Check { node: target, value, at, sink });
        }
    }

    fn combined(
        &mut self,
        how: How,
        node: NodeId,
        branches: &[NodeId],
        value: &'v Json,
        at: Option<usize>,
        sink: usize,
    ) {
        let first = self.sinks.len();
        self.tasks.push(Task::Combine { how, node, value, at, sink, first });
        for branch in branches {
            self.branch(*branch, value, at);
        }
    }

    /// Tries a schema; what is wrong goes to a sink of its own.
    fn branch(&mut self, node: NodeId, value: &'v Json, at: Option<usize>) {
        self.sinks.push(Vec::new());
        let sink = self.sinks.len() - 1;
        self.tasks.push(Task::Check { node, value, at, sink });
    }

    fn combine(
        &mut self,
        how: How,
        id: NodeId,
        value: &Json,
        at: Option<usize>,
        sink: usize,
        first: usize,
    ) {
        let graph = self.graph;
        let node = graph.node(id);
        let count = match how {
            How::Not => 1,
            How::OneOf => node.one_of.len(),
            How::AnyOf => node.any_of.len(),
            How::Contains => value.as_array().map_or(0, Array::len),
        };
        let tried: Vec<Vec<Violation>> =
            self.sinks[first..first + count].iter_mut().map(std::mem::take).collect();
        let fitting = tried.iter().filter(|violations| violations.is_empty()).count();
        match how {
            How::Not if fitting > 0 => {
                self.add(sink, at, Kind::Not, format!("{} is not allowed here", found(value)));
            }
            How::OneOf if fitting > 1 => {
                let message = format!("fits {fitting} alternatives where exactly one is expected");
                self.add(sink, at, Kind::OneOfMany, message);
            }
            How::OneOf if fitting == 0 => {
                let message = closest(graph, &node.one_of, &tried, value);
                self.add(sink, at, Kind::OneOfNone, message);
            }
            How::AnyOf if fitting == 0 => {
                let message = closest(graph, &node.any_of, &tried, value);
                self.add(sink, at, Kind::AnyOfNone, message);
            }
            How::Contains => {
                let rules = node.arrays.as_deref();
                let least = rules.and_then(|rules| rules.min_contains).unwrap_or(1);
                let most = rules.and_then(|rules| rules.max_contains);
                if let Some(words) = outside(fitting as u64, Some(least), most) {
                    let message =
                        format!("expected {words} items of the asked kind, found {fitting}");
                    self.add(sink, at, Kind::Contains, message);
                }
            }
            How::Not | How::OneOf | How::AnyOf => {}
        }
        // Branches nest: these sinks are the last ones in use, unless others still wait for their turn.
        if first + count == self.sinks.len() {
            self.sinks.truncate(first);
        }
    }
}

impl ObjectRules {
    fn looks_at_others(&self) -> bool {
        !self.patterns.is_empty()
            || self.names.is_some()
            || self.unevaluated_closed
            || matches!(self.additional, Some(Additional::Closed | Additional::Schema(_)))
    }
}

/// What a model should know of alternatives none of which fits: the one that was probably meant.
fn closest(graph: &Graph, branches: &[NodeId], tried: &[Vec<Violation>], value: &Json) -> String {
    let discriminated = branches.iter().position(|branch| discriminates(graph, *branch, value));
    let same_type = |index: usize| {
        let types = graph.node(graph.resolve(branches[index])).types;
        types.is_none_or(|types| types.contains(Types::of(value)))
    };
    let fewest = (0..tried.len()).min_by_key(|index| (!same_type(*index), tried[*index].len()));
    let best = discriminated.or(fewest).and_then(|index| tried.get(index));
    let details: Vec<String> =
        best.into_iter().flatten().take(3).map(ToString::to_string).collect();
    format!("fits none of {} alternatives; of the closest: {}", branches.len(), details.join("; "))
}

/// Whether a branch is the one that a constant member of the value names.
fn discriminates(graph: &Graph, branch: NodeId, value: &Json) -> bool {
    let (Some(rules), Some(members)) =
        (&graph.node(graph.resolve(branch)).objects, value.as_object())
    else {
        return false;
    };
    rules.properties.iter().any(|(name, node)| {
        let constant = graph.node(graph.resolve(*node)).constant.as_ref();
        constant.is_some() && members.get(name) == constant
    })
}

/// What is wrong with a count, as `at least 2`.
fn outside(count: u64, least: Option<u64>, most: Option<u64>) -> Option<String> {
    match (least, most) {
        (Some(least), _) if count < least => Some(format!("at least {least}")),
        (_, Some(most)) if count > most => Some(format!("at most {most}")),
        _ => None,
    }
}

/// Compares exactly: doubles only where one of the two is one.
fn compare(left: Number, right: Number) -> std::cmp::Ordering {
    let exact =
        |number: Number| number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
    match (exact(left), exact(right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => left.as_f64().total_cmp(&right.as_f64()),
    }
}

fn is_multiple(number: Number, step: Number) -> bool {
    let exact =
        |number: Number| number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
    if let (Some(number), Some(step)) = (exact(number), exact(step)) {
        return step != 0 && number % step == 0;
    }
    let quotient = number.as_f64() / step.as_f64();
    // 0.3 is a multiple of 0.1 to everyone but their doubles.
    quotient.is_finite()
        && (quotient - quotient.round()).abs() <= quotient.abs().max(1.0) * f64::EPSILON
}

/// The places of two equal items, found through their text, which equal values share.
fn equal_items(items: &Array) -> Option<(usize, usize)> {
    let mut seen: std::collections::HashMap<String, Vec<usize>> = std::collections::HashMap::new();
    for (index, item) in items.iter().enumerate() {
        // Members may stand in any order, so objects meet by their size and are compared in full.
        let key = match item {
            Json::Object(members) => format!("{{{}", members.len()),
            Json::Array(inner) => format!("[{}", inner.len()),
            scalar => scalar.to_string(),
        };
        let alike = seen.entry(key).or_default();
        if let Some(first) = alike.iter().find(|first| items.get(**first) == Some(item)) {
            return Some((*first, index));
        }
        alike.push(index);
    }
    None
}

/// A value for a message: its type, and the value where it is short.
fn found(value: &Json) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Array(items) => format!("an array of {}", items.len()),
        Json::Object(members) if members.is_empty() => "an empty object".to_owned(),
        Json::Object(_) => "an object".to_owned(),
        Json::String(text) => format!("the string {}", shown_text(text)),
        other => format!("the {} {other}", other.type_name()),
    }
}

fn shown(value: &Json) -> String {
    match value {
        Json::String(text) => shown_text(text),
        other => other.to_string(),
    }
}

fn shown_text(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
