//! Loops over items: `for (const x of list)` goes through an array by index where that is the same, which the engine does
//! in a third of the time.
//!
//! The loop becomes two in one another: the outer one is the program's own and has the iterator; for an array its body
//! runs once, and the inner loop goes through the array. What `continue`, `return` and errors do needs no change, and
//! `break` names the outer loop.

use oxc_ast::ast::{
    BindingPattern, Expression, ForOfStatement, ForStatementLeft, IdentifierReference,
    VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::{DEEPEST, Eraser, LINE_ENDS, range, rest};
use crate::program::members::SiteKind;

impl Eraser<'_> {
    /// Makes two loops of one. Whether it is a loop that can be made into two.
    pub(super) fn walk_items(&mut self, it: &ForOfStatement<'_>) -> bool {
        let Some((keyword, pattern)) = declared(it) else { return false };
        let head = pattern.span().start as usize..it.body.span().start as usize;
        let mut names = Vec::new();
        // What is moved stays in its line. Names of the loop are not to be read before they have a value.
        if self.labelled == Some(it.span.start)
            || self.text[head].contains(LINE_ENDS)
            || !are_names(pattern, &mut names)
            || mentions(&it.right, &names)
        {
            return false;
        }
        let (start, list, body) = (it.span.start, it.right.span(), it.body.span());
        let meter = self.meter.clone();
        let label = format!("{meter}b{}", self.loops);
        self.loops += 1;

        self.members.add(SiteKind::Items, self.base, Span::new(start, list.end), list, None);
        self.edits.open(start as usize, format!("{{const {meter}i="));
        self.edits.blank(start as usize..list.start as usize);
        self.visit_expression(&it.right);
        let outer = format!(
            ",{meter}f={meter}p({meter}i);let {meter}k;\
             {label}:for(const {meter}o of {meter}f||{meter}i){{\
             for({meter}k=0;{meter}k<({meter}f?{meter}i.length:1);){{"
        );
        self.edits.blank(list.end as usize..body.start as usize);
        self.edits.place_at(list.end as usize, list.start as usize);
        self.edits.close(list.end as usize, outer);

        let at = body.start as usize;
        let turn = self.meter_turn();
        self.edits.open(at, format!("{turn}{keyword} "));
        self.edits.move_to(at, range(pattern.span()));
        let item = format!("={meter}f?{meter}i[{meter}k++]:({meter}k=1,{meter}o);");
        self.edits.open(at, item);
        self.breaks.push(Some(label));
        self.visit_statement(&it.body);
        self.breaks.pop();
        self.edits.close(body.end as usize, format!("}}if({meter}f)break;}}}}"));
        true
    }

    /// A `break` without a label, which ends the innermost loop or `switch`.
    pub(super) fn name_loop(&mut self, it: Span) {
        if let Some(Some(label)) = self.breaks.last() {
            let end = it.start as usize + "break".len();
            let text = format!(" {label}");
            self.edits.close(end, text);
        }
    }
}

/// `const` or `let`, and what is declared.
fn declared<'t, 'a>(it: &'t ForOfStatement<'a>) -> Option<(&'static str, &'t BindingPattern<'a>)> {
    let ForStatementLeft::VariableDeclaration(left) = &it.left else { return None };
    let keyword = match left.kind {
        VariableDeclarationKind::Const => "const",
        VariableDeclarationKind::Let => "let",
        _ => return None,
    };
    let [declarator] = left.declarations.as_slice() else { return None };
    let is_plain = !it.r#await && declarator.type_annotation.is_none();
    is_plain.then_some((keyword, &declarator.id))
}

/// Whether nothing but names and their places are in it, which are then known.
fn are_names<'t>(pattern: &'t BindingPattern<'_>, names: &mut Vec<&'t str>) -> bool {
    let mut rest = vec![pattern];
    while let Some(next) = rest.pop() {
        match next {
            BindingPattern::BindingIdentifier(name) => names.push(name.name.as_str()),
            BindingPattern::ArrayPattern(it) => {
                rest.extend(it.elements.iter().flatten());
                rest.extend(it.rest.as_ref().map(|rest| &rest.argument));
            }
            BindingPattern::ObjectPattern(it) => {
                // What is moved stays as it is, so nothing can be put into it.
                let is_taken_apart = it.rest.is_some()
                    && it.properties.iter().any(|property| !rest::is_name(&property.value));
                if is_taken_apart || it.properties.iter().any(|property| property.computed) {
                    return false;
                }
                rest.extend(it.properties.iter().map(|property| &property.value));
                rest.extend(it.rest.as_ref().map(|rest| &rest.argument));
            }
            BindingPattern::AssignmentPattern(_) => return false,
        }
    }
    true
}

/// Whether the expression reads one of the names.
fn mentions(expression: &Expression<'_>, names: &[&str]) -> bool {
    let mut search = Mentions { names, found: false, depth: 0 };
    search.visit_expression(expression);
    search.found
}

struct Mentions<'n> {
    names: &'n [&'n str],
    found: bool,
    depth: usize,
}

impl<'a> Visit<'a> for Mentions<'_> {
    // What is deeper the eraser refuses.
    fn visit_expression(&mut self, it: &Expression<'a>) {
        self.depth += 1;
        if self.depth <= DEEPEST && !self.found {
            walk::walk_expression(self, it);
        }
        self.depth -= 1;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.found |= self.names.contains(&it.name.as_str());
    }
}
