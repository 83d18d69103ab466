//! `#[data]`: the serde and schemars derives, through the re-exports of the library (rule MAC-3a).
//! A user of it depends on neither.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::errors::Errors;
use crate::expand::start_of;
use crate::messages;
use crate::parse::DataAttributes;

/// `#[data(attributes)] item`
pub(crate) fn data(attributes: TokenStream, item: &TokenStream) -> TokenStream {
    let errors = Errors::new();
    let attributes = DataAttributes::parse(attributes, &errors);
    match syn::parse2::<syn::Item>(item.clone()) {
        // What does not parse is for the compiler to explain.
        Ok(syn::Item::Struct(_) | syn::Item::Enum(_)) | Err(_) => {}
        Ok(_) => errors.at_span(start_of(item), messages::NOT_DATA),
    }
    if let Err(error) = errors.check() {
        let error = error.to_compile_error();
        return quote!(#item #error);
    }
    let library =
        attributes.library.map_or_else(|| quote!(::dsh_tools), |path| path.to_token_stream());
    let private = quote!(#library::__private);
    let path = |name: &str| format!("{private}::{name}").replace(' ', "");
    let (serde, schemars) = (path("serde"), path("schemars"));
    quote! {
        #[derive(#private::serde::Serialize, #private::serde::Deserialize, #private::schemars::JsonSchema)]
        #[serde(crate = #serde)]
        #[schemars(crate = #schemars)]
        #item
    }
}
