//! The type of a tool: beside a function under its name, with `tool()`; for a method, over the type of the method.
//! It has braces, so that it takes no name among values, and is hidden from documentation.

use proc_macro2::TokenStream;
use quote::quote;

use super::Names;
use crate::host::Host;
use crate::model::ToolFunction;

/// The type beside a function.
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

/// The type of a method's tool. Its parameter is the method's type, so that generics are needed only in impls.
pub(super) fn of_method(tool: &ToolFunction, host: &Host) -> TokenStream {
    let (marker, private) = (&tool.marker, &Names::new(tool).private);
    let self_type = &host.self_type;
    // Where the user gave it a name, `ArgsOf<Name>` is for callbacks that are functions.
    let (visibility, usual) = match &tool.attributes.marker {
        Some(_) => (Some(&tool.item.vis), (!host.is_generic()).then(|| quote!(= #self_type))),
        None => (None, None),
    };
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #marker<__DshToolsHost #usual> {
            __dsh_tools_host: #private::PhantomData<fn() -> __DshToolsHost>,
        }
    }
}

/// Its name.
pub(super) fn name_of_method(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, declared, known, this, .. } = names;
    let name = &tool.name.text;
    quote! {
        impl<#declared> #private::NamedTool for #this where #known {
            const NAME: &'static str = #name;
        }
    }
}
