//! Variables that hold growing texts. Each gets another beside it, which holds the text so far; the variable itself
//! holds what was added since, so that `out += e` copies little, and the engine does the adding. Where that got long, it
//! goes over to the text so far, which grows in place. What reads the variable gets both together, so the program sees
//! nothing but texts; and as long as there is no text so far, the variable may hold anything.
//!
//! Where nothing else can happen to the variable in the midst of `out += e`, the text so far takes the pieces of `e` one
//! by one, and the variable holds nothing.

use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentOperator, AssignmentTarget, BindingPattern,
    CallExpression, Expression, IdentifierReference, ObjectProperty, StaticMemberExpression,
    UnaryOperator, VariableDeclarator,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::{Eraser, LINE_ENDS, range};
use crate::program::grown::{self, Growing};
use crate::program::pieces::{Piece, Pieces, first_part};
use crate::program::still;

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
            && self.grown.get(&name.name).is_some()
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
                    && self.grown.get(&name.name).is_some() =>
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
            && self.grown.get(&name.name).is_some()
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

    /// Notes the assignments of an expression whose own value nobody uses. Whether a growing text is among them.
    pub(super) fn note_unused(&mut self, expression: &Expression<'_>) -> bool {
        if self.grown.is_empty() {
            return false;
        }
        let mut grows = false;
        let mut rest = vec![expression];
        while let Some(next) = rest.pop() {
            match next {
                Expression::AssignmentExpression(it) => {
                    let name = grown::assigned(it);
                    grows |= name.is_some_and(|name| self.grown.get(name).is_some());
                    self.unused.insert(it.span.start);
                }
                Expression::LogicalExpression(it) => rest.push(&it.right),
                Expression::ConditionalExpression(it) => {
                    rest.extend([&it.consequent, &it.alternate]);
                }
                Expression::ParenthesizedExpression(it) => rest.push(&it.expression),
                Expression::SequenceExpression(it) => rest.extend(&it.expressions),
                Expression::UnaryExpression(it) if it.operator == UnaryOperator::Void => {
                    rest.push(&it.argument);
                }
                _ => {}
            }
        }
        grows
    }

    /// `list.forEach(x => out += x)` has no use for what the function gives back: it is not made.
    pub(super) fn note_each(&mut self, it: &CallExpression<'_>) {
        if let Expression::StaticMemberExpression(callee) = &it.callee
            && callee.property.name == still::IGNORING
            && let Some(Argument::ArrowFunctionExpression(each)) = it.arguments.first()
            && !each.r#async
            && let Some(value) = each.body.as_expression()
            && self.grown.is_each_of_the_engine()
            && self.note_unused(value)
        {
            self.ignored.insert(each.span.start);
        }
    }

    /// An assignment to a variable that holds a growing text. Whether it was one.
    pub(super) fn assign_grown(&mut self, it: &AssignmentExpression<'_>) -> bool {
        let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left else { return false };
        let name = target.name.as_str();
        let Some(growing) = self.grown.get(name) else { return false };
        self.note_reference(target);
        let is_added =
            it.operator == AssignmentOperator::Addition || first_part(name, &it.right).is_some();
        let is_unused = self.unused.contains(&it.span.start);
        if is_added && is_unused && self.frames.last().is_some_and(|frame| !frame.is_closed) {
            match Pieces::of(name, it).filter(|_| growing.is_pushed) {
                Some(pieces) => self.push(name, it, &pieces),
                None => self.add(name, growing, it),
            }
        } else {
            self.assign(name, it);
        }
        true
    }

    /// The text so far takes the pieces; as long as there is none, the variable takes what they are together.
    fn push(&mut self, name: &str, it: &AssignmentExpression<'_>, pieces: &Pieces<'_, '_>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.has_sums = true;
        }
        let (so_far, meter) = (self.so_far(name), self.meter.clone());
        // A piece may run code that the next one is to see the work of: then the engine puts them together.
        let is_whole = pieces.are_changing(&self.grown);
        let function = if pieces.of_template && !is_whole { "e" } else { "a" };
        self.edits.open(it.span.start as usize, format!("(({meter}s={meter}{function}({so_far}"));
        if is_whole {
            self.put_whole(name, it);
        } else {
            self.put_pieces(it.span, pieces);
        }
        let text = format!(
            "))&&(({name}+={meter}s).length>{LONG}&&({so_far}={meter}m(void 0,{name}),{name}='')))"
        );
        self.edits.close(it.span.end as usize, text);
    }

    /// What is added, as one argument.
    fn put_whole(&mut self, name: &str, it: &AssignmentExpression<'_>) {
        let from = it.right.span().start as usize;
        self.edits.blank(it.span.start as usize..from);
        self.edits.open(from, ",");
        if it.operator == AssignmentOperator::Assign
            && let Some(first) = first_part(name, &it.right)
        {
            self.edits.open(first.start as usize, "''");
            self.blank(first);
            self.raw = Some(first);
        }
        self.visit_expression(&it.right);
    }

    /// Each piece as an argument, and nothing else of the assignment.
    fn put_pieces(&mut self, it: Span, pieces: &Pieces<'_, '_>) {
        let mut done = it.start as usize;
        for piece in &pieces.list {
            let (span, opened, closed) = match piece {
                Piece::Text(span) => {
                    let quote = quote(&self.text[range(*span)]);
                    (*span, quote, quote)
                }
                Piece::Value(value @ Expression::SequenceExpression(_)) => (value.span(), "(", ")"),
                Piece::Value(value) => (value.span(), "", ""),
            };
            self.edits.blank(done..span.start as usize);
            self.edits.open(span.start as usize, format!(",{opened}"));
            if let Piece::Value(value) = piece {
                self.visit_expression(value);
            }
            self.edits.close(span.end as usize, closed);
            done = span.end as usize;
        }
        self.edits.blank(done..it.end as usize);
    }

    /// What is added may itself add, or assign: the text so far is the one from before.
    fn add(&mut self, name: &str, growing: Growing, it: &AssignmentExpression<'_>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.has_sums = true;
        }
        let (so_far, meter) = (self.so_far(name), self.meter.clone());
        self.edits.open(it.span.start as usize, format!("({meter}s={so_far},("));
        if it.operator == AssignmentOperator::Assign {
            self.raw = first_part(name, &it.right);
        } else if let Expression::TemplateLiteral(template) = &it.right
            && growing.is_text
        {
            // One template in place of a template and a sum.
            let start = template.span.start as usize + 1;
            self.edits.blank(it.left.span().end as usize..start);
            self.edits.open(start, format!("=`${{{name}}}"));
        }
        self.visit_expression(&it.right);
        let text = format!(
            ").length>{LONG}?({so_far}={meter}m({meter}s,{name}),{name}=''):{so_far}==={meter}s||({so_far}={meter}s))"
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

/// What to put around what a template says, to have it alone. The engine takes a string as it is, and makes a text of a
/// template each time.
fn quote(text: &str) -> &'static str {
    if text.contains(LINE_ENDS) {
        return "`";
    }
    ["\"", "'"].into_iter().find(|quote| !text.contains(quote)).unwrap_or("`")
}
