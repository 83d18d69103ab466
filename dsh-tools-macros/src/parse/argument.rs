//! The attributes of a parameter: `#[arg(…)]`, `#[args]` and its doc comment.
//! They are taken off the function, which keeps all others.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, ExprUnary, Lit, LitStr, Meta, UnOp};

use super::setting::{Setting, settings};
use crate::errors::Errors;
use crate::{doc, messages};

const KNOWN: [&str; 8] =
    ["name", "description", "default", "example", "range", "length", "pattern", "secret"];

/// What the attributes of one parameter say.
#[derive(Default)]
pub(crate) struct ArgumentAttributes {
    pub(crate) name: Option<LitStr>,
    pub(crate) description: Option<String>,
    pub(crate) default: Option<Expr>,
    pub(crate) example: Option<Expr>,
    pub(crate) range: Option<Bounds>,
    pub(crate) length: Option<Bounds>,
    pub(crate) pattern: Option<LitStr>,
    pub(crate) secret: bool,
    /// Where `#[args]` stands.
    pub(crate) whole: Option<Span>,
    /// Where `#[arg]` stands.
    pub(crate) single: Option<Span>,
}

/// `(min = …, max = …)`
pub(crate) struct Bounds {
    pub(crate) min: Option<Expr>,
    pub(crate) max: Option<Expr>,
}

impl ArgumentAttributes {
    /// Takes what is meant for this macro out of the attributes of a parameter.
    pub(crate) fn extract(attributes: &mut Vec<Attribute>, errors: &Errors) -> Self {
        let mut taken = Self { description: doc::description(attributes), ..Self::default() };
        for attribute in attributes.iter() {
            if attribute.path().is_ident("args") {
                taken.take_whole(attribute, errors);
            } else if attribute.path().is_ident("arg") {
                taken.take_single(attribute, errors);
            } else if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                errors.at(attribute, messages::CFG_PARAMETER);
            }
        }
        let ours = ["args", "arg", "doc", "cfg", "cfg_attr"];
        attributes.retain(|attribute| !ours.iter().any(|key| attribute.path().is_ident(key)));
        taken
    }

    fn take_whole(&mut self, attribute: &Attribute, errors: &Errors) {
        if !matches!(attribute.meta, Meta::Path(_)) {
            errors.at(&attribute.meta, messages::WHOLE_TAKES_NOTHING);
        }
        if self.whole.replace(attribute.path().span()).is_some() {
            errors.at(attribute, messages::repeated("args"));
        }
    }

    fn take_single(&mut self, attribute: &Attribute, errors: &Errors) {
        if self.single.replace(attribute.path().span()).is_some() {
            errors.at(attribute, messages::repeated("arg"));
            return;
        }
        let Meta::List(list) = &attribute.meta else {
            errors.at(attribute, messages::expects("arg", "#[arg(…)]"));
            return;
        };
        for setting in settings(list.tokens.clone(), &KNOWN, errors) {
            self.take(&setting, errors);
        }
    }

    fn take(&mut self, setting: &Setting, errors: &Errors) {
        match setting.name.as_str() {
            "name" => self.name = setting.text(errors),
            "description" => {
                if let Some(text) = setting.text(errors) {
                    if text.value().trim().is_empty() {
                        errors.at(&text, messages::EMPTY_DESCRIPTION);
                    }
                    self.description = Some(text.value());
                }
            }
            "default" => self.default = setting.expression(errors),
            "example" => self.example = setting.expression(errors),
            "range" => self.range = bounds(setting, errors),
            "length" => self.length = bounds(setting, errors),
            "pattern" => self.pattern = setting.text(errors),
            "secret" => self.secret = setting.flag(errors).is_some(),
            _ => {}
        }
    }
}

fn bounds(setting: &Setting, errors: &Errors) -> Option<Bounds> {
    let form = format!("{}(min = …, max = …)", setting.name);
    let tokens = setting.list(&form, errors)?;
    let mut bounds = Bounds { min: None, max: None };
    let before = tokens.is_empty();
    for bound in settings(tokens, &["min", "max"], errors) {
        let value = bound.expression(errors);
        if bound.name == "min" {
            bounds.min = value;
        } else {
            bounds.max = value;
        }
    }
    if before {
        errors.at(&setting.key, messages::EMPTY_BOUNDS);
    }
    if let (Some(min), Some(max)) =
        (bounds.min.as_ref().and_then(number), bounds.max.as_ref().and_then(number))
        && min > max
    {
        errors.at(&setting.key, messages::bad_bounds(&setting.name));
    }
    Some(bounds)
}

/// The value of a number that is written out.
fn number(expression: &Expr) -> Option<f64> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => number.base10_parse().ok(),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => number(expr).map(|value| -value),
        _ => None,
    }
}
