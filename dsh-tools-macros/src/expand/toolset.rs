//! From a sound toolset to code: the impl, a type with its traits for each method, and `tools()`.
//! Where something is wrong, the impl stays and a stand-in of `tools()` with it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemImpl;

use super::{Names, artefacts, marker, stand_in};
use crate::check::check_toolset;
use crate::errors::Errors;
use crate::messages;
use crate::model::ToolFunction;
use crate::parse::ToolsetAttributes;
use crate::toolset::Toolset;

/// `#[toolset(attributes)] item`
pub(crate) fn toolset(attributes: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(item_impl) = syn::parse2::<ItemImpl>(item.clone()) else {
        let error = syn::Error::new_spanned(item, messages::NOT_AN_IMPL).to_compile_error();
        return quote!(#item #error);
    };
    let errors = Errors::new();
    let attributes = ToolsetAttributes::parse(attributes, &errors);
    let toolset = Toolset::new(item_impl, &attributes, &errors);
    check_toolset(&toolset, &errors);
    match errors.check() {
        Ok(()) => expand(&toolset),
        Err(error) => {
            let (item, error) = (&toolset.item, error.to_compile_error());
            let stand_in = stands_in(&toolset).then(|| stand_in::of_toolset(&toolset.host));
            quote!(#item #stand_in #error)
        }
    }
}

/// Whether `tools()` can be there: not beside one of the user, and of a trait's impl not for sure.
fn stands_in(toolset: &Toolset) -> bool {
    toolset.method_of_that_name().is_none()
        && (toolset.item.trait_.is_none() || !toolset.host.is_generic())
}

fn expand(toolset: &Toolset) -> TokenStream {
    let item = &toolset.item;
    let library = &toolset.host.library;
    let (named, hidden): (Vec<_>, Vec<_>) =
        toolset.tools.iter().partition(|tool| tool.attributes.marker.is_some());
    let marker = |tool: &&ToolFunction| marker::of_method(tool, &toolset.host);
    let (named, hidden) = (named.iter().map(marker), hidden.iter().map(marker));
    let tools = toolset.tools.iter().map(tool);
    let collect = collect(toolset);
    quote! {
        #item
        #(#named)*
        #[allow(
            dead_code, deprecated, non_camel_case_types, non_local_definitions, private_bounds, private_interfaces, unreachable_pub
        )]
        const _: () = {
            use #library::__private::ProbeDefaults as _;
            #(#hidden)*
            #(#tools)*
            #collect
        };
    }
}

/// The traits of one tool, in a block, since all tools use the same names there.
fn tool(tool: &ToolFunction) -> TokenStream {
    let names = Names::new(tool);
    let name = marker::name_of_method(tool, &names);
    let artefacts = artefacts(tool, &names);
    quote!(const _: () = { #name #artefacts };)
}

/// The method that gives the tools. What they ask of a state is asked where that is known.
fn collect(toolset: &Toolset) -> TokenStream {
    let host = &toolset.host;
    let library = &host.library;
    let private = quote!(#library::__private);
    let (declared, self_type) = (host.declared(), &host.self_type);
    let (known, method) = (host.bounds(), &host.method);
    let this = || toolset.tools.iter().map(|tool| Names::new(tool).this);
    let (bounded, added) = (this(), this());
    quote! {
        impl<#declared> #self_type where #known {
            #[doc = "The tools of this value, for a registry over any state that gives what they ask for."]
            #[must_use]
            pub fn #method<__DshToolsState>(
                self: &#private::Arc<Self>,
            ) -> #private::Tools<__DshToolsState>
            where
                __DshToolsState: #private::Send + #private::Sync + 'static,
                #(#bounded: #private::MethodBody<__DshToolsState, #self_type>
                    + #private::Tool<__DshToolsState>,)*
            {
                #private::collect(|__dsh_tools_all| {
                    #(__dsh_tools_all.add(
                        #private::MethodOf::<#added, #self_type>::new(#private::Arc::clone(self)),
                    );)*
                })
            }
        }
    }
}
