//! What a function of two items says of their order, read from its text: `(a, b) => a.score - b.score`, several of
//! these joined by `||`. Who sorts by it need not call it.
//!
//! Only functions that use nothing but their two parameters are read, so that the text says all of what they do.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, BinaryOperator, BindingPattern, CallExpression, Expression,
    FormalParameters, FunctionBody, LogicalOperator, Statement, UnaryOperator,
};
use oxc_parser::Parser;
use oxc_span::SourceType;

use super::erase::METER;

/// Longer functions say more than an order.
const LONGEST: usize = 400;
/// More keys than anyone sorts by.
const MOST_KEYS: usize = 16;

/// By what items are sorted; a later key decides between equals.
pub(crate) struct Order(pub(crate) Vec<Key>);

/// One part of an order.
pub(crate) struct Key {
    /// The way from an item to what is compared.
    pub(crate) path: Vec<Step>,
    pub(crate) is_descending: bool,
    pub(crate) by: By,
}

/// One step into a value.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Name(String),
    Index(u32),
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// `a - b`.
    Difference,
    /// `a < b ? -1 : a > b ? 1 : 0`.
    Less,
    /// `a.localeCompare(b)`.
    Locale,
}

impl Order {
    /// The order that the text of a prepared function stands for; nothing if it is not of the known forms.
    pub(crate) fn read(function: &str) -> Option<Self> {
        if function.len() > LONGEST {
            return None;
        }
        let allocator = Allocator::default();
        let text = format!("({function})");
        let parsed = Parser::new(&allocator, &text, SourceType::script()).parse();
        if parsed.panicked || parsed.diagnostics.errors().next().is_some() {
            return None;
        }
        let [Statement::ExpressionStatement(statement)] = parsed.program.body.as_slice() else {
            return None;
        };
        let (parameters, returned) = match statement.expression.get_inner_expression() {
            Expression::ArrowFunctionExpression(it) if !it.r#async => {
                let returned = match &it.body {
                    ArrowFunctionBody::FunctionBody(body) => returned(body),
                    body => body.as_expression().map(behind_meter),
                };
                (&it.params, returned)
            }
            Expression::FunctionExpression(it) if !it.r#async && !it.generator => {
                (&it.params, returned(it.body.as_ref()?))
            }
            _ => return None,
        };
        let reader = Reader { names: names(parameters)? };
        let mut keys = Vec::new();
        reader.keys(returned?, &mut keys).then_some(Self(keys))
    }
}

/// The names of exactly two parameters.
fn names<'t>(parameters: &'t FormalParameters<'_>) -> Option<[&'t str; 2]> {
    let [first, second] = parameters.items.as_slice() else { return None };
    let name = |pattern: &'t BindingPattern<'_>| match pattern {
        BindingPattern::BindingIdentifier(name) => Some(name.name.as_str()),
        _ => None,
    };
    let names = [name(&first.pattern)?, name(&second.pattern)?];
    let is_plain = parameters.rest.is_none()
        && parameters.items.iter().all(|parameter| parameter.initializer.is_none());
    (is_plain && names[0] != names[1]).then_some(names)
}

/// The expression of an arrow, without its meter.
fn behind_meter<'t, 'a>(whole: &'t Expression<'a>) -> &'t Expression<'a> {
    let Expression::SequenceExpression(sequence) = whole.get_inner_expression() else {
        return whole;
    };
    match sequence.expressions.as_slice() {
        [Expression::LogicalExpression(meter), value] if is_meter(&meter.left) => value,
        _ => whole,
    }
}

/// The expression that a body returns at once, but for its meter.
fn returned<'t, 'a>(body: &'t FunctionBody<'a>) -> Option<&'t Expression<'a>> {
    let rest = match body.statements.as_slice() {
        [Statement::IfStatement(meter), rest @ ..] if is_meter(&meter.test) => rest,
        rest => rest,
    };
    match rest {
        [Statement::ReturnStatement(it)] if body.directives.is_empty() => it.argument.as_ref(),
        _ => None,
    }
}

/// Whether it is `--$meter<0`, which no program can write.
fn is_meter(test: &Expression<'_>) -> bool {
    let Expression::BinaryExpression(it) = test else { return false };
    let Expression::UpdateExpression(counted) = &it.left else { return false };
    counted.argument.get_identifier_name().is_some_and(|name| name.starts_with(METER))
}

/// The way from one of the two parameters to a value.
struct Way {
    /// Whether it begins at the second parameter.
    is_second: bool,
    path: Vec<Step>,
}

struct Reader<'t> {
    names: [&'t str; 2],
}

impl Reader<'_> {
    /// Adds the keys of an expression. Whether it was understood.
    fn keys(&self, expression: &Expression<'_>, keys: &mut Vec<Key>) -> bool {
        if keys.len() == MOST_KEYS {
            return false;
        }
        let key = match expression.get_inner_expression() {
            Expression::LogicalExpression(it) if it.operator == LogicalOperator::Or => {
                return self.keys(&it.left, keys) && self.keys(&it.right, keys);
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Subtraction => {
                self.key(&it.left, &it.right, By::Difference)
            }
            Expression::CallExpression(it) => self.locale(it),
            whole @ Expression::ConditionalExpression(_) => self.less(whole),
            _ => None,
        };
        let is_read = key.is_some();
        keys.extend(key);
        is_read
    }

    /// The key that compares two values at the same place in both items.
    fn key(&self, left: &Expression<'_>, right: &Expression<'_>, by: By) -> Option<Key> {
        let (left, right) = (self.way(left)?, self.way(right)?);
        let is_one = left.path == right.path && left.is_second != right.is_second;
        is_one.then_some(Key { path: left.path, is_descending: left.is_second, by })
    }

    fn locale(&self, call: &CallExpression<'_>) -> Option<Key> {
        let [argument] = call.arguments.as_slice() else { return None };
        let argument = match argument {
            Argument::SpreadElement(_) => return None,
            argument => argument.to_expression(),
        };
        match &call.callee {
            Expression::StaticMemberExpression(method)
                if method.property.name == "localeCompare"
                    && !call.optional
                    && !method.optional =>
            {
                self.key(&method.object, argument, By::Locale)
            }
            _ => None,
        }
    }

    /// `a < b ? -1 : a > b ? 1 : 0`, turned as one likes.
    fn less(&self, expression: &Expression<'_>) -> Option<Key> {
        let (first, number, rest) = self.less_or_not(expression)?;
        let (second, other, rest) = self.less_or_not(rest)?;
        let is_last = signed(rest) == Some(0);
        let is_opposed = number == -other && first.is_descending != second.is_descending;
        let is_key = is_last && is_opposed && first.path == second.path;
        // The first is said of `a < b`, or with both turned of `a > b`.
        let is_descending = first.is_descending == (number < 0);
        is_key.then_some(Key { is_descending, ..first })
    }

    /// `a < b ? -1 : rest`; descending if it is `a > b`.
    fn less_or_not<'e, 'a>(
        &self,
        expression: &'e Expression<'a>,
    ) -> Option<(Key, i32, &'e Expression<'a>)> {
        let Expression::ConditionalExpression(it) = expression.get_inner_expression() else {
            return None;
        };
        let Expression::BinaryExpression(test) = it.test.get_inner_expression() else {
            return None;
        };
        let mut key = self.key(&test.left, &test.right, By::Less)?;
        match test.operator {
            BinaryOperator::LessThan => {}
            BinaryOperator::GreaterThan => key.is_descending = !key.is_descending,
            _ => return None,
        }
        let number = signed(&it.consequent).filter(|number| *number != 0)?;
        Some((key, number, &it.alternate))
    }

    fn way(&self, expression: &Expression<'_>) -> Option<Way> {
        let mut path = Vec::new();
        let mut rest = expression.get_inner_expression();
        loop {
            let (object, step) = match rest {
                Expression::Identifier(name) => {
                    let at = self.names.iter().position(|known| *known == name.name)?;
                    path.reverse();
                    return Some(Way { is_second: at == 1, path });
                }
                Expression::StaticMemberExpression(it) if !it.optional => {
                    (&it.object, Step::Name(it.property.name.to_string()))
                }
                Expression::ComputedMemberExpression(it) if !it.optional => {
                    (&it.object, step(&it.expression)?)
                }
                _ => return None,
            };
            path.push(step);
            rest = object.get_inner_expression();
        }
    }
}

fn step(expression: &Expression<'_>) -> Option<Step> {
    match expression {
        // Text that stands for an index is one.
        Expression::StringLiteral(name)
            if !name.value.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            Some(Step::Name(name.value.to_string()))
        }
        Expression::NumericLiteral(number) => index(number.value).map(Step::Index),
        _ => None,
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Compared afterwards.
fn index(number: f64) -> Option<u32> {
    let index = number as u32;
    (f64::from(index).total_cmp(&number).is_eq() && index < u32::MAX).then_some(index)
}

/// A small whole number, with its sign.
fn signed(expression: &Expression<'_>) -> Option<i32> {
    match expression.get_inner_expression() {
        Expression::NumericLiteral(number) => index(number.value)?.try_into().ok(),
        Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => {
            signed(&it.argument).map(|number| -number)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(function: &str) -> Option<String> {
        let order = Order::read(function)?;
        let key = |key: &Key| {
            let sign = if key.is_descending { '-' } else { '+' };
            let by = match key.by {
                By::Difference => "difference",
                By::Less => "less",
                By::Locale => "locale",
            };
            let path: String = key.path.iter().fold(String::new(), |path, step| match step {
                Step::Name(name) => path + "." + name,
                Step::Index(index) => format!("{path}[{index}]"),
            });
            format!("{sign}{by}{path}")
        };
        Some(order.0.iter().map(key).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn code_11_orders_are_read_from_functions() {
        for (function, order) in [
            ("(a, b) => a - b", "+difference"),
            ("(a, b) => b - a", "-difference"),
            ("(a, b) => (--$meter<0&&($meter=$meterc()),b.n.at - a.n.at)", "-difference.n.at"),
            (
                "function (x, y) {if(--$meter_<0)$meter_=$meter_c(); return x[1] - y[1]; }",
                "+difference[1]",
            ),
            ("function by(x, y) { return (x['a b']) - y['a b'] }", "+difference.a b"),
            (
                "(a, b) => { return b.s - a.s || a.name.localeCompare(b.name) || (b[0] - a[0]) }",
                "-difference.s +locale.name -difference[0]",
            ),
            ("(a, b) => a < b ? -1 : a > b ? 1 : 0", "+less"),
            ("(a, b) => b > a ? -1 : b < a ? 1 : 0", "+less"),
            ("(a, b) => a.x > b.x ? 1 : (a.x < b.x ? -1 : 0)", "+less.x"),
            ("(a, b) => a < b ? 1 : a > b ? -1 : 0", "-less"),
            ("(a, b) => b < a ? -1 : b > a ? 1 : 0", "-less"),
        ] {
            assert_eq!(said(function).as_deref(), Some(order), "{function}");
        }
    }

    #[test]
    fn code_11_what_is_more_than_an_order_is_not_read() {
        for function in [
            "(a, b) => a - a",
            "(a, b) => a.x - b.y",
            "(a, a) => a - a",
            "(a, b, c) => a - b",
            "(a) => a - b",
            "(a, b = 1) => a - b",
            "(...a) => a - b",
            "({ x: a }, { x: b }) => a - b",
            "async (a, b) => a - b",
            "function* (a, b) { return a - b }",
            "(a, b) => counts[b] - counts[a]",
            "(a, b) => c - b",
            "(a, b) => a[b] - b[a]",
            "(a, b) => a[\"1\"] - b[\"1\"]",
            "(a, b) => a?.x - b?.x",
            "(a, b) => a.x() - b.x()",
            "(a, b) => a - b && 1",
            "(a, b) => a.localeCompare(b, 'de')",
            "(a, b) => a?.localeCompare(b)",
            "(a, b) => a.localeCompare(...b)",
            "(a, b) => { seen++; return a - b }",
            "(a, b) => (seen++, a - b)",
            "(a, b) => (n--<1&&(n=1),a - b)",
            "(a, b) => a < b ? -1 : 1",
            "(a, b) => a < b ? -1 : a > b ? -1 : 0",
            "(a, b) => a < b ? -1 : a < b ? 1 : 0",
            "(a, b) => a <= b ? -1 : a > b ? 1 : 0",
            "(a, b) => a < b ? -1 : a > b ? 1 : 2",
            "function () { [native code] }",
            "class A { constructor(a, b) { return a - b } }",
            "cmp(a, b) { return a - b }",
            "",
            ") + (",
        ] {
            assert_eq!(said(function), None, "{function}");
        }
    }
}
