//! What a tool says of itself: name, description, schemas, hints and callbacks, made when first asked for.
//! The impl is generic over a type that is never used: so its bounds are no errors of their own.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Names, arguments, at_span};
use crate::model::{Parameter, ToolFunction};
use crate::parse::{Bounds, Concurrency, ToolAttributes};

pub(super) fn expand(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, state, fallible, sendable, arguments, .. } = names;
    let Names { declared, passed, known, this, shape, .. } = names;
    let returns = &tool.returns;
    let bounds = arguments::bounds(tool, names);
    let read = arguments::read(tool, names);
    let draft = draft(tool, names);
    let spec =
        quote!(#private::Result<#private::Arc<#private::ToolSpec>, #private::DefinitionError>);
    let (arguments, build) = match tool.whole() {
        Some(whole) => {
            let owned = &whole.owned;
            (quote!(#owned), quote!(build_whole::<#state, #owned, #returns, #fallible>()))
        }
        None => {
            (quote!(#arguments<#passed #state>), quote!(build::<#state, #returns, #fallible>()))
        }
    };
    let make = quote!(#draft.#build);
    let made_once = if tool.host.as_ref().is_some_and(|host| host.is_generic()) {
        quote!(#private::once_per_type::<Self>(|| #make))
    } else {
        quote! {
            static __DSH_TOOLS_SPEC: #private::OnceLock<#spec> = #private::OnceLock::new();
            #private::Clone::clone(__DSH_TOOLS_SPEC.get_or_init(|| #make))
        }
    };
    let held = tool.concrete().map(|parameter| &parameter.owned);
    quote! {
        const #fallible: bool = <#private::Probe<#shape>>::FALLIBLE;
        const #sendable: bool = true #(&& <#private::Probe<#held>>::IS_SEND)*;

        impl<#declared #state> #private::Tool<#state> for #this
        where
            #known
            #bounds
            #returns: #private::ToolReturn<#state, #fallible>,
        {
            type Args = #arguments;
            type Output = <#returns as #private::ToolReturn<#state, #fallible>>::Output;

            fn spec() -> #spec { #made_once }

            fn read(
                __dsh_tools_json: &#private::Json,
            ) -> #private::Result<<Self as #private::Tool<#state>>::Args, #private::ToolError> {
                #read
            }
        }
    }
}

fn draft(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, state, this, .. } = names;
    let name = &tool.name.text;
    let description = tool.description.as_deref().unwrap_or_default();
    let parameters = tool.parameters.iter().enumerate().filter(|_| tool.whole().is_none()).map(
        |(index, parameter)| {
            let owned = &parameter.owned;
            let argument = argument(parameter, index, names);
            quote!(.parameter::<#state, #owned>(#argument))
        },
    );
    let attributes = &tool.attributes;
    let timeout = attributes.timeout_ms.as_ref().and_then(|literal| {
        let milliseconds = literal.base10_parse::<u64>().ok()?;
        Some(quote!(.timeout_ms(#milliseconds)))
    });
    let flags = [
        (attributes.read_only, quote!(.read_only())),
        (attributes.destructive, quote!(.destructive())),
        (attributes.idempotent, quote!(.idempotent())),
        (attributes.open_world, quote!(.open_world())),
        (attributes.closed, quote!(.closed())),
    ];
    let flags = flags.into_iter().filter_map(|(given, call)| given.map(|_| call));
    let concurrency = attributes.concurrency.as_ref().map(|concurrency| match concurrency {
        Concurrency::Always => quote!(.concurrency_safe()),
        Concurrency::When(classify) => {
            quote_spanned!(classify.span()=> .concurrency_safe_when::<#this>(#classify))
        }
    });
    let callbacks = callbacks(attributes, this);
    quote! {
        #private::SpecDraft::new(#name, #description)
            #(#parameters)* #timeout #(#flags)* #concurrency #callbacks
    }
}

/// Each callback, told which tool it is of, so that its parameters have types.
fn callbacks(attributes: &ToolAttributes, this: &TokenStream) -> TokenStream {
    let typed = [
        (&attributes.render, quote!(render::<#this>)),
        (&attributes.presentation_meta, quote!(presentation_meta::<#this, _>)),
        (&attributes.present_call, quote!(present_call::<#this, _>)),
        (&attributes.present_result, quote!(present_result::<#this, _>)),
        (&attributes.finalize_content, quote!(finalize_content)),
    ];
    let given = typed.into_iter().filter_map(|(callback, method)| {
        let callback = callback.as_ref()?;
        let method = at_span(method, callback.span());
        Some(quote_spanned!(callback.span()=> .#method(#callback)))
    });
    quote!(#(#given)*)
}

/// What the attributes of a parameter say of it.
fn argument(parameter: &Parameter, index: usize, names: &Names) -> TokenStream {
    let private = &names.private;
    let name = &parameter.name.text;
    let attributes = &parameter.attributes;
    let description = attributes.description.as_ref().map(|text| quote!(.description(#text)));
    let default = attributes.default.as_ref().map(|default| {
        let function = names.default_function(index);
        quote_spanned!(default.span()=> .default_value(&#function()))
    });
    let example = attributes
        .example
        .as_ref()
        .map(|example| quote_spanned!(example.span()=> .example(&#example)));
    let bounds = |bounds: &Option<Bounds>, least: TokenStream, most: TokenStream| {
        bounds.as_ref().map(|bounds| {
            let min = bounds.min.as_ref().map(|min| quote_spanned!(min.span()=> .#least(&#min)));
            let max = bounds.max.as_ref().map(|max| quote_spanned!(max.span()=> .#most(&#max)));
            quote!(#min #max)
        })
    };
    let range = bounds(&attributes.range, quote!(minimum), quote!(maximum));
    let length = bounds(&attributes.length, quote!(min_length), quote!(max_length));
    let pattern = attributes.pattern.as_ref().map(|pattern| quote!(.pattern(#pattern)));
    let secret = attributes.secret.then(|| quote!(.secret()));
    let constraints = quote!(#range #length #pattern #secret);
    quote!(#private::Argument::new(#name) #description #default #example #constraints)
}
