//! Recognises how a model packed its program: a plain body, a default export, a function to call, a
//! trailing expression. Decided on the syntax tree alone (rule CODE-1, case R1).

use oxc_ast::ast::{Declaration, ExportDefaultDeclarationKind, Expression, Program, Statement};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

/// What gives the program its value.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) value: Value,
    /// See [`super::Program::incidental_value`].
    pub(super) incidental_value: bool,
}

/// Where the value of a program comes from.
#[derive(Debug, Default)]
pub(super) enum Value {
    /// From its `return` statements, or there is none.
    #[default]
    Returned,
    /// From this expression.
    Expression(Span),
    /// From calling this function expression.
    Function(Span),
    /// From `export default` of an expression: called if it is a function.
    Export { statement: Span, expression: Span },
    /// From `export default` of a named function.
    ExportFunction { statement: Span, declaration: Span, name: String },
    /// From a function named `main` that nothing calls.
    Main(String),
}

/// Looks at the top level of the program.
pub(super) fn recognise(program: &Program<'_>) -> Shape {
    for statement in &program.body {
        if let Statement::ExportDefaultDeclaration(export) = statement {
            let value = match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => match &function.id {
                    Some(id) => Value::ExportFunction {
                        statement: export.span,
                        declaration: function.span,
                        name: id.name.to_string(),
                    },
                    None => Value::Export { statement: export.span, expression: function.span },
                },
                ExportDefaultDeclarationKind::ClassDeclaration(_)
                | ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => continue,
                other => Value::Export { statement: export.span, expression: other.span() },
            };
            return Shape { value, incidental_value: false };
        }
    }
    if returns_itself(program) {
        return Shape::default();
    }
    let executed = program.body.iter().rev().find(|statement| !is_declared_only(statement));
    match executed {
        Some(Statement::ExpressionStatement(last)) => trailing(&last.expression),
        Some(_) => Shape::default(),
        None => match program.directives.last() {
            Some(text) if text.directive != "use strict" => {
                Shape { value: Value::Expression(text.expression.span), incidental_value: false }
            }
            _ => Shape { value: lone_main(program), incidental_value: false },
        },
    }
}

fn trailing(expression: &Expression<'_>) -> Shape {
    let span = expression.span();
    match expression.without_parentheses() {
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => {
            Shape { value: Value::Function(span), incidental_value: false }
        }
        // Written for their effect.
        Expression::AssignmentExpression(_) | Expression::UpdateExpression(_) => Shape::default(),
        inner => Shape { value: Value::Expression(span), incidental_value: is_call(inner) },
    }
}

fn is_call(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::CallExpression(_)
        | Expression::ChainExpression(_)
        | Expression::LogicalExpression(_) => true,
        Expression::AwaitExpression(awaited) => is_call(&awaited.argument),
        _ => false,
    }
}

/// Functions and types are there before anything runs.
fn is_declared_only(statement: &Statement<'_>) -> bool {
    matches!(
        statement,
        Statement::FunctionDeclaration(_)
            | Statement::EmptyStatement(_)
            | Statement::TSTypeAliasDeclaration(_)
            | Statement::TSInterfaceDeclaration(_)
            | Statement::TSNamespaceDeclaration(_)
            | Statement::TSGlobalDeclaration(_)
    ) || statement.as_declaration().is_some_and(Declaration::declare)
}

fn lone_main(program: &Program<'_>) -> Value {
    let mut mains = program.body.iter().filter_map(|statement| match statement {
        Statement::FunctionDeclaration(function) if function.body.is_some() => {
            function.id.as_ref().map(|id| id.name.to_string())
        }
        _ => None,
    });
    mains.next_back().filter(|name| name == "main").map_or(Value::Returned, Value::Main)
}

/// Whether a `return` of the program itself stands anywhere.
fn returns_itself(program: &Program<'_>) -> bool {
    #[derive(Default)]
    struct Returns {
        found: bool,
        depth: usize,
    }
    impl<'a> Visit<'a> for Returns {
        fn visit_statement(&mut self, statement: &Statement<'a>) {
            self.depth += 1;
            if matches!(statement, Statement::ReturnStatement(_)) {
                self.found = true;
            } else if !self.found && self.depth < super::erase::DEEPEST {
                walk::walk_statement(self, statement);
            }
            self.depth -= 1;
        }
        // No statement of the program itself is inside an expression, a function or a class.
        fn visit_expression(&mut self, _: &Expression<'a>) {}
        fn visit_function(&mut self, _: &oxc_ast::ast::Function<'a>, _: ScopeFlags) {}
        fn visit_class(&mut self, _: &oxc_ast::ast::Class<'a>) {}
        fn visit_variable_declaration(&mut self, _: &oxc_ast::ast::VariableDeclaration<'a>) {}
    }
    let mut returns = Returns::default();
    returns.visit_program(program);
    returns.found
}
