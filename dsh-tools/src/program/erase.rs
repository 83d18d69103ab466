//! Walks the tree once: types become blanks, loops and functions get a meter, what is no erasable
//! TypeScript is refused. The source's own tokens stay where they are.

use std::ops::Range;

#[allow(clippy::wildcard_imports)] // A visitor names most kinds of nodes.
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::duplicates;
use super::error::ProgramError;
use super::members::{MemberTable, SiteKind};
use super::shape::{Shape, Value};
use super::text::Edits;

/// How deep expressions and statements may nest in the tree: the engine's own parser and compiler
/// recurse over them with large frames.
pub(super) const DEEPEST: usize = 1_500;

/// What a walk over the tree gives.
pub(super) struct Erased {
    pub(super) edits: Edits,
    pub(super) members: MemberTable,
    /// Whether a template stands directly behind an empty one: a Markdown fence read as code.
    pub(super) fence_like: bool,
}

/// Erases, meters and wraps; `base` is where the parsed part starts in the source.
pub(super) fn erase(
    source: &str,
    base: usize,
    program: &Program<'_>,
    shape: &Shape,
) -> Result<Erased, ProgramError> {
    let text = program.source_text;
    let mut eraser = Eraser {
        source,
        text,
        base,
        edits: Edits::default(),
        members: MemberTable::default(),
        depth: 0,
        refusal: None,
        fence_like: false,
        names: Vec::new(),
        meter: meter_name(text),
    };
    eraser.open_value(&shape.value);
    if let Some(hashbang) = &program.hashbang {
        eraser.blank(hashbang.span);
    }
    eraser.visit_program(program);
    if let Some(refusal) = eraser.refusal {
        return Err(refusal);
    }
    eraser.close_value(&shape.value);
    let meter = eraser.meter;
    // An identifier may be spelled with escapes, so the tree has the last word.
    if eraser.names.contains(&meter) {
        return Err(ProgramError::refusal(
            source,
            base,
            &format!("the name `{meter}` is taken by the engine"),
            "Use another name.",
        ));
    }
    Ok(Erased { edits: eraser.edits, members: eraser.members, fence_like: eraser.fence_like })
}

/// A name that the program's text does not contain.
fn meter_name(text: &str) -> String {
    let mut name = String::from("$meter");
    while text.contains(&name) {
        name.push('_');
    }
    name
}

struct Eraser<'s> {
    source: &'s str,
    text: &'s str,
    base: usize,
    edits: Edits,
    members: MemberTable,
    depth: usize,
    refusal: Option<ProgramError>,
    fence_like: bool,
    /// Names with escapes in them.
    names: Vec<String>,
    meter: String,
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

impl Eraser<'_> {
    fn open_value(&mut self, value: &Value) {
        let meter = &self.meter;
        self.edits.head = format!(
            "(function({meter}c,{meter}v){{\"use strict\";let {meter}=0;return async function(){{\n"
        );
        match value {
            Value::Returned | Value::Main(_) => {}
            Value::Expression(span) | Value::Function(span) => {
                self.edits.open(span.start as usize, "return (");
            }
            Value::Export { statement, expression } => {
                self.edits.blank(statement.start as usize..expression.start as usize);
                let text = format!("const {meter}d=(");
                self.edits.open(expression.start as usize, text);
            }
            Value::ExportFunction { statement, declaration, .. } => {
                self.edits.blank(statement.start as usize..declaration.start as usize);
            }
        }
    }

    fn close_value(&mut self, value: &Value) {
        let meter = &self.meter;
        let tail = match value {
            Value::Returned => String::new(),
            Value::Main(name) | Value::ExportFunction { name, .. } => format!("\n;return {name}()"),
            Value::Expression(span) => {
                self.edits.close(span.end as usize, ")");
                String::new()
            }
            Value::Function(span) => {
                self.edits.close(span.end as usize, ")()");
                String::new()
            }
            Value::Export { expression, .. } => {
                self.edits.close(expression.end as usize, ");");
                format!("\n;return {meter}v({meter}d)")
            }
        };
        self.edits.tail = format!("{tail}\n}}}})");
    }

    fn refuse(&mut self, at: u32, message: &str, hint: &str) {
        if self.refusal.is_none() {
            let offset = self.base + at as usize;
            self.refusal = Some(ProgramError::refusal(self.source, offset, message, hint));
        }
    }

    fn blank(&mut self, span: Span) {
        self.edits.blank(range(span));
    }

    /// Blanks a whole statement or class member. A semicolon keeps its neighbours apart.
    fn blank_whole(&mut self, span: Span) {
        self.edits.open(span.start as usize, ";");
        self.blank(span);
    }

    /// Where the next token starts, from a byte between tokens.
    fn token_from(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.text[at..];
            let trimmed = rest.trim_start();
            at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                at += trimmed.find("*/").map_or(trimmed.len(), |end| end + 2);
            } else {
                return at;
            }
        }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or_default()
    }

    /// Blanks the next token from there if it is one of these characters.
    fn blank_marker(&mut self, from: usize, markers: &[u8]) {
        let at = self.token_from(from);
        if markers.contains(&self.byte(at)) {
            self.edits.blank(at..at + 1);
        }
    }

    /// Behind a member's key, its closing bracket included.
    fn key_end(&self, key: &PropertyKey<'_>, computed: bool) -> usize {
        let end = key.span().end as usize;
        if !computed {
            return end;
        }
        let bracket = self.token_from(end);
        if self.byte(bracket) == b']' { bracket + 1 } else { end }
    }

    /// Blanks the words before a member's key that only types know.
    fn blank_modifiers(&mut self, from: usize, key_start: usize) {
        const TYPE_ONLY: [&str; 7] =
            ["private", "protected", "public", "readonly", "override", "abstract", "declare"];
        let mut at = self.token_from(from);
        let mut first = None;
        while at < key_start {
            let word_length = self.text[at..key_start]
                .find(|char: char| !char.is_ascii_alphabetic())
                .unwrap_or(key_start - at);
            if word_length == 0 {
                break;
            }
            if TYPE_ONLY.contains(&&self.text[at..at + word_length]) {
                first.get_or_insert(at);
                self.edits.blank(at..at + word_length);
            }
            at = self.token_from(at + word_length);
        }
        // `x = 1` before a blanked `private *f() {}` would multiply.
        if let Some(first) = first
            && matches!(self.byte(at.min(key_start)), b'*' | b'[')
        {
            self.edits.open(first, ";");
        }
    }

    /// Ends a statement or field whose last token was blanked: the line end alone may not do it.
    fn end_explicitly(&mut self, span: Span) {
        let end = span.end as usize;
        if end > span.start as usize && self.edits.is_blank(end - 1) {
            self.edits.close(end, ";");
        }
    }

    fn meter_statement(&self) -> String {
        format!("if({0}--<1){0}={0}c();", self.meter)
    }

    fn meter_loop(&mut self, body: &Statement<'_>) {
        let span = body.span();
        let meter = self.meter_statement();
        if matches!(body, Statement::BlockStatement(_)) {
            self.edits.open(span.start as usize + 1, meter);
            walk::walk_statement(self, body);
        } else {
            self.edits.open(span.start as usize, format!("{{{meter}"));
            self.visit_statement(body);
            self.edits.close(span.end as usize, "}");
        }
    }

    fn type_only(block: &TSModuleBlock<'_>) -> bool {
        block.body.iter().all(|statement| match statement {
            Statement::ExportDeclaration(export) => Self::is_type(&export.declaration),
            Statement::ExportNamedDeclaration(export) => export.export_kind.is_type(),
            other => other.as_declaration().is_some_and(Self::is_type),
        })
    }

    fn is_type(declaration: &Declaration<'_>) -> bool {
        match declaration {
            Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => true,
            Declaration::TSNamespaceDeclaration(inner) => {
                inner.declare || Self::is_type_namespace(inner)
            }
            other => other.declare(),
        }
    }

    fn is_type_namespace(namespace: &TSNamespaceDeclaration<'_>) -> bool {
        match &namespace.body {
            TSNamespaceDeclarationBody::TSModuleBlock(block) => Self::type_only(block),
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                Self::is_type_namespace(inner)
            }
        }
    }

    /// Handles what stands for a type alone or must be refused; false for everything else.
    fn erased_or_refused(&mut self, statement: &Statement<'_>) -> bool {
        const IMPORT: &str =
            "Nothing can be imported; use the ECMAScript built-ins and the bindings.";
        let span = statement.span();
        match statement {
            Statement::TSTypeAliasDeclaration(_) | Statement::TSInterfaceDeclaration(_) => {
                self.blank_whole(span);
            }
            Statement::TSEnumDeclaration(it) if !it.declare => self.refuse(
                span.start,
                "an enum is code, not a type",
                "Use an object with `as const`, or a union of strings.",
            ),
            Statement::TSNamespaceDeclaration(it)
                if !it.declare && !Self::is_type_namespace(it) =>
            {
                self.refuse(
                    span.start,
                    "a namespace with values is code, not a type",
                    "Use a plain object, or declare its members at the top level.",
                );
            }
            Statement::TSNamespaceDeclaration(_)
            | Statement::TSGlobalDeclaration(_)
            | Statement::TSExternalModuleDeclaration(_) => self.blank_whole(span),
            Statement::FunctionDeclaration(it) if it.body.is_none() => self.blank_whole(span),
            Statement::TSImportEqualsDeclaration(_) | Statement::ImportDeclaration(_) => {
                self.refuse(span.start, "imports are not available", IMPORT);
            }
            Statement::ExportDefaultDeclaration(it) => match it.declaration {
                ExportDefaultDeclarationKind::ClassDeclaration(_)
                | ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => self.refuse(
                    span.start,
                    "a default export must be a value or a function",
                    "Return the program's value with `return`.",
                ),
                _ => return false,
            },
            Statement::ExportAllDeclaration(_)
            | Statement::ExportDeclaration(_)
            | Statement::ExportNamedDeclaration(_)
            | Statement::ExportFromDeclaration(_)
            | Statement::TSExportAssignment(_)
            | Statement::TSNamespaceExportDeclaration(_) => self.refuse(
                span.start,
                "a program exports nothing",
                "Remove `export`, and give the program's value with `return`.",
            ),
            other if other.as_declaration().is_some_and(Declaration::declare) => {
                self.blank_whole(span);
            }
            _ => return false,
        }
        true
    }

    fn refuse_decorators(&mut self, decorators: &[Decorator<'_>]) {
        if let Some(decorator) = decorators.first() {
            self.refuse(
                decorator.span.start,
                "decorators are not available",
                "Call a function on the class or the method instead.",
            );
        }
    }

    fn note_name(&mut self, span: Span, name: &str) {
        if self.text[range(span)].contains('\\') {
            self.names.push(name.to_owned());
        }
    }

    /// Moves a bracket that a blanked line end would part from its arrow or its `async`.
    fn bridge_lines(&mut self, blanked: Range<usize>, bracket: usize, text: &str, opens: bool) {
        if self.text[blanked.clone()].contains(['\n', '\r', '\u{2028}', '\u{2029}']) {
            self.edits.blank(bracket..bracket + 1);
            if opens {
                self.edits.open(blanked.start, text);
            } else {
                self.edits.close(blanked.end, text);
            }
        }
    }
}

impl<'a> Visit<'a> for Eraser<'_> {
    fn visit_statements(&mut self, it: &oxc_allocator::ArenaVec<'a, Statement<'a>>) {
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
            walk::walk_statement(self, it);
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
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.members.add(SiteKind::New, self.base, it.span, it.callee.span(), None);
        walk::walk_new_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let (base, name) = (self.base, it.property.name.as_str());
        self.members.add(SiteKind::Access, base, it.span, it.object.span(), Some(name));
        walk::walk_static_member_expression(self, it);
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
        if let Some(body) = &it.body {
            self.edits.open(body.span.start as usize + 1, self.meter_statement());
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let params = range(it.params.span);
        if let Some(types) = &it.type_parameters {
            self.bridge_lines(types.span.start as usize..params.start, params.start, "(", true);
        }
        if let Some(returned) = &it.return_type {
            let blanked = params.end..returned.span.end as usize;
            self.bridge_lines(blanked, params.end - 1, ")", false);
        }
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => {
                self.edits.open(body.span.start as usize + 1, self.meter_statement());
                walk::walk_arrow_function_expression(self, it);
            }
            expression => {
                let span = expression.span();
                let meter = &self.meter;
                let text = format!("({meter}--<1&&({meter}={meter}c()),");
                self.edits.open(span.start as usize, text);
                walk::walk_arrow_function_expression(self, it);
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
        self.visit_for_statement_left(&it.left);
        self.visit_expression(&it.right);
        self.meter_loop(&it.body);
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
        self.members.names.push((it.name.to_string(), self.base + it.span.start as usize));
        self.note_name(it.span, &it.name);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.note_name(it.span, &it.name);
    }
}

impl Eraser<'_> {
    fn refuse_depth(&mut self, at: u32) {
        self.refuse(
            at,
            "the program nests too deep",
            "Split long chains and deep expressions into several statements.",
        );
    }
}
