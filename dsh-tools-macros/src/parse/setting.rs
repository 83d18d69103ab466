//! The grammar that all attributes share: `key`, `key = value` and `key(…)`, separated by commas.
//! What cannot be read is reported and skipped up to the next comma.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, Ident, Lit, LitInt, LitStr, Path, Token, parenthesized, token};

use crate::errors::Errors;
use crate::messages;

/// One attribute as it was written.
pub(super) struct Setting {
    pub(super) key: Ident,
    /// The key without `r#`.
    pub(super) name: String,
    value: Value,
}

enum Value {
    None,
    Equals(Box<Expr>),
    List(TokenStream),
}

/// Reads a list of attributes, and reports those that are unknown or given twice.
pub(super) fn settings(tokens: TokenStream, known: &[&str], errors: &Errors) -> Vec<Setting> {
    let read = |input: ParseStream<'_>| Ok(read_all(input, errors));
    let mut settings: Vec<Setting> = Vec::new();
    for setting in read.parse2(tokens).unwrap_or_default() {
        if !known.contains(&setting.name.as_str()) {
            let message = messages::unknown(&setting.name, nearest(&setting.name, known), known);
            errors.at(&setting.key, message);
        } else if settings.iter().any(|before| before.name == setting.name) {
            errors.at(&setting.key, messages::repeated(&setting.name));
        } else {
            settings.push(setting);
        }
    }
    settings
}

fn read_all(input: ParseStream<'_>, errors: &Errors) -> Vec<Setting> {
    let mut settings = Vec::new();
    while !input.is_empty() {
        match read_one(input) {
            Ok(setting) => settings.push(setting),
            Err(error) => {
                errors.push(error);
                skip_to_comma(input);
            }
        }
        if input.is_empty() {
            break;
        }
        if input.parse::<Token![,]>().is_err() {
            errors.at_span(input.span(), messages::EXPECTED_COMMA);
            skip_to_comma(input);
            let _: syn::Result<Token![,]> = input.parse();
        }
    }
    settings
}

fn read_one(input: ParseStream<'_>) -> syn::Result<Setting> {
    if !input.peek(Ident::peek_any) {
        return Err(input.error(messages::EXPECTED_SETTING));
    }
    let key = input.call(Ident::parse_any)?;
    let value = if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        Value::Equals(input.parse()?)
    } else if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        Value::List(content.parse()?)
    } else if input.peek(Token![:]) {
        return Err(input.error(messages::EXPECTED_EQUALS));
    } else {
        Value::None
    };
    Ok(Setting { name: key.unraw().to_string(), key, value })
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _: syn::Result<TokenTree> = input.parse();
    }
}

/// The known key that differs least, if it differs little.
fn nearest<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    let (distance, nearest) =
        known.iter().map(|candidate| (edit_distance(key, candidate), *candidate)).min()?;
    (distance <= key.len().max(nearest.len()) / 3 + 1 && distance < nearest.len())
        .then_some(nearest)
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, character) in left.chars().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (index, other) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(character != *other);
            diagonal = row[index + 1];
            row[index + 1] = replaced.min(row[index] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

impl Setting {
    pub(super) fn span(&self) -> Span {
        self.key.span()
    }

    fn refuse<T>(&self, form: &str, errors: &Errors) -> Option<T> {
        let message = messages::expects(&self.name, form);
        match &self.value {
            Value::Equals(value) => errors.at(value, message),
            Value::None | Value::List(_) => errors.at(&self.key, message),
        }
        None
    }

    /// `key`
    pub(super) fn flag(&self, errors: &Errors) -> Option<Span> {
        if self.has_value() {
            errors.at(self.place(), messages::stands_alone(&self.name));
            return None;
        }
        Some(self.span())
    }

    /// `key = "…"`
    pub(super) fn text(&self, errors: &Errors) -> Option<LitStr> {
        match self.equals() {
            Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Some(text.clone()),
            _ => self.refuse(&format!("{} = \"…\"", self.name), errors),
        }
    }

    /// `key = 5`
    pub(super) fn integer(&self) -> Option<LitInt> {
        match self.equals() {
            Some(Expr::Lit(ExprLit { lit: Lit::Int(number), .. })) => Some(number.clone()),
            _ => None,
        }
    }

    /// `key = some::path`
    pub(super) fn path(&self, errors: &Errors) -> Option<Path> {
        match self.equals() {
            Some(Expr::Path(path)) if path.qself.is_none() => Some(path.path.clone()),
            _ => self.refuse(&format!("{} = some::path", self.name), errors),
        }
    }

    /// `key = Name`
    pub(super) fn ident(&self, errors: &Errors) -> Option<Ident> {
        match self.equals() {
            Some(Expr::Path(path)) if path.path.get_ident().is_some() => {
                path.path.get_ident().cloned()
            }
            _ => self.refuse(&format!("{} = Name", self.name), errors),
        }
    }

    /// `key = path` or `key = |…| …`
    pub(super) fn callback(&self, parameters: &str, errors: &Errors) -> Option<Expr> {
        match self.equals() {
            Some(callback @ (Expr::Path(_) | Expr::Closure(_))) => Some(callback.clone()),
            _ => self.refuse(&format!("{0} = path` or `{0} = |{parameters}| …", self.name), errors),
        }
    }

    /// `key = expression`
    pub(super) fn expression(&self, errors: &Errors) -> Option<Expr> {
        match self.equals() {
            Some(value) => Some(value.clone()),
            None => self.refuse(&format!("{} = expression", self.name), errors),
        }
    }

    /// `key(…)`
    pub(super) fn list(&self, form: &str, errors: &Errors) -> Option<TokenStream> {
        match &self.value {
            Value::List(tokens) => Some(tokens.clone()),
            _ => self.refuse(form, errors),
        }
    }

    pub(super) fn has_value(&self) -> bool {
        !matches!(self.value, Value::None)
    }

    fn equals(&self) -> Option<&Expr> {
        match &self.value {
            Value::Equals(value) => Some(value),
            _ => None,
        }
    }

    /// The value where there is one, else the key: where to point.
    pub(super) fn place(&self) -> TokenStream {
        self.equals().map_or_else(|| self.key.to_token_stream(), ToTokens::to_token_stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mac_7_the_nearest_attribute_is_named() {
        let known = ["timeout_ms", "read_only", "render", "name", "type"];
        assert_eq!(nearest("timeout", &known), Some("timeout_ms"));
        assert_eq!(nearest("readonly", &known), Some("read_only"));
        assert_eq!(nearest("nmae", &known), Some("name"));
        assert_eq!(nearest("color", &known), None);
    }
}
