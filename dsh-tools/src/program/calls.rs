//! The calls of global objects' functions that stand in a program's text: `tools.add({ a: 1 })` (rule CODE-13).
//! Only what is sure: local names that hide a global one are respected, and aliases are not followed.

use std::sync::Arc;

#[allow(clippy::wildcard_imports)] // Scopes and declarations are many kinds of nodes.
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use super::literal::{Literals, bare, text};
use super::places::Places;
use super::shadow::Shadows;
use super::text::Position;
use crate::json::{Partial, What};

/// A call that stands in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenCall {
    /// Which of the global names.
    pub(crate) group: usize,
    /// The name of the function.
    pub(crate) member: Arc<str>,
    /// Where the call starts.
    pub(crate) at: Position,
    /// What is known of its argument.
    pub(crate) arguments: Partial,
}

/// All calls, in the order of the text; `base` is where the parsed part starts in the source.
///
/// The tree must have passed the eraser, which bounds its depth.
pub(super) fn find(
    source: &str,
    base: usize,
    program: &Program<'_>,
    globals: &[&str],
) -> Vec<WrittenCall> {
    // An escaped spelling is left to the run.
    if !globals.iter().any(|name| program.source_text.contains(name)) {
        return Vec::new();
    }
    let places = Places::of(source);
    let shadows = Shadows::new(program.span, globals.len());
    let mut finder = Finder { places: &places, base, globals, shadows, calls: Vec::new() };
    finder.visit_program(program);
    let reach = finder.shadows.reach();
    let ours = finder.calls.into_iter().filter(|(at, call)| reach[call.group].covers(*at));
    ours.map(|(_, call)| call).collect()
}

struct Finder<'f> {
    places: &'f Places<'f>,
    base: usize,
    globals: &'f [&'f str],
    shadows: Shadows,
    /// With the byte of the parsed part at which each starts.
    calls: Vec<(u32, WrittenCall)>,
}

impl Finder<'_> {
    fn global(&self, name: &str) -> Option<usize> {
        self.globals.iter().position(|global| *global == name)
    }

    fn scope(&mut self, span: Span, is_function: bool, walk: impl FnOnce(&mut Self)) {
        let hoisting = self.shadows.enter(span, is_function);
        walk(self);
        self.shadows.leave(hoisting);
    }

    fn assign(&mut self, target: &IdentifierReference<'_>) {
        if let Some(name) = self.global(&target.name) {
            self.shadows.assign(name, target.span.start);
        }
    }

    /// The function that is called, if it is one of a global object for sure.
    fn callee<'a>(&self, it: &CallExpression<'a>) -> Option<(usize, &'a str)> {
        let (object, member) = match bare(&it.callee) {
            Expression::StaticMemberExpression(it) => (&it.object, it.property.name.as_str()),
            Expression::ComputedMemberExpression(it) => (&it.object, text(&it.expression)?),
            _ => return None,
        };
        match bare(object) {
            Expression::Identifier(object) => Some((self.global(&object.name)?, member)),
            _ => None,
        }
    }

    fn arguments(&self, it: &CallExpression<'_>, at: Position) -> Partial {
        let nothing = || Partial::lone(What::Object { open: false }, at);
        match it.arguments.first() {
            None => nothing(),
            Some(first) => match first.as_expression() {
                Some(expression) if bare(expression).is_specific_id("undefined") => nothing(),
                Some(expression) => Literals::read(self.places, self.base, expression),
                None => Partial::lone(What::Unknown, at),
            },
        }
    }
}

/// Whether a statement is only there for types.
fn is_type(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::TSTypeAliasDeclaration(_)
        | Statement::TSInterfaceDeclaration(_)
        | Statement::TSNamespaceDeclaration(_)
        | Statement::TSGlobalDeclaration(_)
        | Statement::TSExternalModuleDeclaration(_) => true,
        Statement::FunctionDeclaration(it) => it.body.is_none(),
        other => other.as_declaration().is_some_and(Declaration::declare),
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        // `tools.add?.()` asks first whether there is such a function.
        if !it.optional
            && let Some((group, member)) = self.callee(it)
        {
            let at = self.places.place(self.base + it.span.start as usize);
            let arguments = self.arguments(it, at);
            let call = WrittenCall { group, member: member.into(), at, arguments };
            self.calls.push((it.span.start, call));
        }
        walk::walk_call_expression(self, it);
    }

    // Names that are declared or assigned.

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if let Some(name) = self.global(&it.name) {
            self.shadows.declare(name);
        }
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let hoisting = it.kind == VariableDeclarationKind::Var;
        let before = std::mem::replace(&mut self.shadows.hoisting, hoisting);
        walk::walk_variable_declaration(self, it);
        self.shadows.hoisting = before;
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(target) => self.assign(target),
            other => walk::walk_simple_assignment_target(self, other),
        }
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.assign(&it.binding);
        walk::walk_assignment_target_property_identifier(self, it);
    }

    // Scopes.

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(id) = it.id.as_ref().filter(|_| it.is_declaration()) {
            self.visit_binding_identifier(id);
        }
        self.scope(it.span, true, |finder| walk::walk_function(finder, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.scope(it.span, true, |finder| walk::walk_arrow_function_expression(finder, it));
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.scope(it.span, false, |finder| walk::walk_block_statement(finder, it));
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.scope(it.span, false, |finder| walk::walk_for_statement(finder, it));
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.scope(it.span, false, |finder| walk::walk_for_in_statement(finder, it));
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.scope(it.span, false, |finder| walk::walk_for_of_statement(finder, it));
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.scope(it.span, false, |finder| walk::walk_switch_statement(finder, it));
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        self.scope(it.span, false, |finder| walk::walk_catch_clause(finder, it));
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.scope(it.span, true, |finder| walk::walk_static_block(finder, it));
    }

    // Types: nothing there is called or declared.

    fn visit_statement(&mut self, it: &Statement<'a>) {
        if !is_type(it) {
            walk::walk_statement(self, it);
        }
    }

    fn visit_ts_type(&mut self, _: &TSType<'a>) {}

    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}

    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}
}
