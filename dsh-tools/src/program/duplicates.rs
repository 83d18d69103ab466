//! Names that one block declares twice: the engine lets them pass silently, so they are found here.
//! Within one list of statements only; what `var` reaches from inner blocks is left to the engine.

use std::collections::HashMap;

use oxc_ast::ast::{Declaration, Statement, VariableDeclarationKind};
use oxc_ast_visit::Visit;

/// The first name declared twice in a list of statements, and where the second time.
pub(super) fn find(statements: &[Statement<'_>]) -> Option<(String, u32)> {
    let mut names = Names::default();
    for statement in statements {
        let Some(declaration) = statement.as_declaration().filter(|it| !it.declare()) else {
            continue;
        };
        match declaration {
            Declaration::VariableDeclaration(variables) => {
                names.lexical = variables.kind != VariableDeclarationKind::Var;
                for variable in &variables.declarations {
                    names.visit_binding_pattern(&variable.id);
                }
            }
            Declaration::FunctionDeclaration(function) if function.body.is_some() => {
                names.lexical = false;
                if let Some(id) = &function.id {
                    names.visit_binding_identifier(id);
                }
            }
            Declaration::ClassDeclaration(class) => {
                names.lexical = true;
                if let Some(id) = &class.id {
                    names.visit_binding_identifier(id);
                }
            }
            _ => {}
        }
    }
    names.twice
}

#[derive(Default)]
struct Names {
    /// Whether the declaration at hand bears no second one; and the same of each name.
    lexical: bool,
    known: HashMap<String, bool>,
    twice: Option<(String, u32)>,
}

impl<'a> Visit<'a> for Names {
    fn visit_binding_identifier(&mut self, it: &oxc_ast::ast::BindingIdentifier<'a>) {
        let before = self.known.insert(it.name.to_string(), self.lexical);
        if before.is_some_and(|before| before || self.lexical) && self.twice.is_none() {
            self.twice = Some((it.name.to_string(), it.span.start));
        }
    }

    // Defaults in a pattern declare nothing.
    fn visit_expression(&mut self, _: &oxc_ast::ast::Expression<'a>) {}
}
