//! A call: parameters are taken from arguments and context, then the function runs with them.
//! Its future owns the parameters; what the function borrows is borrowed from there.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Names, arguments};
use crate::model::{Parameter, ToolFunction};
use crate::normalise::Passing;

pub(super) fn expand(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, state, fallible, .. } = names;
    let (marker, returns) = (&tool.marker, &tool.returns);
    let bounds = tool.parameters.iter().map(|parameter| {
        let owned = &parameter.owned;
        if parameter.is_whole() {
            quote!(#owned: #private::WholeArguments<#state>)
        } else {
            quote!(#owned: #private::ToolParam<#state>)
        }
    });
    let taken = tool.parameters.iter().enumerate().map(|(index, parameter)| {
        let local = Names::local(index);
        let take = take(parameter, index, names);
        quote! {
            let #local = match #take {
                #private::Result::Ok(__dsh_tools_taken) => __dsh_tools_taken,
                #private::Result::Err(__dsh_tools_error) => {
                    return #private::failed(__dsh_tools_error)
                }
            };
        }
    });
    let run = run(tool, names);
    quote! {
        impl<#state: #private::Send + #private::Sync + 'static> #private::ToolBody<#state> for #marker
        where
            #(#bounds,)*
            #returns: #private::ToolReturn<#state, #fallible>,
        {
            fn call(
                __dsh_tools_json: &#private::Json,
                __dsh_tools_context: #private::CallContext<#state>,
            ) -> #private::BodyFuture {
                #(#taken)*
                #run
            }
        }
    }
}

fn take(parameter: &Parameter, index: usize, names: &Names) -> TokenStream {
    let Names { private, state, .. } = names;
    let (owned, name) = (&parameter.owned, &parameter.name.text);
    if parameter.is_whole() {
        return quote!(<#owned as #private::WholeArguments<#state>>::read_all(__dsh_tools_json));
    }
    let default = arguments::default(parameter, index, names);
    quote! {
        <#owned as #private::ToolParam<#state>>::take(
            __dsh_tools_json,
            #name,
            #default,
            &__dsh_tools_context,
        )
    }
}

/// Runs the function. Whether its future is `Send` is asked at the function's name; where a parameter is not,
/// that was said at the parameter.
fn run(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, state, fallible, sendable, .. } = names;
    let (function, returns) = (&tool.item.sig.ident, &tool.returns);
    let passed = tool.parameters.iter().enumerate().map(|(index, parameter)| {
        let local = Names::local(index);
        match parameter.passing {
            Passing::Owned => quote!(#local),
            Passing::Borrowed => quote!(#private::Borrow::borrow(&#local)),
            Passing::Lent => quote!(#private::Lend::lend(&#local)),
        }
    });
    let call = quote!(#function(#(#passed),*));
    let into_json = quote!(<#returns as #private::ToolReturn<#state, #fallible>>::into_json);
    let span = function.span();
    let private = names.private_at(span);
    let name = quote!(<Self as #private::NamedTool>::NAME);
    let runs = quote_spanned!(span=> #private::Runs::<#sendable>);
    if tool.attributes.blocking.is_some() {
        return quote_spanned!(span=> #runs::blocking(move || #into_json(#call, #name)));
    }
    let wait = tool.item.sig.asyncness.map(|_| quote!(.await));
    quote_spanned!(span=> #runs::body(async move { #into_json(#call #wait, #name) }))
}
