//! Variables that hold growing texts. Each gets another beside it, which holds the text so far; the variable itself
//! holds what was added since, so that `out += e` copies little, and the engine does the adding. Where that got long, it
//! goes over to the text so far, which grows in place. What reads the variable gets both together, so the program sees
//! nothing but texts; and as long as there is no text so far, the variable may hold anything.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BindingPattern, Expression,
    IdentifierReference, ObjectProperty, StaticMemberExpression, VariableDeclarator,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::Eraser;
use crate::program::grown;

/// How long a text is worth the call that moves it.
const LONG: usize = 256;

impl Eraser<'_> {
    /// The variable that holds the text so far.
    fn so_far(&self, name: &str) -> String {
        format!("{}g_{name}", self.meter)
    }

    /// Declares that variable beside the program's.
    pub(super) fn declare_grown(&mut self, it: &VariableDeclarator<'_>) {
        if let BindingPattern::BindingIdentifier(name) = &it.id
            && self.grown.contains_key(name.name.as_str())
        {
            let text = format!(",{}", self.so_far(&name.name));
            self.edits.close(it.span.end as usize, text);
        }
    }

    pub(super) fn note_reference(&mut self, it: &IdentifierReference<'_>) {
        self.members.names.push((it.name.to_string(), self.base + it.span.start as usize));
        self.note_name(it.span, &it.name);
    }

    /// Puts both parts of the text together.
    pub(super) fn read_grown(&mut self, name: &str, span: Span) {
        let (so_far, meter) = (self.so_far(name), &self.meter);
        let text = format!("({so_far}?{meter}t({so_far},{name}):");
        self.edits.open(span.start as usize, text);
        self.edits.close(span.end as usize, ")");
    }

    /// `out.length` need not put them together. Whether it was that.
    pub(super) fn read_length(&mut self, it: &StaticMemberExpression<'_>) -> bool {
        match &it.object {
            Expression::Identifier(name)
                if it.property.name == "length"
                    && !it.optional
                    && self.grown.contains_key(name.name.as_str()) =>
            {
                self.note_reference(name);
                let (so_far, meter) = (self.so_far(&name.name), &self.meter);
                let text = format!("({so_far}?{meter}l({so_far},{}):", name.name);
                self.edits.open(it.span.start as usize, text);
                self.edits.close(it.span.end as usize, ")");
                true
            }
            _ => false,
        }
    }

    /// Names the property of `{ out }`, whose value will be another expression.
    pub(super) fn open_shorthand(&mut self, it: &ObjectProperty<'_>) {
        if let Expression::Identifier(name) = &it.value
            && it.shorthand
            && self.grown.contains_key(name.name.as_str())
        {
            self.edits.open(it.span.start as usize, format!("{}:", name.name));
        }
    }

    /// Whether the program's value is in that statement.
    pub(super) fn is_value(&self, statement: Span) -> bool {
        self.value_end.is_some_and(|(end, _)| {
            (statement.start as usize..=statement.end as usize).contains(&end)
        })
    }

    /// Notes the assignments of an expression whose own value nobody uses.
    pub(super) fn note_unused(&mut self, expression: &Expression<'_>) {
        if self.grown.is_empty() {
            return;
        }
        let mut rest = vec![expression];
        while let Some(next) = rest.pop() {
            match next {
                Expression::AssignmentExpression(it) => {
                    self.unused.insert(it.span.start);
                }
                Expression::LogicalExpression(it) => rest.push(&it.right),
                Expression::ConditionalExpression(it) => {
                    rest.extend([&it.consequent, &it.alternate]);
                }
                Expression::ParenthesizedExpression(it) => rest.push(&it.expression),
                Expression::SequenceExpression(it) => rest.extend(&it.expressions),
                _ => {}
            }
        }
    }

    /// An assignment to a variable that holds a growing text. Whether it was one.
    pub(super) fn assign_grown(&mut self, it: &AssignmentExpression<'_>) -> bool {
        let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left else { return false };
        let name = target.name.as_str();
        if !self.grown.contains_key(name) {
            return false;
        }
        self.note_reference(target);
        let is_added = it.operator == AssignmentOperator::Addition
            || grown::first_part(name, &it.right).is_some();
        let is_unused = self.unused.contains(&it.span.start);
        if is_added && is_unused && self.frames.last().is_some_and(|frame| !frame.is_closed) {
            self.add(name, it);
        } else {
            self.assign(name, it);
        }
        true
    }

    /// What is added may itself add, or assign: the text so far is the one from before.
    fn add(&mut self, name: &str, it: &AssignmentExpression<'_>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.has_sums = true;
        }
        let (so_far, meter) = (self.so_far(name), self.meter.clone());
        self.edits.open(it.span.start as usize, format!("({meter}s={so_far},("));
        if it.operator == AssignmentOperator::Assign {
            self.raw = grown::first_part(name, &it.right);
        } else if let Expression::TemplateLiteral(template) = &it.right
            && self.grown.get(name).is_some_and(|growing| growing.is_text)
        {
            // One template in place of a template and a sum.
            let start = template.span.start as usize + 1;
            self.edits.blank(it.left.span().end as usize..start);
            self.edits.open(start, format!("=`${{{name}}}"));
        }
        self.visit_expression(&it.right);
        let text = format!(
            ").length>{LONG}?({so_far}={meter}a({meter}s,{name}),{name}=''):{so_far}==={meter}s||({so_far}={meter}s))"
        );
        self.edits.close(it.span.end as usize, text);
    }

    /// The variable holds all of the text again.
    fn assign(&mut self, name: &str, it: &AssignmentExpression<'_>) {
        let so_far = self.so_far(name);
        self.edits.open(it.span.start as usize, "(");
        if it.operator == AssignmentOperator::Addition {
            let (from, to) = (it.left.span().end as usize, it.right.span().start as usize);
            self.edits.blank(from..to);
            let meter = &self.meter;
            let text = format!("=({so_far}?{meter}t({so_far},{name}):{name})+(");
            self.edits.open(to, text);
            self.visit_expression(&it.right);
            self.edits.close(it.right.span().end as usize, ")");
        } else {
            self.visit_expression(&it.right);
        }
        self.edits.close(it.span.end as usize, format!(",{so_far}=void 0,{name})"));
    }
}
