//! Expressions that are literals, as far as they are: objects and arrays of scalars, followed to any depth.
//! Whatever else stands somewhere is unknown there, and so is what a spread may replace.

use std::sync::Arc;

use oxc_ast::ast::{
    ArrayExpression, ArrayExpressionElement, Expression, ObjectExpression, ObjectProperty,
    ObjectPropertyKind, PropertyKey, TemplateLiteral, UnaryOperator,
};
use oxc_span::GetSpan;

use super::places::Places;
use crate::json::{Json, Number, Partial, What};

/// The expression inside of parentheses, `as const`, `satisfies` and `!`, which change no value and no mind.
/// Any other `as` says that the model knows better.
pub(super) fn bare<'e, 'a>(mut expression: &'e Expression<'a>) -> &'e Expression<'a> {
    loop {
        expression = match expression {
            Expression::ParenthesizedExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            Expression::TSNonNullExpression(it) => &it.expression,
            Expression::TSAsExpression(it) if it.type_annotation.is_const_type_reference() => {
                &it.expression
            }
            other => return other,
        };
    }
}

/// The text that an expression is, if it is one for sure.
pub(super) fn text<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    match bare(expression) {
        Expression::StringLiteral(it) if !it.lone_surrogates => Some(it.value.as_str()),
        Expression::TemplateLiteral(it) => template(it),
        _ => None,
    }
}

fn template<'a>(it: &TemplateLiteral<'a>) -> Option<&'a str> {
    match it.quasis.as_slice() {
        [only] if !only.lone_surrogates => only.value.cooked.map(|text| text.as_str()),
        _ => None,
    }
}

/// Reads literals.
pub(super) struct Literals<'p, 's> {
    places: &'p Places<'s>,
    /// Where the parsed part starts in the source.
    base: usize,
    value: Partial,
}

impl<'p, 's> Literals<'p, 's> {
    /// What is known of the value of an expression.
    pub(super) fn read(places: &'p Places<'s>, base: usize, it: &Expression<'_>) -> Partial {
        let mut literals = Self { places, base, value: Partial::default() };
        literals.add(None, it.span().start, it);
        literals.value
    }

    fn part(&mut self, name: Option<Arc<str>>, at: u32, what: What) -> usize {
        let at = self.places.place(self.base + at as usize);
        self.value.add(name, what, at)
    }

    fn add(&mut self, name: Option<Arc<str>>, at: u32, expression: &Expression<'_>) {
        match bare(expression) {
            Expression::ObjectExpression(it) => self.object(name, at, it),
            Expression::ArrayExpression(it) => self.array(name, at, it),
            scalar => {
                let what = self::scalar(scalar).map_or(What::Unknown, What::Scalar);
                self.part(name, at, what);
            }
        }
    }

    fn object(&mut self, name: Option<Arc<str>>, at: u32, it: &ObjectExpression<'_>) {
        // A spread and a computed name may replace every member that stands before them.
        let unsure = it.properties.iter().rposition(|property| member(property).is_none());
        let unsure = unsure.map_or(0, |last| last + 1);
        let object = self.part(name, at, What::Object { open: unsure > 0 });
        for (index, property) in it.properties.iter().enumerate() {
            let Some((name, property)) = member(property) else { continue };
            let at = property.key.span().start;
            if index < unsure {
                self.part(Some(name), at, What::Unknown);
            } else {
                self.add(Some(name), at, &property.value);
            }
        }
        self.value.close(object);
    }

    fn array(&mut self, name: Option<Arc<str>>, at: u32, it: &ArrayExpression<'_>) {
        let spread = |item: &ArrayExpressionElement<'_>| item.is_spread();
        let open = it.elements.iter().any(spread);
        let array = self.part(name, at, What::Array { open });
        // Behind a spread nobody knows at which place an item stands.
        for item in it.elements.iter().take_while(|item| !spread(item)) {
            match item.as_expression() {
                Some(expression) => self.add(None, item.span().start, expression),
                None => {
                    self.part(None, item.span().start, What::Unknown);
                }
            }
        }
        self.value.close(array);
    }
}

/// A member and its name, if that is written out.
fn member<'e, 'a>(
    property: &'e ObjectPropertyKind<'a>,
) -> Option<(Arc<str>, &'e ObjectProperty<'a>)> {
    let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
    let broken = matches!(&property.key, PropertyKey::StringLiteral(it) if it.lone_surrogates);
    let name = property.key.static_name().filter(|_| !property.computed && !broken)?;
    // `__proto__: x` is no member.
    let own = name != "__proto__" || property.shorthand || property.method;
    own.then(|| (name.into(), &**property))
}

fn scalar(expression: &Expression<'_>) -> Option<Json> {
    if let Some(text) = text(expression) {
        return Some(text.into());
    }
    let number = |value| Number::from_f64(value).map(Json::Number);
    match expression {
        Expression::NullLiteral(_) => Some(Json::Null),
        Expression::BooleanLiteral(it) => Some(Json::Bool(it.value)),
        Expression::NumericLiteral(it) => number(it.value),
        Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => {
            match bare(&it.argument) {
                Expression::NumericLiteral(it) => number(-it.value),
                _ => None,
            }
        }
        _ => None,
    }
}
