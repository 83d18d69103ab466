//! Expressions that run no code of the program when they are evaluated, as far as a glance can tell: names, literals,
//! members and what operators make of them, and methods that the engine is known for.
//!
//! That holds where the program neither has getters nor changes what reading and converting does.

use oxc_ast::ast::{
    Argument, BinaryOperator, CallExpression, ChainElement, Expression, UnaryOperator,
};

/// Words without which no program makes a getter out of sight, or an object with a text or a number of its own.
const RESTLESS: [&str; 9] = [
    "Proxy",
    "Reflect",
    "defineProper",
    "__define",
    "Object.create",
    "toPrimitive",
    "toString",
    "valueOf",
    "toJSON",
];

/// Methods that call nothing back.
const METHODS: [&str; 14] = [
    "toFixed",
    "toPrecision",
    "toLocaleString",
    "padStart",
    "padEnd",
    "repeat",
    "slice",
    "at",
    "charAt",
    "trim",
    "trimEnd",
    "toUpperCase",
    "toLowerCase",
    "join",
];

/// Functions that call nothing back but conversions, and what has nothing but such functions.
const FUNCTIONS: [&str; 2] = ["String", "Number"];
const SPACES: [&str; 1] = ["Math"];

/// The method that has no use for what its function gives back.
pub(super) const IGNORING: &str = "forEach";

/// Whether reading and converting do here what they do anywhere. Getters in sight are for the caller to find.
pub(super) fn is_calm(source: &str) -> bool {
    !RESTLESS.iter().any(|word| source.contains(word))
}

/// Whether an expression may trust that name to mean what it means in an empty program.
pub(super) fn is_known(name: &str) -> bool {
    [&METHODS[..], &FUNCTIONS, &SPACES, &[IGNORING]].iter().any(|names| names.contains(&name))
}

/// The names that the expression trusts to mean what they mean in an empty program, if it is a still one.
pub(super) fn relied_on(expression: &Expression<'_>) -> Option<Vec<&'static str>> {
    let mut names = Vec::new();
    let mut rest = vec![expression];
    while let Some(next) = rest.pop() {
        match next {
            Expression::StringLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::Identifier(_) => {}
            Expression::TemplateLiteral(it) => rest.extend(&it.expressions),
            Expression::ParenthesizedExpression(it) => rest.push(&it.expression),
            Expression::TSAsExpression(it) => rest.push(&it.expression),
            Expression::TSSatisfiesExpression(it) => rest.push(&it.expression),
            Expression::TSNonNullExpression(it) => rest.push(&it.expression),
            Expression::StaticMemberExpression(it) => rest.push(&it.object),
            Expression::ComputedMemberExpression(it) => rest.extend([&it.object, &it.expression]),
            Expression::LogicalExpression(it) => rest.extend([&it.left, &it.right]),
            Expression::ConditionalExpression(it) => {
                rest.extend([&it.test, &it.consequent, &it.alternate]);
            }
            Expression::BinaryExpression(it) => {
                if matches!(it.operator, BinaryOperator::In | BinaryOperator::Instanceof) {
                    return None;
                }
                rest.extend([&it.left, &it.right]);
            }
            Expression::UnaryExpression(it) if it.operator != UnaryOperator::Delete => {
                rest.push(&it.argument);
            }
            Expression::CallExpression(it) => names.push(called(it, &mut rest)?),
            Expression::ChainExpression(it) => match &it.expression {
                ChainElement::CallExpression(it) => names.push(called(it, &mut rest)?),
                ChainElement::StaticMemberExpression(it) => rest.push(&it.object),
                ChainElement::ComputedMemberExpression(it) => {
                    rest.extend([&it.object, &it.expression]);
                }
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(names)
}

/// The name of the engine that is called, if it is one; `rest` gets what is evaluated for the call.
fn called<'e, 'a>(
    it: &'e CallExpression<'a>,
    rest: &mut Vec<&'e Expression<'a>>,
) -> Option<&'static str> {
    for argument in &it.arguments {
        rest.push(Argument::as_expression(argument)?);
    }
    let among = |names: &'static [&'static str], name: &str| {
        names.iter().copied().find(|known| *known == name)
    };
    match &it.callee {
        Expression::Identifier(callee) => among(&FUNCTIONS, &callee.name),
        Expression::StaticMemberExpression(callee) => {
            if let Expression::Identifier(space) = &callee.object
                && let Some(name) = among(&SPACES, &space.name)
            {
                return Some(name);
            }
            rest.push(&callee.object);
            among(&METHODS, &callee.property.name)
        }
        _ => None,
    }
}
