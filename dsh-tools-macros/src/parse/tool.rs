//! The attributes of a tool: `#[tool(name = "…", timeout_ms = 5_000, …)]`.
//! Each keeps the place where it was written.

use proc_macro2::{Span, TokenStream};
use syn::{Expr, Ident, LitInt, LitStr, Path};

use super::setting::{Setting, settings};
use crate::errors::Errors;
use crate::messages;

const KNOWN: [&str; 17] = [
    "name",
    "description",
    "type",
    "concurrency_safe",
    "timeout_ms",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "render",
    "presentation_meta",
    "present_call",
    "present_result",
    "finalize_content",
    "closed",
    "blocking",
    "crate",
];

/// When calls may overlap.
pub(crate) enum Concurrency {
    /// Always.
    Always,
    /// When this path or closure says so.
    When(Expr),
}

/// What `#[tool(…)]` says.
#[derive(Default)]
pub(crate) struct ToolAttributes {
    pub(crate) name: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    /// Whether there is a description, even one that cannot be read.
    pub(crate) is_described: bool,
    pub(crate) marker: Option<Ident>,
    pub(crate) concurrency: Option<Concurrency>,
    pub(crate) timeout_ms: Option<LitInt>,
    pub(crate) read_only: Option<Span>,
    pub(crate) destructive: Option<Span>,
    pub(crate) idempotent: Option<Span>,
    pub(crate) open_world: Option<Span>,
    pub(crate) render: Option<Expr>,
    pub(crate) presentation_meta: Option<Expr>,
    pub(crate) present_call: Option<Expr>,
    pub(crate) present_result: Option<Expr>,
    pub(crate) finalize_content: Option<Expr>,
    pub(crate) closed: Option<Span>,
    pub(crate) blocking: Option<Span>,
    pub(crate) library: Option<Path>,
}

impl ToolAttributes {
    /// Reads them all; what is wrong is reported and left out.
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut attributes = Self::default();
        for setting in settings(tokens, &KNOWN, errors) {
            attributes.take(&setting, errors);
        }
        attributes
    }

    fn take(&mut self, setting: &Setting, errors: &Errors) {
        match setting.name.as_str() {
            "name" => self.name = setting.text(errors),
            "description" => {
                self.is_described = true;
                self.description = setting.text(errors);
            }
            "type" => self.marker = setting.ident(errors),
            "concurrency_safe" if setting.has_value() => {
                self.concurrency = setting.callback("args", errors).map(Concurrency::When);
            }
            "concurrency_safe" => self.concurrency = Some(Concurrency::Always),
            "timeout_ms" => self.timeout_ms = timeout(setting, errors),
            "read_only" => self.read_only = setting.flag(errors),
            "destructive" => self.destructive = setting.flag(errors),
            "idempotent" => self.idempotent = setting.flag(errors),
            "open_world" => self.open_world = setting.flag(errors),
            "render" => self.render = setting.callback("args, value", errors),
            "presentation_meta" => self.presentation_meta = setting.callback("args, value", errors),
            "present_call" => self.present_call = setting.callback("args", errors),
            "present_result" => self.present_result = setting.callback("args, result", errors),
            "finalize_content" => self.finalize_content = setting.callback("outcome", errors),
            "closed" => self.closed = setting.flag(errors),
            "blocking" => self.blocking = setting.flag(errors),
            "crate" => self.library = setting.path(errors),
            _ => {}
        }
    }
}

/// A positive number of milliseconds; `5s` would be a number with a suffix.
fn timeout(setting: &Setting, errors: &Errors) -> Option<LitInt> {
    let positive = |number: &LitInt| {
        matches!(number.suffix(), "" | "u32" | "u64")
            && number.base10_parse::<u64>().is_ok_and(|value| value > 0)
    };
    let timeout = setting.integer().filter(positive);
    if timeout.is_none() {
        errors.at(setting.place(), messages::TIMEOUT);
    }
    timeout
}
