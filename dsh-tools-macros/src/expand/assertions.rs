//! What only the compiler can check: types of parameters and output, and how many contexts there are.
//! Each assertion is at the user's own type, and nothing else in the expansion fails for the same reason.

use proc_macro2::TokenStream;
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
            quote!(assert_whole_arguments)
        } else {
            quote!(assert_parameter)
        };
        quote_spanned!(parameter.span()=> #private::#assertion::<#owned>();)
    });
    let returns = &tool.returns;
    let output = quote_spanned!(returns.span()=> #private::assert_return::<#returns, #fallible>(););
    let contexts = contexts(tool, names);
    quote! {
        fn __dsh_tools_assertions<#declared>() where #known { #(#parameters)* #output }
        #contexts
    }
}

/// There is at most one context, and beside `#[args]` nothing else.
fn contexts(tool: &ToolFunction, names: &Names) -> Option<TokenStream> {
    let is_context = |parameter: &Parameter| {
        let (owned, private) = (&parameter.owned, names.private_at(parameter.span()));
        quote_spanned!(parameter.span()=> <#private::Probe<#owned>>::IS_CONTEXT)
    };
    // A constant cannot depend on the generics of a toolset's type.
    let concrete = tool.parameters.iter().filter(|parameter| {
        !tool.host.as_ref().is_some_and(|host| host.is_mentioned(&parameter.owned))
    });
    if tool.whole().is_some() {
        let others = concrete.filter(|parameter| !parameter.is_whole());
        let message = messages::REQUIRED_BESIDE_WHOLE;
        let rules = others.map(|parameter| {
            let (holds, private) = (is_context(parameter), names.private_at(parameter.span()));
            quote_spanned!(parameter.span()=> #private::assert!(#holds, #message);)
        });
        return Some(quote!(const _: () = { #(#rules)* };));
    }
    if tool.parameters.len() < 2 {
        return None;
    }
    let message = messages::TWO_CONTEXTS;
    let counted = concrete.map(|parameter| {
        let (is_context, private) = (is_context(parameter), names.private_at(parameter.span()));
        quote_spanned! {parameter.span()=>
            if #is_context {
                #private::assert!(!__dsh_tools_seen, #message);
                __dsh_tools_seen = true;
            }
        }
    });
    Some(quote! {
        #[allow(unused_assignments)]
        const _: () = { let mut __dsh_tools_seen = false; #(#counted)* };
    })
}
