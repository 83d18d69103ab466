//! What is said of a property besides its type: its description, and the rules that the type leaves out.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::node::{ArrayRules, Graph, Node, NodeId, NumberRules, StringRules};
use super::path::shortened;
use super::text::shown;

/// The description of a node with its bounds, format and default in parentheses (rule SDK-1).
pub(super) fn describe(graph: &Graph, id: NodeId) -> Cow<'_, str> {
    let node = graph.node(id);
    let target = graph.node(graph.resolve(id));
    let text = node.description.as_deref().or(target.description.as_deref()).unwrap_or("");
    let opening = if text.is_empty() { "(" } else { " (" };
    let mut notes = Notes { before: [text, opening], text: String::new() };
    notes.rules(node, target);
    if let Some(default) = node.default.as_ref().filter(|default| !default.is_null()) {
        notes.add(format_args!("default {}", shown(default)));
    }
    if notes.text.is_empty() {
        return Cow::Borrowed(text);
    }
    notes.text.push(')');
    Cow::Owned(notes.text)
}

/// The rules of a node that its type does not show, separated by commas.
pub(super) fn rules_beside_type(graph: &Graph, id: NodeId) -> String {
    let mut notes = Notes { before: ["", ""], text: String::new() };
    notes.rules(graph.node(id), graph.node(graph.resolve(id)));
    notes.text
}

/// Notes that are being written, one after the other, with what stands before the first.
struct Notes<'t> {
    before: [&'t str; 2],
    text: String,
}

impl Notes<'_> {
    fn rules(&mut self, node: &Node, target: &Node) {
        if let Some(rules) = &target.numbers {
            self.numbers(rules);
        }
        if let Some(rules) = &target.strings {
            self.strings(rules);
        }
        if let Some(rules) = &target.arrays {
            self.arrays(rules);
        }
        if let Some(format) = node.format.as_ref().or(target.format.as_ref()) {
            self.add(format_args!("{}", shortened(format, 60)));
        }
    }

    fn add(&mut self, note: std::fmt::Arguments<'_>) {
        if self.text.is_empty() {
            self.text.extend(self.before);
        } else {
            self.text.push_str(", ");
        }
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(note);
    }

    fn numbers(&mut self, rules: &NumberRules) {
        let bounds = [
            (">=", rules.minimum),
            (">", rules.exclusive_minimum),
            ("<=", rules.maximum),
            ("<", rules.exclusive_maximum),
            ("multiple of", rules.multiple_of),
        ];
        let mut exact = true;
        for (words, bound) in bounds {
            match bound {
                Some(bound) if bound.is_unsafe_integer() => exact = false,
                Some(bound) => self.add(format_args!("{words} {bound}")),
                None => {}
            }
        }
        if !exact {
            // Rule SCH-7.
            self.add(format_args!("64-bit: a value beyond ±(2^53 - 1) fails the call"));
        }
    }

    fn strings(&mut self, rules: &StringRules) {
        match (rules.min_length, rules.max_length) {
            (Some(least), Some(most)) if least == most => {
                self.add(format_args!("exactly {least} characters"));
            }
            (least, most) => {
                self.limit("at least", least, "characters");
                self.limit("at most", most, "characters");
            }
        }
        if let Some(pattern) = &rules.pattern {
            self.add(format_args!("matches {}", shortened(pattern.source(), 200)));
        }
    }

    fn arrays(&mut self, rules: &ArrayRules) {
        if !rules.prefix.is_empty() {
            return; // The type of a tuple says it.
        }
        match (rules.min_items, rules.max_items) {
            (Some(least), Some(most)) if least == most => {
                self.add(format_args!("exactly {least} items"));
            }
            (least, most) => {
                self.limit("at least", least, "items");
                self.limit("at most", most, "items");
            }
        }
        if rules.unique {
            self.add(format_args!("items differ"));
        }
    }

    fn limit(&mut self, words: &str, limit: Option<u64>, what: &str) {
        if let Some(limit) = limit {
            self.add(format_args!("{words} {limit} {what}"));
        }
    }
}
