//! From a sound tool to code: the function, the type beside it, its traits, and assertions.
//! Where something is wrong, the function stays and a stand-in tool with it, so that one mistake is one message.

mod arguments;
mod assertions;
mod body;
mod definition;
mod marker;
mod stand_in;
mod toolset;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Ident, Item, ItemFn};

pub(crate) use self::toolset::toolset;
use crate::check::check;
use crate::errors::Errors;
use crate::host::Host;
use crate::messages;
use crate::model::ToolFunction;
use crate::normalise;
use crate::parse::ToolAttributes;

/// `#[tool(attributes)] item`
pub(crate) fn tool(attributes: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(function) = syn::parse2::<ItemFn>(item.clone()) else {
        return unreadable(item);
    };
    let errors = Errors::new();
    let attributes = ToolAttributes::parse(attributes, &errors);
    let tool = ToolFunction::new(function, attributes, None, &errors);
    check(&tool, &errors);
    match errors.check() {
        Ok(()) => expand(&tool),
        Err(error) => {
            let (function, error) = (&tool.item, error.to_compile_error());
            let stand_in = (!tool.is_associated()).then(|| stand_in::expand(&tool));
            quote!(#function #stand_in #error)
        }
    }
}

/// An item that is no function. Of one that does not parse, the compiler says more.
fn unreadable(item: TokenStream) -> TokenStream {
    let Ok(parsed) = syn::parse2::<Item>(item.clone()) else {
        return item;
    };
    if let Item::Verbatim(_) = parsed {
        return without_body(item);
    }
    let error = syn::Error::new(start_of(&item), messages::NOT_A_FUNCTION).to_compile_error();
    quote!(#item #error)
}

/// A function without a body gets one, so that the compiler does not report it a second time.
fn without_body(item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    match tokens.pop() {
        Some(TokenTree::Punct(end)) if end.as_char() == ';' => {
            let error = syn::Error::new(end.span(), messages::NO_BODY).to_compile_error();
            quote!(#[allow(unused)] #(#tokens)* { #error loop {} })
        }
        _ => item,
    }
}

/// The first word of an item, behind its attributes.
pub(crate) fn start_of(item: &TokenStream) -> Span {
    let word = item.clone().into_iter().find(|token| matches!(token, TokenTree::Ident(_)));
    word.map_or_else(Span::call_site, |word| word.span())
}

fn expand(tool: &ToolFunction) -> TokenStream {
    let function = &tool.item;
    let marker = marker::expand(tool);
    let names = Names::new(tool);
    let artefacts = artefacts(tool, &names);
    let private = &names.private;
    // The form of a tool: whether its body waits is nobody's business.
    let may_be_async = function.sig.asyncness.map(|_| quote!(#[allow(clippy::unused_async)]));
    let configuration = tool.configuration();
    quote! {
        #may_be_async
        #function
        #marker
        #(#configuration)*
        #[allow(dead_code, deprecated, non_camel_case_types, private_bounds, private_interfaces)]
        const _: () = {
            use #private::ProbeDefaults as _;
            #artefacts
        };
    }
}

/// What functions and methods have alike.
fn artefacts(tool: &ToolFunction, names: &Names) -> TokenStream {
    let assertions = assertions::expand(tool, names);
    let arguments = arguments::expand(tool, names);
    let definition = definition::expand(tool, names);
    let body = body::expand(tool, names);
    quote!(#assertions #arguments #definition #body)
}

/// Paths and identifiers that several artefacts share. None can meet a name of the user.
struct Names {
    /// The re-exports of the library for expansions.
    private: TokenStream,
    /// The struct of arguments.
    arguments: Ident,
    /// Whether the function returns a `Result`.
    fallible: Ident,
    /// Whether all parameters are `Send`.
    sendable: Ident,
    /// The type parameter.
    state: Ident,
    /// The type of the tool, as impls name it.
    this: TokenStream,
    /// What the function returns, as far as that depends on no generics.
    shape: TokenStream,
    /// What makes use of every type parameter.
    phantom: TokenStream,
    /// The generics of the type that a method is of; nothing for a function.
    declared: TokenStream,
    /// The same as arguments.
    passed: TokenStream,
    /// The bounds of that type.
    known: TokenStream,
}

impl Names {
    fn new(tool: &ToolFunction) -> Self {
        let library = &tool.library;
        let ident = |name| Ident::new(name, Span::mixed_site());
        let (private, state) = (quote!(#library::__private), ident("__DshToolsState"));
        let (marker, returns) = (&tool.marker, &tool.returns);
        let host = tool.host.as_deref();
        let self_type = host.map(|host| &host.self_type);
        Self {
            this: self_type.map_or_else(|| quote!(#marker), |of| quote!(#marker<#of>)),
            shape: host.map_or_else(
                || returns.to_token_stream(),
                |host| normalise::shape(returns, &host.names()),
            ),
            phantom: self_type.map_or_else(|| quote!(#state), |of| quote!((#state, fn() -> #of))),
            declared: host.map(Host::declared).unwrap_or_default(),
            passed: host.map(Host::passed).unwrap_or_default(),
            known: host.map(Host::bounds).unwrap_or_default(),
            private,
            state,
            arguments: format_ident!("__ArgsOf_{}", tool.item.sig.ident.unraw()),
            fallible: ident("__DSH_TOOLS_FALLIBLE"),
            sendable: ident("__DSH_TOOLS_SENDABLE"),
        }
    }

    /// The re-exports, as tokens of that place: so that a report about a call of one of them is there.
    fn private_at(&self, span: Span) -> TokenStream {
        at_span(self.private.clone(), span)
    }

    /// The local variable of a parameter.
    fn local(index: usize) -> Ident {
        format_ident!("__dsh_tools_{index}", span = Span::mixed_site())
    }

    /// The function that makes a parameter's default.
    fn default(index: usize) -> Ident {
        format_ident!("__dsh_tools_default_{index}", span = Span::mixed_site())
    }

    /// That function, as it is named where it is used.
    fn default_function(&self, index: usize) -> TokenStream {
        let (name, passed) = (Self::default(index), &self.passed);
        quote!(#name::<#passed>)
    }
}

/// The same tokens, as if they stood at that place.
fn at_span(tokens: TokenStream, span: Span) -> TokenStream {
    let at_span = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(at_span).collect()
}

/// `Some(…)` or `None`, whatever these names mean to the user.
fn option(private: &TokenStream, value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(
        || quote!(#private::Option::None),
        |value| quote!(#private::Option::Some(#value)),
    )
}
