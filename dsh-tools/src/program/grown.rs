//! Which variables of a program hold texts that grow by `+=` in loops: the engine copies all of such a text each time
//! (<https://github.com/boa-dev/boa/issues/4663>), so the eraser lets them hold something that grows in place.
//!
//! A name counts where every declaration of it is a `let` that starts as a text, and where it is only read, assigned
//! and added to. Then no other variable can be meant by it, and every place that shows its value is known.

use std::collections::{HashMap, HashSet};

#[allow(clippy::wildcard_imports)] // Every other line would name another kind of node.
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

use super::erase::DEEPEST;
use super::pieces::{Piece, Pieces, first_part, is_text};
use super::still;

/// Variables that hold growing texts, and what they need to know of the program.
#[derive(Default)]
pub(super) struct Grown {
    names: HashMap<String, Growing>,
    /// Whether reading and converting run no code of the program.
    is_calm: bool,
    /// Names that still expressions trust and the program gives a meaning.
    defined: HashSet<String>,
}

/// How a variable grows.
#[derive(Clone, Copy)]
pub(super) struct Growing {
    /// Whether it never holds anything but texts.
    pub(super) is_text: bool,
    /// Whether nothing else can happen to it while something is added: then it grows in place.
    pub(super) is_pushed: bool,
}

impl Grown {
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(super) fn get(&self, name: &str) -> Option<Growing> {
        self.names.get(name).copied()
    }

    /// Whether `list.forEach(f)` has no use for what `f` gives back, whatever the list is.
    pub(super) fn is_each_of_the_engine(&self) -> bool {
        !self.defined.contains(still::IGNORING)
    }

    /// Whether evaluating that runs no code of the program.
    pub(super) fn is_still(&self, expression: &Expression<'_>) -> bool {
        let relied_on = still::relied_on(expression).filter(|_| self.is_calm);
        relied_on.is_some_and(|names| names.iter().all(|name| !self.defined.contains(*name)))
    }
}

/// The variables.
pub(super) fn find(program: &Program<'_>) -> Grown {
    if !program.source_text.contains(['+', '`']) {
        return Grown::default();
    }
    let mut survey = Survey { functions: vec![0], ..Survey::default() };
    survey.visit_program(program);
    let is_grown = |name: &Name| {
        name.declared == name.texts
            && !name.has(Mark::Otherwise)
            && name.added > name.level.unwrap_or(u32::MAX)
    };
    let names = std::mem::take(&mut survey.names);
    let names: Vec<_> = names.into_iter().filter(|(_, name)| is_grown(name)).collect();
    let mut grown = Grown {
        names: HashMap::new(),
        is_calm: !names.is_empty() && !survey.has_getters && still::is_calm(program.source_text),
        defined: std::mem::take(&mut survey.defined),
    };
    for (name, seen) in names {
        let is_trusted = seen.relied_on.iter().all(|name| !grown.defined.contains(*name));
        let is_still = grown.is_calm && !seen.has(Mark::Restless) && is_trusted;
        let is_alone = is_still || !seen.has(Mark::Tangled) && survey.is_own(&seen);
        let is_text = !seen.has(Mark::Unsure);
        let is_pushed = is_text && is_alone && !seen.has(Mark::Unfit);
        grown.names.insert(name, Growing { is_text, is_pushed });
    }
    grown
}

/// What was seen of a name.
#[derive(Default)]
struct Name {
    declared: usize,
    /// How many of the declarations are of a text.
    texts: usize,
    /// The functions that declare it as a text.
    declarers: HashSet<usize>,
    /// The functions that assign to it or add to it.
    assigners: HashSet<usize>,
    /// The level of loops and functions of the outermost declaration of a text.
    level: Option<u32>,
    /// The level of the innermost addition.
    added: u32,
    /// What has to mean what it means in an empty program, for what is added to run no code.
    relied_on: Vec<&'static str>,
    marks: HashSet<Mark>,
}

/// What speaks against a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    /// Something else is done with it.
    Otherwise,
    /// It may hold something else than a text.
    Unsure,
    /// What is added may run code of the program.
    Restless,
    /// It is assigned to in the midst of an addition to it.
    Tangled,
    /// A loop copies it for each turn, or an addition is no list of pieces.
    Unfit,
}

impl Name {
    fn mark(&mut self, mark: Mark, applies: bool) {
        if applies {
            self.marks.insert(mark);
        }
    }

    fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }
}

#[derive(Default)]
struct Survey {
    names: HashMap<String, Name>,
    /// How many loops and functions are around.
    level: u32,
    /// How deep the tree is here.
    depth: usize,
    in_let: bool,
    /// Whether the declarations are those of a `for` with a semicolon.
    in_head: bool,
    /// The functions around, the outermost first; the program is 0.
    around: Vec<usize>,
    /// Of each function the one around it.
    functions: Vec<usize>,
    /// What is being added to.
    adding: Vec<String>,
    has_getters: bool,
    defined: HashSet<String>,
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

    fn function(&self) -> usize {
        self.around.last().copied().unwrap_or_default()
    }

    fn in_function(&mut self, walk: impl FnOnce(&mut Self)) {
        let function = self.functions.len();
        self.functions.push(self.function());
        self.around.push(function);
        self.inside(walk);
        self.around.pop();
    }

    fn define(&mut self, name: &str) {
        if still::is_known(name) {
            self.defined.insert(name.to_owned());
        }
    }

    /// Whether nothing but the function that declares it assigns to it, so that it is as it was when a call returns.
    fn is_own(&self, name: &Name) -> bool {
        // Where functions within one another declare it, an assignment may be to the outer one.
        let is_outermost = |function: &usize| {
            let mut around = *function;
            while around != 0 {
                around = self.functions[around];
                if name.declarers.contains(&around) {
                    return false;
                }
            }
            true
        };
        name.assigners.is_subset(&name.declarers) && name.declarers.iter().all(is_outermost)
    }
}

/// The name on the left, if that is all that stands there.
pub(super) fn assigned<'n>(it: &'n AssignmentExpression<'_>) -> Option<&'n str> {
    match &it.left {
        AssignmentTarget::AssignmentTargetIdentifier(name) => Some(name.name.as_str()),
        _ => None,
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
        self.define(&it.name);
    }

    // What expressions that run no code rely on.
    fn visit_property_key(&mut self, it: &PropertyKey<'a>) {
        if let PropertyKey::StaticIdentifier(name) = it {
            self.define(&name.name);
        }
        walk::walk_property_key(self, it);
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        self.define(&it.value);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        self.has_getters |= it.kind == PropertyKind::Get;
        walk::walk_object_property(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.has_getters |= it.kind == MethodDefinitionKind::Get;
        walk::walk_method_definition(self, it);
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
            let (level, function, is_copied) = (self.level, self.function(), self.in_head);
            let name = self.name(&name.name);
            name.texts += 1;
            name.declarers.insert(function);
            name.mark(Mark::Unfit, is_copied);
            name.mark(Mark::Unsure, !is_sure);
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
        self.define(name);
        let (level, function) = (self.level, self.function());
        let is_plain = it.operator == AssignmentOperator::Assign;
        let is_sum = it.operator == AssignmentOperator::Addition;
        let is_added = is_sum || is_plain && first_part(name, &it.right).is_some();
        let is_tangled = self.adding.iter().any(|added| added == name);
        let seen = self.name(name);
        seen.mark(Mark::Otherwise, !is_plain && !is_sum);
        seen.mark(Mark::Unsure, !is_added && !is_text(&it.right));
        seen.mark(Mark::Tangled, is_tangled);
        seen.assigners.insert(function);
        if !is_added {
            self.visit_expression(&it.right);
            return;
        }
        seen.added = seen.added.max(level);
        match Pieces::of(name, it) {
            Some(pieces) => {
                for piece in &pieces.list {
                    let Piece::Value(value) = piece else { continue };
                    match still::relied_on(value) {
                        Some(names) => seen.relied_on.extend(names),
                        None => seen.mark(Mark::Restless, true),
                    }
                }
            }
            None => seen.mark(Mark::Unfit, true),
        }
        self.adding.push(name.to_owned());
        self.visit_expression(&it.right);
        self.adding.pop();
    }

    // Other targets: of updates, of destructuring, of loops.
    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.name(&name.name).mark(Mark::Otherwise, true);
                self.define(&name.name);
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                self.define(&member.property.name);
                if let Expression::Identifier(name) = &member.object {
                    self.name(&name.name).mark(Mark::Otherwise, true);
                    self.define(&name.name);
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
        self.name(&it.binding.name).mark(Mark::Otherwise, true);
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
                self.name(name).mark(Mark::Otherwise, true);
            }
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.in_function(|survey| walk::walk_function(survey, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.in_function(|survey| walk::walk_arrow_function_expression(survey, it));
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.in_function(|survey| walk::walk_property_definition(survey, it));
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.in_function(|survey| walk::walk_static_block(survey, it));
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.inside(|survey| walk::walk_for_statement(survey, it));
    }

    fn visit_for_statement_init(&mut self, it: &ForStatementInit<'a>) {
        let outer = std::mem::replace(&mut self.in_head, true);
        walk::walk_for_statement_init(self, it);
        self.in_head = outer;
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
