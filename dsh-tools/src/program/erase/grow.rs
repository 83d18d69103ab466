//! Variables that hold growing texts: what adds to them grows in place, and what reads them takes the text out.
//! `out += e` becomes `out = add(out, e)`, and `out` becomes `text(out)`, so the program sees nothing but texts.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, Expression, IdentifierReference,
    ObjectProperty, StaticMemberExpression,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::Eraser;
use crate::program::grown;

impl Eraser<'_> {
    pub(super) fn note_reference(&mut self, it: &IdentifierReference<'_>) {
        self.members.names.push((it.name.to_string(), self.base + it.span.start as usize));
        self.note_name(it.span, &it.name);
    }

    /// Takes the text out.
    pub(super) fn read_grown(&mut self, span: Span) {
        self.edits.open(span.start as usize, format!("{}t(", self.meter));
        self.edits.close(span.end as usize, ")");
    }

    /// `out.length` need not take the text out. Whether it was that.
    pub(super) fn read_length(&mut self, it: &StaticMemberExpression<'_>) -> bool {
        match &it.object {
            Expression::Identifier(name)
                if it.property.name == "length" && self.grown.contains(name.name.as_str()) =>
            {
                self.note_reference(name);
                let end = it.span.end as usize;
                self.edits.open(it.span.start as usize, format!("{}l(", self.meter));
                self.edits.blank(name.span.end as usize..end);
                self.edits.close(end, ")");
                true
            }
            _ => false,
        }
    }

    /// Names the property of `{ out }`, whose value will be another expression.
    pub(super) fn open_shorthand(&mut self, it: &ObjectProperty<'_>) {
        if let Expression::Identifier(name) = &it.value
            && it.shorthand
            && self.grown.contains(name.name.as_str())
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
        if !self.grown.contains(name) {
            return false;
        }
        self.note_reference(target);
        let is_used = !self.unused.contains(&it.span.start);
        if is_used {
            self.edits.open(it.span.start as usize, format!("{}t(", self.meter));
        }
        match grown::sums(name, &it.right) {
            Some(sums) if it.operator == AssignmentOperator::Assign => {
                for sum in &sums {
                    self.edits.open(sum.span.start as usize, format!("{}a(", self.meter));
                }
                for sum in sums.iter().rev() {
                    self.add(sum.left.span(), &sum.right, ",");
                }
            }
            _ if it.operator == AssignmentOperator::Addition => {
                let opening = format!("={}a({name},", self.meter);
                self.add(target.span, &it.right, &opening);
            }
            _ => self.visit_expression(&it.right),
        }
        if is_used {
            self.edits.close(it.span.end as usize, ")");
        }
        true
    }

    /// Puts the operand of an addition where the call wants it.
    fn add(&mut self, left: Span, right: &Expression<'_>, opening: &str) {
        let span = right.span();
        self.edits.blank(left.end as usize..span.start as usize);
        self.edits.open(span.start as usize, opening);
        self.visit_expression(right);
        self.edits.close(span.end as usize, ")");
    }
}
