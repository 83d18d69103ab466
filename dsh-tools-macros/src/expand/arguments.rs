//! The struct of a tool's arguments, which its callbacks get, and the functions of defaults.
//! A tool with `#[args]` has its struct already.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit};

use super::{Names, option};
use crate::model::{Parameter, ToolFunction};

pub(super) fn expand(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { declared, known, .. } = names;
    let defaults = tool.parameters.iter().enumerate().filter_map(|(index, parameter)| {
        let (name, owned) = (Names::default(index), &parameter.owned);
        let value = default_value(parameter, names)?;
        Some(quote!(fn #name<#declared>() -> #owned where #known { #value }))
    });
    let fields = tool.whole().is_none().then(|| fields(tool, names));
    quote!(#(#defaults)* #fields)
}

/// The default as an expression of the parameter's type; text becomes the owned form of text.
fn default_value(parameter: &Parameter, names: &Names) -> Option<TokenStream> {
    let default = parameter.attributes.default.as_ref()?;
    let private = &names.private;
    Some(match default {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            quote_spanned!(text.span()=> #private::Into::into(#text))
        }
        other => quote_spanned!(other.span()=> #other),
    })
}

fn fields(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, arguments, state, declared, known, phantom, .. } = names;
    let bounds = bounds(tool, names);
    let fields = tool.parameters.iter().map(|parameter| {
        let (ident, owned) = (&parameter.ident, &parameter.owned);
        quote!(pub #ident: <#owned as #private::Parameter<#state>>::Argument)
    });
    quote! {
        pub struct #arguments<#declared #state> where #known #bounds {
            #(#fields,)*
            __dsh_tools_state: #private::PhantomData<#phantom>,
        }
    }
}

/// Bounds that hold for suitable parameters, and are no error for others.
pub(super) fn bounds(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, state, .. } = names;
    let bounds = tool.parameters.iter().map(|parameter| {
        let owned = &parameter.owned;
        if parameter.is_whole() {
            quote!(#owned: #private::WholeArguments<#state>)
        } else {
            quote!(#owned: #private::Parameter<#state>)
        }
    });
    quote!(#(#bounds,)*)
}

/// Reads the arguments into the struct.
pub(super) fn read(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, arguments, state, .. } = names;
    if let Some(whole) = tool.whole() {
        let owned = &whole.owned;
        return quote!(<#owned as #private::WholeArguments<#state>>::read_all(__dsh_tools_json));
    }
    let fields = tool.parameters.iter().enumerate().map(|(index, parameter)| {
        let (ident, owned, name) = (&parameter.ident, &parameter.owned, &parameter.name.text);
        let default = default(parameter, index, names);
        quote! {
            #ident: <#owned as #private::Parameter<#state>>::read(__dsh_tools_json, #name, #default)?
        }
    });
    quote! {
        #private::Result::Ok(#arguments {
            #(#fields,)*
            __dsh_tools_state: #private::PhantomData,
        })
    }
}

/// The default of a parameter, as reading takes it.
fn default(parameter: &Parameter, index: usize, names: &Names) -> TokenStream {
    let function = parameter.attributes.default.as_ref().map(|_| names.default_function(index));
    option(&names.private, function)
}
