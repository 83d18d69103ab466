//! The attributes of `#[toolset(…)]`: a prefix of all names, and where the library is.
//! Whether the prefix can stand in a name is for `check` to say.

use proc_macro2::TokenStream;
use syn::{LitStr, Path};

use super::setting::settings;
use crate::errors::Errors;

/// What `#[toolset(…)]` says.
#[derive(Default)]
pub(crate) struct ToolsetAttributes {
    pub(crate) prefix: Option<LitStr>,
    pub(crate) library: Option<Path>,
}

impl ToolsetAttributes {
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut attributes = Self::default();
        for setting in settings(tokens, &["prefix", "crate"], errors) {
            match setting.name.as_str() {
                "prefix" => attributes.prefix = setting.text(errors),
                _ => attributes.library = setting.path(errors),
            }
        }
        attributes
    }
}
