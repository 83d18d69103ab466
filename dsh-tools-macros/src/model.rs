//! A tool as the macro understands it: the function, its parameters and its attributes, in one value.
//! It is built as far as possible, so that all mistakes can be found; `check` says whether it is sound.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, Ident, ItemFn, Meta, Pat, PatIdent, PatType, Receiver, ReturnType, Type,
};

use crate::errors::Errors;
use crate::host::Host;
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

/// A function or a method on its way to be a tool.
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
    /// The type that a method is of.
    pub(crate) host: Option<Rc<Host>>,
}

impl ToolFunction {
    pub(crate) fn new(
        mut item: ItemFn,
        attributes: ToolAttributes,
        host: Option<Rc<Host>>,
        errors: &Errors,
    ) -> Self {
        // A second one would repeat everything that this one says.
        item.attrs.retain(|attribute| {
            let twice = is_tool(attribute);
            if twice {
                errors.at(attribute, messages::TWICE);
            }
            !twice
        });
        let library = match (&attributes.library, &host) {
            (Some(path), _) => path.to_token_stream(),
            (None, Some(host)) => host.library.clone(),
            (None, None) => quote!(::dsh_tools),
        };
        let private = quote!(#library::__private);
        let ident = item.sig.ident.clone();
        let parameters = item
            .sig
            .inputs
            .iter_mut()
            .filter_map(|input| match input {
                FnArg::Typed(typed) => parameter(typed, host.as_deref(), &private, errors),
                FnArg::Receiver(_) => None,
            })
            .collect();
        let returns = match &item.sig.output {
            ReturnType::Type(_, returned) => {
                normalise::without_lifetimes(&without_self(returned, host.as_deref()))
            }
            ReturnType::Default => syn::parse_quote_spanned!(ident.span()=> ()),
        };
        let mut name = match &attributes.name {
            Some(name) => Named { text: name.value(), span: name.span() },
            None => Named { text: ident.unraw().to_string(), span: ident.span() },
        };
        if let Some(prefix) = host.as_ref().and_then(|host| host.prefix.as_deref()) {
            name.text = format!("{prefix}.{}", name.text);
        }
        let description = match &attributes.description {
            Some(description) => Some(description.value()),
            None => doc::description(&item.attrs),
        };
        let marker = match (&attributes.marker, &host) {
            (Some(marker), _) => marker.clone(),
            (None, None) => ident,
            // No name of the user, since it stands where the user's types are looked up.
            (None, Some(_)) => {
                format_ident!("__dsh_tools_{}", ident.unraw(), span = ident.span())
            }
        };
        Self { item, marker, name, description, parameters, returns, attributes, library, host }
    }

    /// The parameter that holds all arguments.
    pub(crate) fn whole(&self) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.is_whole())
    }

    /// The parameters that constants can speak of: those that depend on no generics of a toolset's type.
    pub(crate) fn concrete(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| self.is_concrete(parameter))
    }

    /// Whether the type of a parameter depends on no generics of a toolset's type.
    pub(crate) fn is_concrete(&self, parameter: &Parameter) -> bool {
        !self.host.as_ref().is_some_and(|host| host.is_mentioned(&parameter.owned))
    }

    /// How the function takes `self`, if it does.
    pub(crate) fn receiver(&self) -> Option<&Receiver> {
        self.item.sig.receiver()
    }

    /// Whether the function has a doc comment, whatever it says.
    pub(crate) fn is_documented(&self) -> bool {
        let is_doc = |attribute: &Attribute| match &attribute.meta {
            Meta::NameValue(meta) => meta.path.is_ident("doc"),
            _ => false,
        };
        self.item.attrs.iter().any(is_doc)
    }

    /// Whether the function may stand in an `impl`: then nothing can stand beside it.
    pub(crate) fn is_associated(&self) -> bool {
        self.receiver().is_some() || mentions_self(self.item.sig.to_token_stream())
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

/// Whether it is `#[tool]`, however the library is called.
pub(crate) fn is_tool(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "tool")
}

/// The type as it reads outside the impl.
fn without_self(declared: &Type, host: Option<&Host>) -> Type {
    host.map_or_else(|| declared.clone(), |host| host.without_self(declared))
}

/// Reads one parameter and takes this macro's attributes off it. A pattern is reported and left out.
fn parameter(
    typed: &mut PatType,
    host: Option<&Host>,
    private: &TokenStream,
    errors: &Errors,
) -> Option<Parameter> {
    if let Some(host) = host {
        host.attributes_without_self(&mut typed.attrs);
    }
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
    let declared = without_self(&typed.ty, host);
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
