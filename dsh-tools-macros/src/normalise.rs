//! Types as they can be named outside the function: without its lifetimes, and owned.
//! `&str` becomes what `str` is held as, `Option<&str>` an `Option` of that, `Foo<'_>` a `Foo<'static>`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Lifetime, Type, TypeReference};

/// How the function takes what is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// As it is.
    Owned,
    /// By reference: `&str`.
    Borrowed,
    /// As a collection of references: `Option<&str>`.
    Lent,
}

/// The type that holds a parameter of that type, and how it is passed on.
pub(crate) fn owned(declared: &Type, private: &TokenStream) -> (TokenStream, Passing) {
    match declared {
        Type::Reference(TypeReference { elem, mutability: None, .. }) => {
            (owned_form(&without_lifetimes(elem), private), Passing::Borrowed)
        }
        Type::Paren(inner) => owned(&inner.elem, private),
        Type::Group(inner) => owned(&inner.elem, private),
        _ => {
            let mut held = without_lifetimes(declared);
            let mut references = Owned { private, found: false };
            references.visit_type_mut(&mut held);
            let passing = if references.found { Passing::Lent } else { Passing::Owned };
            (held.into_token_stream(), passing)
        }
    }
}

/// The same type with `'static` for every lifetime.
pub(crate) fn without_lifetimes(declared: &Type) -> Type {
    let mut normalised = declared.clone();
    Static.visit_type_mut(&mut normalised);
    normalised
}

fn owned_form(referenced: &Type, private: &TokenStream) -> TokenStream {
    quote_spanned!(referenced.span()=> <#referenced as #private::OwnedForm>::Owned)
}

struct Static;

impl VisitMut for Static {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        *lifetime = everlasting(lifetime.span());
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        let span = reference.and_token.span();
        reference.lifetime.get_or_insert_with(|| everlasting(span));
        visit_mut::visit_type_reference_mut(self, reference);
    }
}

/// Replaces references by what holds what they refer to.
struct Owned<'a> {
    private: &'a TokenStream,
    found: bool,
}

impl VisitMut for Owned<'_> {
    fn visit_type_mut(&mut self, found: &mut Type) {
        if let Type::Reference(TypeReference { elem, mutability: None, .. }) = found {
            self.found = true;
            *found = Type::Verbatim(owned_form(elem, self.private));
        } else {
            visit_mut::visit_type_mut(self, found);
        }
    }
}

fn everlasting(span: Span) -> Lifetime {
    Lifetime::new("'static", span)
}
