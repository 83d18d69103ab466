//! The walk itself: each kind of node that has something to blank, to meter or to refuse.
//! Nodes that are types are blanked and never entered.

use oxc_allocator::ArenaVec;
#[allow(clippy::wildcard_imports)] // Every other line would name another kind of node.
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::{DEEPEST, Eraser, Frame};
use crate::program::duplicates;
use crate::program::members::SiteKind;

impl<'a> Visit<'a> for Eraser<'_> {
    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        if let Some((name, at)) = duplicates::find(it) {
            let message = format!("`{name}` is declared twice");
            self.refuse(
                at,
                &message,
                "Give one of them another name, or assign without declaring.",
            );
        }
        walk::walk_statements(self, it);
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        if self.refusal.is_some() || self.erased_or_refused(it) {
            return;
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            self.refuse_depth(it.span().start);
        } else {
            if let Statement::ExpressionStatement(statement) = it
                && !self.is_value(it.span())
            {
                self.note_unused(&statement.expression);
            }
            walk::walk_statement(self, it);
            if self.depth == 1 {
                self.close_expression(it.span());
            }
            if matches!(
                it,
                Statement::ExpressionStatement(_)
                    | Statement::VariableDeclaration(_)
                    | Statement::ReturnStatement(_)
                    | Statement::ThrowStatement(_)
                    | Statement::ExportDefaultDeclaration(_)
            ) {
                self.end_explicitly(it.span());
            }
        }
        self.depth -= 1;
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        if self.refusal.is_some() {
            return;
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            self.refuse_depth(it.span().start);
        } else {
            walk::walk_expression(self, it);
        }
        self.depth -= 1;
    }

    fn visit_binding_pattern(&mut self, it: &BindingPattern<'a>) {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.refuse_depth(it.span().start);
        } else {
            walk::walk_binding_pattern(self, it);
        }
        self.depth -= 1;
    }

    fn visit_object_pattern(&mut self, it: &ObjectPattern<'a>) {
        walk::walk_object_pattern(self, it);
        self.take_nested(it);
    }

    fn visit_object_assignment_target(&mut self, it: &ObjectAssignmentTarget<'a>) {
        walk::walk_object_assignment_target(self, it);
        self.take_nested_targets(it);
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.refuse_depth(it.span().start);
        } else {
            walk::walk_assignment_target(self, it);
        }
        self.depth -= 1;
    }

    // Chains of calls and accesses nest without passing `visit_expression` at their ends only.

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.members.add(SiteKind::Call, self.base, it.span, it.callee.span(), None);
        self.note_each(it);
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.members.add(SiteKind::New, self.base, it.span, it.callee.span(), None);
        walk::walk_new_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let (base, name) = (self.base, it.property.name.as_str());
        self.members.add(SiteKind::Access, base, it.span, it.object.span(), Some(name));
        if !self.read_length(it) {
            walk::walk_static_member_expression(self, it);
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if !self.assign_grown(it) {
            walk::walk_assignment_expression(self, it);
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        self.open_shorthand(it);
        walk::walk_object_property(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        let name = match &it.expression {
            Expression::StringLiteral(text) => Some(text.value.as_str()),
            _ => None,
        };
        self.members.add(SiteKind::Access, self.base, it.span, it.object.span(), name);
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        if let Expression::TemplateLiteral(tag) = &it.tag {
            self.fence_like |= tag.span.end - tag.span.start == 2;
        }
        walk::walk_tagged_template_expression(self, it);
    }

    // Types.

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.blank(it.span);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.blank(it.span);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.blank(it.span);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.edits.blank(it.expression.span().end as usize..it.span.end as usize);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.edits.blank(it.expression.span().end as usize..it.span.end as usize);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.edits.blank(it.expression.span().end as usize..it.span.end as usize);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.refuse(
            it.span.start,
            "a cast in angle brackets cannot be erased",
            "Write `value as Type` instead of `<Type>value`.",
        );
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        self.blank(it.span);
        self.blank_marker(it.span.end as usize, b",");
    }

    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}

    // Declarations.

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if matches!(it.kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing) {
            self.refuse(
                it.span.start,
                "`using` is not available",
                "Use `const` and release the resource in a `finally` block.",
            );
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.blank_marker(it.id.span().end as usize, b"!");
        }
        walk::walk_variable_declarator(self, it);
        self.declare_grown(it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.refuse_decorators(&it.decorators);
        if it.accessibility.is_some() || it.readonly || it.r#override {
            self.refuse(
                it.span.start,
                "a parameter that declares a property is code, not a type",
                "Declare the field in the class and assign it in the constructor.",
            );
        }
        if it.optional {
            self.blank_marker(it.pattern.span().end as usize, b"?");
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let body = it.body.as_ref().map(|body| body.span.start as usize + 1);
        if let Some(body) = body {
            let meter = self.meter_statement();
            self.edits.open(body, meter);
        }
        self.in_function(it.span.start, body, |eraser| walk::walk_function(eraser, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.keep_arrow_on_its_line(it);
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => {
                let meter = self.meter_statement();
                let start = body.span.start as usize + 1;
                self.edits.open(start, meter);
                self.in_function(it.span.start, Some(start), |eraser| {
                    walk::walk_arrow_function_expression(eraser, it);
                });
            }
            expression if self.ignored.contains(&it.span.start) => {
                let (start, end) = (expression.span().start as usize, expression.span().end);
                self.edits.declare(start, "{".to_owned());
                let meter = self.meter_statement();
                self.edits.open(start, format!("{meter}("));
                self.in_function(it.span.start, Some(start), |eraser| {
                    walk::walk_arrow_function_expression(eraser, it);
                });
                self.edits.close(end as usize, ")}");
            }
            expression => {
                let span = expression.span();
                let meter = self.meter_operand();
                self.edits.open(span.start as usize, format!("({meter},"));
                self.in_function(it.span.start, None, |eraser| {
                    walk::walk_arrow_function_expression(eraser, it);
                });
                self.edits.close(span.end as usize, ")");
            }
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.refuse_decorators(&it.decorators);
        let start = it.span.start as usize;
        if it.r#abstract {
            self.edits.blank(start..start + "abstract".len());
        }
        if let Some(first) = it.implements.first() {
            let before = &self.text[start..first.span.start as usize];
            let keyword =
                before.rfind("implements").map_or(first.span.start as usize, |at| start + at);
            let end = it.implements.last().map_or(keyword, |last| last.span.end as usize);
            self.edits.blank(keyword..end);
        }
        walk::walk_class(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.refuse_decorators(&it.decorators);
        if it.r#type.is_abstract() || it.value.body.is_none() {
            self.blank_whole(it.span);
            return;
        }
        self.blank_modifiers(it.span.start as usize, it.key.span().start as usize);
        if it.optional {
            self.blank_marker(self.key_end(&it.key, it.computed), b"?");
        }
        walk::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.refuse_decorators(&it.decorators);
        if it.r#type.is_abstract() || it.declare {
            self.blank_whole(it.span);
            return;
        }
        self.blank_modifiers(it.span.start as usize, it.key.span().start as usize);
        if it.optional || it.definite {
            self.blank_marker(self.key_end(&it.key, it.computed), b"?!");
        }
        walk::walk_property_definition(self, it);
        self.end_explicitly(it.span);
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.refuse(
            it.span.start,
            "`accessor` fields are not available",
            "Write a getter and a setter instead.",
        );
    }

    fn visit_ts_index_signature(&mut self, it: &TSIndexSignature<'a>) {
        self.blank_whole(it.span);
    }

    // Loops.

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(init) = &it.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        if let Some(update) = &it.update {
            self.note_unused(update);
            self.visit_expression(update);
        }
        self.meter_loop(&it.body);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.visit_for_statement_left(&it.left);
        self.visit_expression(&it.right);
        self.meter_loop(&it.body);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if !self.walk_items(it) {
            self.visit_for_statement_left(&it.left);
            self.visit_expression(&it.right);
            self.meter_loop(&it.body);
        }
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        self.labelled = Some(it.body.span().start);
        walk::walk_labeled_statement(self, it);
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.frames.push(Frame { is_closed: true, ..Frame::default() });
        walk::walk_static_block(self, it);
        self.frames.pop();
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.breaks.push(None);
        walk::walk_switch_statement(self, it);
        self.breaks.pop();
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        if it.label.is_none() {
            self.name_loop(it.span);
        }
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.visit_expression(&it.test);
        self.meter_loop(&it.body);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.meter_loop(&it.body);
        self.visit_expression(&it.test);
    }

    // Refused expressions.

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        let hint = "Nothing can be imported; use the ECMAScript built-ins and the bindings.";
        self.refuse(it.span.start, "`import()` is not available", hint);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.refuse(it.span.start, "`import.meta` is not available", "A program is no module.");
    }

    // Names.

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.note_reference(it);
        if self.grown.get(&it.name).is_some() && self.raw.take_if(|raw| *raw == it.span).is_none() {
            self.read_grown(&it.name, it.span);
        }
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.note_name(it.span, &it.name);
    }
}
