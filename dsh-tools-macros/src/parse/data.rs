//! The attributes of `#[data(…)]`.
//! There is one: where the library is.

use proc_macro2::TokenStream;
use syn::Path;

use super::setting::settings;
use crate::errors::Errors;

/// What `#[data(…)]` says.
pub(crate) struct DataAttributes {
    pub(crate) library: Option<Path>,
}

impl DataAttributes {
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let settings = settings(tokens, &["crate"], errors);
        Self { library: settings.first().and_then(|setting| setting.path(errors)) }
    }
}
