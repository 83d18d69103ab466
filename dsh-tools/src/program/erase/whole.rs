//! Statements that are types from end to end, and statements that no eraser can help.
//! The first become blanks, the second a refusal with what to write instead.

use oxc_ast::ast::{
    Declaration, ExportDefaultDeclarationKind, Statement, TSModuleBlock, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody,
};
use oxc_span::GetSpan;

use super::Eraser;

impl Eraser<'_> {
    pub(super) fn type_only(block: &TSModuleBlock<'_>) -> bool {
        block.body.iter().all(|statement| match statement {
            Statement::ExportDeclaration(export) => Self::is_type(&export.declaration),
            Statement::ExportNamedDeclaration(export) => export.export_kind.is_type(),
            other => other.as_declaration().is_some_and(Self::is_type),
        })
    }

    pub(super) fn is_type(declaration: &Declaration<'_>) -> bool {
        match declaration {
            Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => true,
            Declaration::TSNamespaceDeclaration(inner) => {
                inner.declare || Self::is_type_namespace(inner)
            }
            other => other.declare(),
        }
    }

    pub(super) fn is_type_namespace(namespace: &TSNamespaceDeclaration<'_>) -> bool {
        match &namespace.body {
            TSNamespaceDeclarationBody::TSModuleBlock(block) => Self::type_only(block),
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                Self::is_type_namespace(inner)
            }
        }
    }

    /// Handles what stands for a type alone or must be refused; false for everything else.
    pub(super) fn erased_or_refused(&mut self, statement: &Statement<'_>) -> bool {
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
}
