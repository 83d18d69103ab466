//! What stands for a tool that is wrong: it satisfies whoever uses the tool and never runs.
//! So the mistake is reported once, where it is, and not again at every use.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Names, marker};
use crate::model::ToolFunction;

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
