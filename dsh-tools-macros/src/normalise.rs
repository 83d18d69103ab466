//! Types as they can be named outside the function: without its lifetimes, and owned.
//! `&str` becomes what `str` is owned as, `Foo<'_>` becomes `Foo<'static>`.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Lifetime, Type, TypeReference};

/// Whether the function takes the value or a reference to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    Owned,
    Borrowed,
}

/// The type that holds a parameter of that type, and how it is passed on.
pub(crate) fn owned(declared: &Type, private: &TokenStream) -> (TokenStream, Passing) {
    match declared {
        Type::Reference(TypeReference { elem, mutability: None, .. }) => {
            let inner = without_lifetimes(elem);
            let owned = quote_spanned!(elem.span()=> <#inner as #private::OwnedForm>::Owned);
            (owned, Passing::Borrowed)
        }
        Type::Paren(inner) => owned(&inner.elem, private),
        Type::Group(inner) => owned(&inner.elem, private),
        _ => {
            let inner = without_lifetimes(declared);
            (quote::quote!(#inner), Passing::Owned)
        }
    }
}

/// The same type with `'static` for every lifetime.
pub(crate) fn without_lifetimes(declared: &Type) -> Type {
    let mut normalised = declared.clone();
    Static.visit_type_mut(&mut normalised);
    normalised
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

fn everlasting(span: Span) -> Lifetime {
    Lifetime::new("'static", span)
}
