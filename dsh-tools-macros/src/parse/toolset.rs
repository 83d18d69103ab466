//! The attributes of `#[toolset(…)]`: a prefix of all names, the method that gives the tools, and the library.
//! Whether the prefix can stand in a name is for `check` to say.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr, Path};

use super::setting::settings;
use crate::errors::Errors;

/// What `#[toolset(…)]` says.
#[derive(Default)]
pub(crate) struct ToolsetAttributes {
    pub(crate) prefix: Option<LitStr>,
    pub(crate) method: Option<Ident>,
    pub(crate) library: Option<Path>,
}

impl ToolsetAttributes {
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut attributes = Self::default();
        for setting in settings(tokens, &["prefix", "method", "crate"], errors) {
            match setting.name.as_str() {
                "prefix" => attributes.prefix = setting.text(errors),
                "method" => attributes.method = setting.ident(errors),
                _ => attributes.library = setting.path(errors),
            }
        }
        attributes
    }
}
