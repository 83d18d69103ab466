//! A tool as the macro understands it: the function, its parameters and its attributes, in one value.
//! It is built as far as possible, so that all mistakes can be found; `check` says whether it is sound.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, ItemFn, Meta, Pat, PatIdent, PatType, ReturnType, Type};

use crate::errors::Errors;
use crate::normalise::{self, Passing};
use crate::parse::{ArgumentAttributes, ToolAttributes};
use crate::{doc, messages};

/// A text and where it comes from.
pub(crate) struct Named {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// One parameter of the function.
pub(crate) struct Parameter {
    /// As the function calls it.
    pub(crate) ident: Ident,
    /// As the model calls it.
    pub(crate) name: Named,
    /// As it was declared, for reports.
    pub(crate) declared: Type,
    /// What holds it.
    pub(crate) owned: TokenStream,
    pub(crate) passing: Passing,
    pub(crate) attributes: ArgumentAttributes,
}

/// A function on its way to be a tool.
pub(crate) struct ToolFunction {
    /// The user's function, without what only this macro understands.
    pub(crate) item: ItemFn,
    /// The type beside the function.
    pub(crate) marker: Ident,
    pub(crate) name: Named,
    pub(crate) description: Option<String>,
    pub(crate) parameters: Vec<Parameter>,
    /// What the function returns, without lifetimes.
    pub(crate) returns: Type,
    pub(crate) attributes: ToolAttributes,
    /// The path of the library.
    pub(crate) library: TokenStream,
}

impl ToolFunction {
    pub(crate) fn new(mut item: ItemFn, attributes: ToolAttributes, errors: &Errors) -> Self {
        // A second one would repeat everything that this one says.
        item.attrs.retain(|attribute| {
            let twice = attribute.path().segments.last().is_some_and(|last| last.ident == "tool");
            if twice {
                errors.at(attribute, messages::TWICE);
            }
            !twice
        });
        let library = attributes
            .library
            .as_ref()
            .map_or_else(|| quote!(::dsh_tools), ToTokens::to_token_stream);
        let private = quote!(#library::__private);
        let ident = item.sig.ident.clone();
        let parameters = item
            .sig
            .inputs
            .iter_mut()
            .filter_map(|input| match input {
                FnArg::Typed(typed) => parameter(typed, &private, errors),
                FnArg::Receiver(_) => None,
            })
            .collect();
        let returns = match &item.sig.output {
            ReturnType::Type(_, returned) => normalise::without_lifetimes(returned),
            ReturnType::Default => syn::parse_quote_spanned!(ident.span()=> ()),
        };
        let name = match &attributes.name {
            Some(name) => Named { text: name.value(), span: name.span() },
            None => Named { text: ident.unraw().to_string(), span: ident.span() },
        };
        let description = match &attributes.description {
            Some(description) => Some(description.value()),
            None => doc::description(&item.attrs),
        };
        let marker = attributes.marker.clone().unwrap_or(ident);
        Self { item, marker, name, description, parameters, returns, attributes, library }
    }

    /// The parameter that holds all arguments.
    pub(crate) fn whole(&self) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.is_whole())
    }

    /// Whether the function has a doc comment, whatever it says.
    pub(crate) fn is_documented(&self) -> bool {
        let is_doc = |attribute: &Attribute| match &attribute.meta {
            Meta::NameValue(meta) => meta.path.is_ident("doc"),
            _ => false,
        };
        self.item.attrs.iter().any(is_doc)
    }

    /// Whether the function is a method.
    pub(crate) fn has_receiver(&self) -> bool {
        self.item.sig.receiver().is_some()
    }

    /// Whether the function may stand in an `impl`: then nothing can stand beside it.
    pub(crate) fn is_associated(&self) -> bool {
        self.has_receiver() || mentions_self(self.item.sig.to_token_stream())
    }

    /// On which `cfg` the function depends, and with it what stands beside it.
    pub(crate) fn configuration(&self) -> Vec<&Attribute> {
        self.item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect()
    }
}

fn mentions_self(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "Self",
        TokenTree::Group(group) => mentions_self(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Reads one parameter and takes this macro's attributes off it. A pattern is reported and left out.
fn parameter(typed: &mut PatType, private: &TokenStream, errors: &Errors) -> Option<Parameter> {
    let attributes = ArgumentAttributes::extract(&mut typed.attrs, errors);
    let ident = match &*typed.pat {
        Pat::Ident(PatIdent { ident, by_ref: None, subpat: None, .. }) => ident.clone(),
        Pat::Wild(wild) => {
            errors.at(wild, messages::UNNAMED);
            return None;
        }
        pattern => {
            errors.at(pattern, messages::PATTERN);
            return None;
        }
    };
    let name = match &attributes.name {
        Some(name) => Named { text: name.value(), span: name.span() },
        None => Named { text: ident.unraw().to_string(), span: ident.span() },
    };
    let declared = (*typed.ty).clone();
    let (owned, passing) = normalise::owned(&declared, private);
    Some(Parameter { ident, name, declared, owned, passing, attributes })
}

impl Parameter {
    /// Whether it holds all arguments.
    pub(crate) fn is_whole(&self) -> bool {
        self.attributes.whole.is_some()
    }

    /// Where its type is; of a reference, what it refers to.
    pub(crate) fn span(&self) -> Span {
        match &self.declared {
            Type::Reference(reference) => reference.elem.span(),
            declared => declared.span(),
        }
    }
}
