//! A call: parameters are taken from arguments and context, then the function or method runs with them.
//! Its future owns the parameters; what the function borrows is borrowed from there.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::Names;
use crate::model::{Parameter, ToolFunction};
use crate::normalise::Passing;

pub(super) fn expand(tool: &ToolFunction, names: &Names) -> TokenStream {
    let Names { private, state, fallible, declared, known, this, .. } = names;
    let returns = &tool.returns;
    let bounds = tool.parameters.iter().map(|parameter| {
        let owned = &parameter.owned;
        if parameter.is_whole() {
            quote!(#owned: #private::WholeArguments<#state>)
        } else {
            quote!(#owned: #private::ToolParam<#state>)
        }
    });
    let taken = tool
        .parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| take(tool, parameter, &Names::local(index), names));
    let read = quote!(<Self as #private::Tool<#state>>::read(__dsh_tools_json));
    let read = or_failed(&quote!(__dsh_tools_arguments), &read, names);
    let callee = Callee::of(tool, names);
    let run = run(tool, &callee, names);
    let Callee { body_trait, parameter, hold, .. } = callee;
    quote! {
        impl<#declared #state: #private::Send + #private::Sync + 'static> #body_trait for #this
        where
            #known
            #(#bounds,)*
            #returns: #private::ToolReturn<#state, #fallible>,
        {
            fn call(
                #parameter
                __dsh_tools_json: &#private::Json,
                __dsh_tools_context: #private::CallContext<#state>,
            ) -> #private::BodyFuture {
                #read
                #(#taken)*
                #hold
                #run
            }
        }
    }
}

/// The parameter as a variable: of the arguments that were read, or of the context.
fn take(tool: &ToolFunction, parameter: &Parameter, local: &Ident, names: &Names) -> TokenStream {
    let Names { private, state, .. } = names;
    let (owned, ident) = (&parameter.owned, &parameter.ident);
    let param = quote!(<#owned as #private::ToolParam<#state>>);
    if parameter.is_whole() {
        return quote!(let #local = __dsh_tools_arguments;);
    }
    if tool.whole().is_some() {
        let name = &parameter.name.text;
        let take = quote!(#param::take_beside(__dsh_tools_json, #name, &__dsh_tools_context));
        return or_failed(&quote!(#local), &take, names);
    }
    quote!(let #local = #param::take(__dsh_tools_arguments.#ident, &__dsh_tools_context);)
}

/// What was read as a variable; what could not be read ends the call.
fn or_failed(local: &TokenStream, read: &TokenStream, names: &Names) -> TokenStream {
    let private = &names.private;
    quote! {
        let #local = match #read {
            #private::Result::Ok(__dsh_tools_taken) => __dsh_tools_taken,
            #private::Result::Err(__dsh_tools_error) => return #private::failed(__dsh_tools_error),
        };
    }
}

/// How the function is called: by its name, or as a method of a value that the call holds.
struct Callee {
    body_trait: TokenStream,
    /// What the trait's method takes beside arguments and context.
    parameter: Option<TokenStream>,
    /// Holds the value, for as long as the call runs.
    hold: Option<TokenStream>,
    function: TokenStream,
    /// What comes before the parameters.
    receiver: Option<TokenStream>,
}

impl Callee {
    fn of(tool: &ToolFunction, names: &Names) -> Self {
        let Names { private, state, .. } = names;
        let function = &tool.item.sig.ident;
        let Some(host) = &tool.host else {
            let body_trait = quote!(#private::ToolBody<#state>);
            let function = quote!(#function);
            return Self { body_trait, parameter: None, hold: None, function, receiver: None };
        };
        let self_type = &host.self_type;
        let span = tool.receiver().map_or_else(|| function.span(), Spanned::span);
        let at_receiver = names.private_at(span);
        let receiver = quote_spanned! {span=>
            #at_receiver::Share::share(&__dsh_tools_shared)
        };
        Self {
            body_trait: quote!(#private::MethodBody<#state, #self_type>),
            parameter: Some(quote!(__dsh_tools_shared: &#private::Arc<#self_type>,)),
            hold: Some(quote! {
                let __dsh_tools_shared = #private::Arc::clone(__dsh_tools_shared);
            }),
            function: quote!(<#self_type>::#function),
            receiver: Some(receiver),
        }
    }
}

/// Runs the function. Whether its future is `Send` is asked at the function's name; where a parameter is not,
/// that was said at the parameter.
fn run(tool: &ToolFunction, callee: &Callee, names: &Names) -> TokenStream {
    let Names { private, state, fallible, sendable, .. } = names;
    let (function, returns) = (&callee.function, &tool.returns);
    let receiver = callee.receiver.iter();
    let passed = tool.parameters.iter().enumerate().map(|(index, parameter)| {
        let local = Names::local(index);
        match parameter.passing {
            Passing::Owned => quote!(#local),
            Passing::Borrowed => quote!(#private::Borrow::borrow(&#local)),
            Passing::Lent => quote!(#private::Lend::lend(&#local)),
        }
    });
    let call = quote!(#function(#(#receiver,)* #(#passed),*));
    let into_json = quote!(<#returns as #private::ToolReturn<#state, #fallible>>::into_json);
    let span = tool.item.sig.ident.span();
    let private = names.private_at(span);
    let name = quote!(<Self as #private::NamedTool>::NAME);
    let runs = quote_spanned!(span=> #private::Runs::<#sendable>);
    if tool.attributes.blocking.is_some() {
        return quote_spanned!(span=> #runs::blocking(move || #into_json(#call, #name)));
    }
    let wait = tool.item.sig.asyncness.map(|_| quote!(.await));
    quote_spanned!(span=> #runs::body(async move { #into_json(#call #wait, #name) }))
}
