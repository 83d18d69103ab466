//! What only the compiler can check: types of parameters and output, and how many contexts there are.
//! Each assertion is at the user's own type, and nothing else in the expansion fails for the same reason.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::Names;
use crate::messages;
use crate::model::{Parameter, ToolFunction};

pub(super) fn expand(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, fallible, declared, known, .. } = names;
    let parameters = tool.parameters.iter().map(|parameter| {
        let owned = &parameter.owned;
        let assertion = if parameter.is_whole() {
            quote!(assert_whole_arguments::<#owned>)
        } else if tool.is_concrete(parameter) {
            let is_context = is_context(parameter, names);
            quote!(assert_parameter::<#owned, { #is_context }>)
        } else {
            quote!(assert_generic_parameter::<#owned>)
        };
        quote_spanned!(parameter.span()=> #private::#assertion();)
    });
    let returns = &tool.returns;
    let output = quote_spanned!(returns.span()=> #private::assert_return::<#returns, #fallible>(););
    let contexts = contexts(tool, names);
    quote! {
        fn __dsh_tools_assertions<#declared>() where #known { #(#parameters)* #output }
        #contexts
    }
}

/// There is at most one context, which has no `#[arg]`, and beside `#[args]` nothing else.
fn contexts(tool: &ToolFunction, names: &Names) -> TokenStream {
    let single = tool.concrete().filter_map(|parameter| {
        let span = parameter.attributes.single?;
        Some(rule(parameter, span, &quote!(!), messages::CONTEXT_DESCRIBED, names))
    });
    let beside = tool.concrete().filter(|other| tool.whole().is_some() && !other.is_whole());
    let beside = beside.map(|parameter| {
        let message = messages::REQUIRED_BESIDE_WHOLE;
        rule(parameter, parameter.span(), &TokenStream::new(), message, names)
    });
    let at_most_one = (tool.parameters.len() > 1).then(|| at_most_one(tool, names));
    quote!(#(const _: () = #single;)* #(const _: () = #beside;)* #at_most_one)
}

fn at_most_one(tool: &ToolFunction, names: &Names) -> TokenStream {
    let message = messages::TWO_CONTEXTS;
    let counted = tool.concrete().map(|parameter| {
        let span = parameter.span();
        let (is_context, private) = (is_context(parameter, names), names.private_at(span));
        quote_spanned! {span=>
            if #is_context {
                #private::assert!(!__dsh_tools_seen, #message);
                __dsh_tools_seen = true;
            }
        }
    });
    quote! {
        #[allow(unused_assignments)]
        const _: () = { let mut __dsh_tools_seen = false; #(#counted)* };
    }
}

/// Asserts that the parameter is the context, or with `not` that it is none.
fn rule(
    parameter: &Parameter,
    span: Span,
    not: &TokenStream,
    message: &str,
    names: &Names,
) -> TokenStream {
    let (is_context, private) = (is_context(parameter, names), names.private_at(span));
    quote_spanned!(span=> #private::assert!(#not #is_context, #message))
}

fn is_context(parameter: &Parameter, names: &Names) -> TokenStream {
    let (owned, private) = (&parameter.owned, names.private_at(parameter.span()));
    quote_spanned!(parameter.span()=> <#private::Probe<#owned>>::IS_CONTEXT)
}
