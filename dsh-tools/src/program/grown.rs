//! Which variables of a program hold texts that grow by `+=` in loops: the engine copies all of such a text each time
//! (<https://github.com/boa-dev/boa/issues/4663>), so the eraser lets them hold something that grows in place.
//!
//! A name counts where every declaration of it is a `let` that starts as a text, and where it is only read, assigned
//! and added to. Then no other variable can be meant by it, and every place that shows its value is known.

use std::collections::HashMap;

use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentOperator, AssignmentTarget,
    AssignmentTargetPropertyIdentifier, BinaryOperator, BindingIdentifier, BindingPattern,
    DoWhileStatement, Expression, ForInStatement, ForOfStatement, ForStatement, Function, Program,
    SimpleAssignmentTarget, Statement, TSType, UnaryExpression, UnaryOperator, VariableDeclaration,
    VariableDeclarationKind, VariableDeclarator, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use super::erase::DEEPEST;

/// Variables that hold growing texts, by their names.
pub(super) type Grown = HashMap<String, Growing>;

/// How a variable grows.
#[derive(Clone, Copy)]
pub(super) struct Growing {
    /// Whether it never holds anything but texts.
    pub(super) is_text: bool,
}

/// The variables.
pub(super) fn find(program: &Program<'_>) -> Grown {
    if !program.source_text.contains(['+', '`']) {
        return Grown::new();
    }
    let mut survey = Survey { names: HashMap::new(), level: 0, depth: 0, in_let: false };
    survey.visit_program(program);
    let grown = |name: &Name| {
        name.declared == name.texts
            && !name.otherwise
            && name.added > name.level.unwrap_or(u32::MAX)
    };
    let names = survey.names.into_iter().filter(|(_, name)| grown(name));
    names.map(|(name, seen)| (name, Growing { is_text: !seen.unsure })).collect()
}

/// What was seen of a name.
#[derive(Default)]
struct Name {
    declared: usize,
    /// How many of the declarations are of a text.
    texts: usize,
    /// The level of loops and functions of the outermost declaration of a text.
    level: Option<u32>,
    /// The level of the innermost addition.
    added: u32,
    /// Whether something else is done with it.
    otherwise: bool,
    /// Whether it may hold something else than a text.
    unsure: bool,
}

struct Survey {
    names: HashMap<String, Name>,
    /// How many loops and functions are around.
    level: u32,
    /// How deep the tree is here.
    depth: usize,
    in_let: bool,
}

impl Survey {
    fn name(&mut self, name: &str) -> &mut Name {
        if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), Name::default());
        }
        self.names.entry(name.to_owned()).or_default()
    }

    /// Walks on, unless the tree is deeper than the eraser lets pass.
    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        self.depth += 1;
        if self.depth <= DEEPEST {
            walk(self);
        }
        self.depth -= 1;
    }

    fn inside(&mut self, walk: impl FnOnce(&mut Self)) {
        self.level += 1;
        walk(self);
        self.level -= 1;
    }
}

/// The name on the left, if that is all that stands there.
pub(super) fn assigned<'n>(it: &'n AssignmentExpression<'_>) -> Option<&'n str> {
    match &it.left {
        AssignmentTarget::AssignmentTargetIdentifier(name) => Some(name.name.as_str()),
        _ => None,
    }
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

fn is_text(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => true,
        Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
            matches!(sum.right, Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
                || matches!(sum.left, Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
        }
        _ => false,
    }
}

impl<'a> Visit<'a> for Survey {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.deeper(|survey| walk::walk_statement(survey, it));
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        self.deeper(|survey| walk::walk_expression(survey, it));
    }

    fn visit_binding_pattern(&mut self, it: &BindingPattern<'a>) {
        self.deeper(|survey| walk::walk_binding_pattern(survey, it));
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        self.deeper(|survey| walk::walk_assignment_target(survey, it));
    }

    // Types are never entered.
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.name(&it.name).declared += 1;
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let outer = std::mem::replace(&mut self.in_let, it.kind == VariableDeclarationKind::Let);
        walk::walk_variable_declaration(self, it);
        self.in_let = outer;
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let is_annotated = it.type_annotation.as_ref().is_some_and(|annotation| {
            matches!(annotation.type_annotation, TSType::TSStringKeyword(_))
        });
        let is_sure = it.init.as_ref().is_some_and(is_text);
        let is_text = is_sure || is_annotated && it.init.is_some();
        if let BindingPattern::BindingIdentifier(name) = &it.id
            && self.in_let
            && is_text
        {
            let level = self.level;
            let name = self.name(&name.name);
            name.texts += 1;
            name.unsure |= !is_sure;
            name.level = Some(name.level.map_or(level, |known| known.min(level)));
        }
        self.visit_binding_pattern(&it.id);
        if let Some(init) = &it.init {
            self.in_let = false;
            self.visit_expression(init);
            self.in_let = true;
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let Some(name) = assigned(it) else {
            walk::walk_assignment_expression(self, it);
            return;
        };
        let level = self.level;
        let is_plain = it.operator == AssignmentOperator::Assign;
        let is_sum = it.operator == AssignmentOperator::Addition;
        let is_added = is_sum || is_plain && first_part(name, &it.right).is_some();
        let name = self.name(name);
        if is_added {
            name.added = name.added.max(level);
        }
        name.otherwise |= !is_plain && !is_sum;
        name.unsure |= !is_added && !is_text(&it.right);
        self.visit_expression(&it.right);
    }

    // Other targets: of updates, of destructuring, of loops.
    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.name(&name.name).otherwise = true;
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                if let Expression::Identifier(name) = &member.object {
                    self.name(&name.name).otherwise = true;
                }
            }
            _ => {}
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.name(&it.binding.name).otherwise = true;
        walk::walk_assignment_target_property_identifier(self, it);
    }

    // These ask for the variable itself.
    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if matches!(it.operator, UnaryOperator::Typeof | UnaryOperator::Delete) {
            let name = match &it.argument {
                Expression::Identifier(name) => Some(&name.name),
                Expression::StaticMemberExpression(member) => match &member.object {
                    Expression::Identifier(name) => Some(&name.name),
                    _ => None,
                },
                _ => None,
            };
            if let Some(name) = name {
                self.name(name).otherwise = true;
            }
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.inside(|survey| walk::walk_function(survey, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.inside(|survey| walk::walk_arrow_function_expression(survey, it));
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.inside(|survey| walk::walk_for_statement(survey, it));
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.inside(|survey| walk::walk_for_in_statement(survey, it));
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.inside(|survey| walk::walk_for_of_statement(survey, it));
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.inside(|survey| walk::walk_while_statement(survey, it));
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.inside(|survey| walk::walk_do_while_statement(survey, it));
    }
}
