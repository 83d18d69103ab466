//! The type beside the function, with `tool()`.
//! It has braces, so that it takes no name among values, and is hidden from documentation.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::ToolFunction;

pub(super) fn expand(tool: &ToolFunction) -> TokenStream {
    let (marker, library) = (&tool.marker, &tool.library);
    let visibility = &tool.item.vis;
    let name = &tool.name.text;
    // A tool that is configured away takes its type along.
    let configuration = tool.configuration();
    quote! {
        #(#configuration)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #marker {}

        #(#configuration)*
        #[allow(dead_code)]
        impl #marker {
            #[doc = "The tool."]
            #[must_use]
            #visibility fn tool() -> #library::__private::ToolOf<#marker> {
                #library::__private::ToolOf::new()
            }
        }

        #(#configuration)*
        impl #library::__private::NamedTool for #marker {
            const NAME: &'static str = #name;
        }
    }
}
