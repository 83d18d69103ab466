//! Collects the mistakes of one macro call, so that all are reported together.
//! In debug builds it panics when it is dropped and nobody asked what it collected.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;

/// The mistakes so far.
pub(crate) struct Errors {
    /// `None` once they were taken.
    collected: RefCell<Option<Vec<syn::Error>>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { collected: RefCell::new(Some(Vec::new())) }
    }

    /// Reports a mistake at those tokens.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Reports a mistake at that place.
    pub(crate) fn at_span(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(collected) = self.collected.borrow_mut().as_mut() {
            collected.push(error);
        }
    }

    /// Ends the collection: all mistakes as one error.
    pub(crate) fn check(self) -> syn::Result<()> {
        let mut collected = self.collected.borrow_mut().take().unwrap_or_default().into_iter();
        let Some(mut all) = collected.next() else {
            return Ok(());
        };
        all.extend(collected);
        Err(all)
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        let unchecked = self.collected.borrow().is_some();
        // A mistake of this crate, which its own tests find.
        debug_assert!(
            !unchecked || std::thread::panicking(),
            "mistakes were collected and never checked"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mac_7_all_mistakes_are_one_error() {
        let errors = Errors::new();
        errors.at_span(Span::call_site(), "first");
        errors.at_span(Span::call_site(), "second");
        let messages: Vec<String> =
            errors.check().expect_err("two mistakes").into_iter().map(|e| e.to_string()).collect();
        assert_eq!(messages, ["first", "second"]);
    }

    #[test]
    #[should_panic(expected = "never checked")]
    fn mac_7_mistakes_are_not_forgotten() {
        drop(Errors::new());
    }
}
