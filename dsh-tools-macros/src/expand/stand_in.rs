//! What stands for a tool that is wrong: it satisfies whoever uses the tool and never runs.
//! So the mistake is reported once, where it is, and not again at every use.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Names, marker};
use crate::host::Host;
use crate::model::ToolFunction;

/// For the tools of a toolset.
pub(super) fn of_toolset(host: &Host) -> TokenStream {
    let library = &host.library;
    let private = quote!(#library::__private);
    let (declared, self_type) = (host.declared(), &host.self_type);
    let (known, method) = (host.bounds(), &host.method);
    quote! {
        #[allow(dead_code, non_local_definitions, unreachable_pub)]
        const _: () = {
            impl<#declared> #self_type where #known {
                #[doc = "No tools, since one is wrong."]
                #[must_use]
                pub fn #method<__DshToolsState>(
                    self: &#private::Arc<Self>,
                ) -> #private::Tools<__DshToolsState> {
                    loop {}
                }
            }
        };
    }
}

/// For the tool of a function.
pub(super) fn expand(tool: &ToolFunction) -> TokenStream {
    let marker_items = marker::expand(tool);
    let Names { private, state, .. } = Names::new(tool);
    let marker = &tool.marker;
    let configuration = tool.configuration();
    quote! {
        #marker_items

        #(#configuration)*
        impl<#state> #private::Tool<#state> for #marker {
            type Args = ();
            type Output = ();
            fn spec() -> #private::Result<#private::Arc<#private::ToolSpec>, #private::DefinitionError> {
                loop {}
            }
            fn read(_: &#private::Json) -> #private::Result<(), #private::ToolError> {
                loop {}
            }
        }

        #(#configuration)*
        impl<#state> #private::ToolBody<#state> for #marker {
            fn call(_: &#private::Json, _: #private::CallContext<#state>) -> #private::BodyFuture {
                loop {}
            }
        }
    }
}
