//! What `out += e` adds, in pieces that become texts one by one: the engine need not put them together first.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, BinaryOperator, Expression, TemplateLiteral,
};
use oxc_span::Span;

use super::grown::Grown;

/// What is added, in pieces in the order of the source; all of them become texts, one after the other.
pub(super) struct Pieces<'e, 'a> {
    /// Whether they become texts as those of a template do, not as those of a sum.
    pub(super) of_template: bool,
    pub(super) list: Vec<Piece<'e, 'a>>,
}

pub(super) enum Piece<'e, 'a> {
    /// What a template says itself, as it says it there.
    Text(Span),
    Value(&'e Expression<'a>),
}

impl<'e, 'a> Pieces<'e, 'a> {
    /// The pieces of `name += list`, or of `name = name + list`. Nothing where the second is both a sum and a template.
    pub(super) fn of(name: &str, it: &'e AssignmentExpression<'a>) -> Option<Self> {
        let mut right = &it.right;
        while let Expression::ParenthesizedExpression(inner) = right {
            right = &inner.expression;
        }
        let is_name =
            |first: &Expression<'_>| matches!(first, Expression::Identifier(it) if it.name == name);
        let adds = it.operator == AssignmentOperator::Addition;
        if let Expression::TemplateLiteral(template) = right {
            let mut list = pieces_of(template).into_iter();
            if adds {
                return Some(Self::template(list.collect()));
            }
            let begins = list
                .next()
                .is_some_and(|first| matches!(first, Piece::Value(first) if is_name(first)));
            return begins.then(|| Self::template(list.collect()));
        }
        let mut list = Vec::new();
        let mut first = right;
        loop {
            match first {
                Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                    list.push(Piece::Value(&sum.right));
                    first = &sum.left;
                }
                Expression::ParenthesizedExpression(inner) if !list.is_empty() => {
                    first = &inner.expression;
                }
                _ => break,
            }
        }
        if adds {
            list.push(Piece::Value(first));
        }
        list.reverse();
        // Before there is a text, `+` may mean numbers.
        let is_text = |it: &Piece<'_, '_>| matches!(it, Piece::Value(it) if is_text(it));
        let is_text = list.iter().take(2).any(is_text);
        match (adds, is_text) {
            (true, false) => Some(Self::whole(&it.right)),
            (false, _) if !is_name(first) => None,
            _ => Some(Self { of_template: false, list }),
        }
    }

    fn template(list: Vec<Piece<'e, 'a>>) -> Self {
        Self { of_template: true, list }
    }

    /// Whether one of them may run code that another is to see the work of.
    pub(super) fn are_changing(&self, grown: &Grown) -> bool {
        let values = self.list.iter().filter_map(|piece| match piece {
            Piece::Text(_) | Piece::Value(Expression::StringLiteral(_)) => None,
            Piece::Value(value) => Some(*value),
        });
        values.clone().count() > 1 && !values.clone().all(|value| grown.is_still(value))
    }

    /// A value that is one piece.
    fn whole(value: &'e Expression<'a>) -> Self {
        Self { of_template: false, list: vec![Piece::Value(value)] }
    }
}

fn pieces_of<'e, 'a>(template: &'e TemplateLiteral<'a>) -> Vec<Piece<'e, 'a>> {
    let mut list = Vec::new();
    let mut values = template.expressions.iter();
    for text in &template.quasis {
        if !text.span.is_empty() {
            list.push(Piece::Text(text.span));
        }
        list.extend(values.next().map(Piece::Value));
    }
    list
}

/// Where `name` stands in `name + a + b`, or in a template that begins with it.
pub(super) fn first_part(name: &str, expression: &Expression<'_>) -> Option<Span> {
    let mut rest = expression;
    loop {
        let next = match rest {
            Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                &sum.left
            }
            Expression::ParenthesizedExpression(inner) => &inner.expression,
            Expression::TemplateLiteral(template) => {
                let begins = template.quasis.first().is_some_and(|text| text.span.is_empty());
                template.expressions.first().filter(|_| begins)?
            }
            _ => return None,
        };
        match next {
            Expression::Identifier(read) if read.name == name => {
                // A name in brackets is no sum.
                let is_part = !matches!(rest, Expression::ParenthesizedExpression(_));
                return is_part.then_some(read.span);
            }
            _ => rest = next,
        }
    }
}

/// Whether it is a text whatever the names in it are.
pub(super) fn is_text(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => true,
        Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
            matches!(sum.right, Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
                || matches!(sum.left, Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
        }
        _ => false,
    }
}
