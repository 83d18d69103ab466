//! One type after the other, written straight into the text. What was written says how tightly it binds, and
//! is wrapped afterwards where something around it binds tighter.

use std::collections::HashSet;

use super::comment::{write_comment, write_quoted};
use super::layout::Layout;
use super::name::write_key;
use super::{Schema, TypePrinter};
use crate::json::Json;
use crate::schema::describe::describe;
use crate::schema::node::{Additional, ArrayRules, Node, NodeId, ObjectRules, Types};

/// Below this many levels a type is named, so that compilers and this printer stay safe.
const MOST_LEVELS: usize = 16;
/// On one line, an `enum` of more values is cut.
const MOST_ON_A_LINE: usize = 8;
/// On one line, an `enum` of fewer values is no shorter by a name.
const LEAST_SHARED: usize = 3;
/// How many values are left of one that is cut.
const SHOWN_ON_A_LINE: usize = 4;
const ANY: &str = "JsonValue";
/// What could not be expressed (rule SDK-2).
const UNKNOWN: &str = "unknown";

/// Where a type is being written.
#[derive(Clone, Copy)]
pub(super) struct At<'s> {
    pub(super) schema: &'s Schema,
    pub(super) indent: usize,
    pub(super) depth: usize,
    /// What names parts that have no name of their own, with the last property on the way.
    pub(super) hint: &'s str,
    pub(super) last: &'s str,
}

/// How tightly a written type binds.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    Tight,
    Intersection,
    Union,
}

impl TypePrinter {
    pub(super) fn node(&mut self, out: &mut String, at: At<'_>, id: NodeId) -> Form {
        let graph = at.schema.graph();
        // A reference that says nothing itself is what it refers to.
        let id = if graph.node(id).is_alias() { graph.resolve(id) } else { id };
        let deep = at.depth >= MOST_LEVELS && !graph.node(id).is_word();
        if graph.is_named(id) || deep {
            let name = self.name(at, id);
            out.push_str(&name);
            return Form::Tight;
        }
        self.body(out, at, id)
    }

    pub(super) fn body(&mut self, out: &mut String, at: At<'_>, id: NodeId) -> Form {
        let node = at.schema.graph().node(id);
        if node.never || node.lost {
            out.push_str(if node.never { "never" } else { UNKNOWN });
            return Form::Tight;
        }
        if let Some(constant) = &node.constant {
            return literal(out, constant);
        }
        if let Some(allowed) = &node.allowed {
            let values = &allowed.values;
            return self.allowed(out, values);
        }
        if node.stands_alone() {
            return self.own_types(out, at, node);
        }
        self.intersection(out, at, node)
    }

    /// All that a node with schemas beside it says.
    fn intersection(&mut self, out: &mut String, at: At<'_>, node: &Node) -> Form {
        let inner = At { depth: at.depth + 1, ..at };
        let layout = self.layout;
        let mut all = Intersection::begin(out, layout);
        for id in node.reference.iter().chain(&node.all_of) {
            all.part(out, |out| self.node(out, inner, *id));
        }
        for branches in [&node.any_of, &node.one_of].into_iter().filter(|ids| !ids.is_empty()) {
            all.part(out, |out| {
                union(out, layout, branches.len(), |out, index| {
                    self.node(out, inner, branches[index])
                })
            });
        }
        // Beside branches, a bare type says what they say already.
        let says_more = node.objects.as_ref().is_some_and(|rules| !rules.properties.is_empty());
        if says_more || all.is_empty() {
            all.part(out, |out| self.own_types(out, at, node));
        }
        all.end(out)
    }

    /// What `type` and the rules of the types say.
    fn own_types(&mut self, out: &mut String, at: At<'_>, node: &Node) -> Form {
        let Some(types) = node.types else {
            return match &node.objects {
                Some(rules) if !rules.properties.is_empty() => self.object(out, at, rules),
                _ => word(out, ANY),
            };
        };
        let names: Vec<_> = types.names().collect();
        let layout = self.layout;
        union(out, layout, names.len(), |out, index| {
            match (names[index].0, &node.objects, &node.arrays) {
                (Types::OBJECT, Some(rules), _) => self.object(out, at, rules),
                (Types::OBJECT, None, _) => word(out, layout.any_object()),
                (Types::ARRAY, _, Some(rules)) => self.array(out, at, rules),
                (Types::ARRAY, _, None) => word(out, "JsonValue[]"),
                (Types::INTEGER | Types::NUMBER, ..) => word(out, "number"),
                _ => word(out, names[index].1),
            }
        })
    }

    /// The values of an `enum`; where everything is on one line, not all of many.
    fn allowed(&self, out: &mut String, values: &[Json]) -> Form {
        let texts = || values.iter().all(|value| matches!(value, Json::String(_)));
        let shown = match self.layout {
            Layout::Line if values.len() > MOST_ON_A_LINE && texts() => SHOWN_ON_A_LINE,
            _ => values.len(),
        };
        let form = union(out, self.layout, shown, |out, index| literal(out, &values[index]));
        if shown == values.len() {
            return form;
        }
        out.extend([self.layout.or(), "string"]);
        Form::Union
    }

    fn array(&mut self, out: &mut String, at: At<'_>, rules: &ArrayRules) -> Form {
        let graph = at.schema.graph();
        let at = At { depth: at.depth + 1, ..at };
        let item = rules.items.filter(|items| !graph.node(*items).never);
        if rules.prefix.is_empty() {
            if rules.items.is_some() && item.is_none() {
                return word(out, "[]");
            }
            return self.list(out, at, item);
        }
        out.push('[');
        let least = rules.min_items.unwrap_or(0);
        for (index, node) in (0..).zip(&rules.prefix) {
            out.push_str(if index == 0 { "" } else { ", " });
            let start = out.len();
            let form = self.node(out, at, *node);
            if index >= least {
                wrap(out, start, form != Form::Tight);
                out.push('?');
            }
        }
        let full = rules.max_items.is_some_and(|most| most <= rules.prefix.len() as u64);
        if !full && (rules.items.is_none() || item.is_some()) {
            out.push_str(", ...");
            self.list(out, at, item);
        }
        out.push(']');
        Form::Tight
    }

    /// An array of any length.
    fn list(&mut self, out: &mut String, at: At<'_>, item: Option<NodeId>) -> Form {
        let start = out.len();
        match item {
            Some(item) => {
                let form = self.node(out, at, item);
                wrap(out, start, form != Form::Tight);
            }
            None => out.push_str(ANY),
        }
        out.push_str("[]");
        Form::Tight
    }

    fn object(&mut self, out: &mut String, at: At<'_>, rules: &ObjectRules) -> Form {
        let layout = self.layout;
        if rules.properties.is_empty() {
            return map(out, layout, |out| self.others(out, at, rules));
        }
        if layout == Layout::Line {
            self.line_of_members(out, at, rules);
            return Form::Tight;
        }
        let inner = At { depth: at.depth + 1, indent: at.indent + layout.step(), ..at };
        out.push_str("{\n");
        for (name, property) in &rules.properties {
            let at = At { last: name, ..inner };
            let shared = self.shared_property(at, property.node);
            if shared.is_none() {
                let said = describe(at.schema.graph(), property.node);
                write_comment(out, layout.said(&said), inner.indent);
            }
            indent(out, inner.indent);
            write_key(out, name);
            out.extend([if property.required { "" } else { "?" }, layout.colon()]);
            match shared {
                Some(type_name) => out.push_str(&type_name),
                None => drop(self.node(out, at, property.node)),
            }
            out.push_str(";\n");
        }
        indent(out, at.indent);
        out.push('}');
        if rules.is_closed() {
            return Form::Tight;
        }
        // Declared members have types of their own, so the others cannot have a narrower one.
        out.extend([layout.and(), layout.any_object()]);
        Form::Intersection
    }

    /// Members without what is said of them; that others may be there too is left out.
    fn line_of_members(&mut self, out: &mut String, at: At<'_>, rules: &ObjectRules) {
        let inner = At { depth: at.depth + 1, ..at };
        for (index, (name, property)) in rules.properties.iter().enumerate() {
            out.push(if index == 0 { '{' } else { ';' });
            write_key(out, name);
            out.push_str(if property.required { ":" } else { "?:" });
            let at = At { last: name, ..inner };
            let allowed = at.schema.graph().node(property.node).allowed.as_ref();
            let is_long = allowed.is_some_and(|allowed| allowed.values.len() >= LEAST_SHARED);
            match is_long.then(|| self.shared_property(at, property.node)).flatten() {
                Some(type_name) => out.push_str(&type_name),
                None => drop(self.node(out, at, property.node)),
            }
        }
        out.push('}');
    }

    /// The type of members that are not declared.
    fn others(&mut self, out: &mut String, at: At<'_>, rules: &ObjectRules) -> Form {
        let at = At { depth: at.depth + 1, ..at };
        let mut nodes: Vec<NodeId> = rules.patterns.iter().map(|(_, node)| *node).collect();
        match rules.undeclared() {
            Additional::Closed => {}
            Additional::Schema(node) => nodes.push(node),
            Additional::Open => return word(out, ANY),
        }
        if nodes.is_empty() {
            return word(out, "never");
        }
        let layout = self.layout;
        union(out, layout, nodes.len(), |out, index| self.node(out, at, nodes[index]))
    }
}

impl Node {
    /// Whether it only refers to another schema, with annotations at most.
    fn is_alias(&self) -> bool {
        self.reference.is_some()
            && self.types.is_none()
            && self.constant.is_none()
            && self.allowed.is_none()
            && self.objects.is_none()
            && self.arrays.is_none()
            && self.one_of.is_empty()
            && self.any_of.is_empty()
            && self.all_of.is_empty()
    }
}

/// The parts of an intersection.
struct Intersection {
    layout: Layout,
    start: usize,
    parts: usize,
    form: Form,
}

impl Intersection {
    fn begin(out: &str, layout: Layout) -> Self {
        Self { layout, start: out.len(), parts: 0, form: Form::Tight }
    }

    fn is_empty(&self) -> bool {
        self.parts == 0
    }

    /// Writes a part, unless it says nothing: "anything" adds nothing to an intersection.
    fn part(&mut self, out: &mut String, write: impl FnOnce(&mut String) -> Form) {
        let before = out.len();
        if self.parts > 0 {
            out.push_str(self.layout.and());
        }
        let start = out.len();
        let form = write(out);
        if [ANY, UNKNOWN].contains(&&out[start..]) {
            out.truncate(before);
            return;
        }
        match self.parts {
            0 => self.form = form,
            1 => {
                let added = wrap_at(out, self.start, before, self.form == Form::Union);
                wrap(out, start + added, form == Form::Union);
            }
            _ => {
                wrap(out, start, form == Form::Union);
            }
        }
        self.parts += 1;
    }

    fn end(self, out: &mut String) -> Form {
        match self.parts {
            0 => word(out, ANY),
            1 => self.form,
            _ => Form::Intersection,
        }
    }
}

/// Up to here, parts of a union are compared with each other.
const FEW: usize = 16;

/// Writes the parts of a union, each once. One part that says anything is all of it.
fn union(
    out: &mut String,
    layout: Layout,
    count: usize,
    mut write: impl FnMut(&mut String, usize) -> Form,
) -> Form {
    let whole = out.len();
    let mut last = Form::Tight;
    let mut few: Vec<(usize, usize)> = Vec::new();
    let mut many: HashSet<String> = HashSet::new();
    for index in 0..count {
        let before = out.len();
        if before > whole {
            out.push_str(layout.or());
        }
        let start = out.len();
        let form = write(out, index);
        let text = &out[start..];
        if let Some(all) = [ANY, UNKNOWN].into_iter().find(|all| *all == text) {
            out.truncate(whole);
            return word(out, all);
        }
        let known = if count > FEW {
            !many.insert(text.to_owned())
        } else {
            few.iter().any(|(from, to)| &out[*from..*to] == text)
        };
        if known {
            out.truncate(before);
        } else {
            few.push((start, out.len()));
            last = form;
        }
    }
    if few.len() > 1 { Form::Union } else { last }
}

fn word(out: &mut String, word: &str) -> Form {
    out.push_str(word);
    Form::Tight
}

/// A value as a type: scalars as they are, other values as anything.
fn literal(out: &mut String, value: &Json) -> Form {
    match value {
        Json::Array(_) | Json::Object(_) => out.push_str(ANY),
        Json::String(text) => write_quoted(out, text),
        scalar => out.push_str(&scalar.to_string()),
    }
    Form::Tight
}

/// An object whose members are all of one type. Only this form may refer to itself.
fn map(out: &mut String, layout: Layout, write: impl FnOnce(&mut String) -> Form) -> Form {
    let start = out.len();
    out.push_str("{ [key: string]: ");
    let from = out.len();
    write(out);
    if &out[from..] == ANY {
        out.truncate(start);
        return word(out, layout.any_object());
    }
    let plain = ["string", "number", "boolean", "null", "never", UNKNOWN];
    if let Some(word) = plain.into_iter().find(|word| *word == &out[from..]) {
        out.truncate(start);
        out.extend(["Record<string, ", word, ">"]);
    } else {
        out.push_str(" }");
    }
    Form::Tight
}

/// Puts what was written since then into parentheses, if asked.
fn wrap(out: &mut String, start: usize, needed: bool) {
    let end = out.len();
    wrap_at(out, start, end, needed);
}

/// Puts a part of the text into parentheses, if asked; answers by how much the text after it moved.
fn wrap_at(out: &mut String, start: usize, end: usize, needed: bool) -> usize {
    if !needed {
        return 0;
    }
    out.insert(end, ')');
    out.insert(start, '(');
    2
}

fn indent(out: &mut String, columns: usize) {
    out.extend(std::iter::repeat_n(' ', columns));
}
