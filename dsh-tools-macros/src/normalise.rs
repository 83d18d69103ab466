//! Types as they can be named outside the function: without its lifetimes, and owned.
//! `&str` becomes what `str` is held as, `Option<&str>` an `Option` of that, `Foo<'_>` a `Foo<'static>`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Lifetime, PathArguments, Type, TypePath, TypeReference};

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

/// The same type without generics: what depends on them is `()`. A `Result` stays one, also behind an alias.
pub(crate) fn shape(returned: &Type, generics: &[Ident]) -> TokenStream {
    let mut shape = returned.clone();
    if let Type::Path(TypePath { path, .. }) = &mut shape
        && let Some(last) = path.segments.last_mut()
        && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
    {
        for argument in &mut arguments.args {
            if mentions(argument.to_token_stream(), generics) {
                *argument = GenericArgument::Type(syn::parse_quote!(()));
            }
        }
    }
    // A parameter itself, or what belongs to one: no `Result`, as far as anybody can know.
    let unknown = mentions(shape.to_token_stream(), generics);
    if unknown { quote!(()) } else { shape.into_token_stream() }
}

/// Whether one of these names stands there.
pub(crate) fn mentions(tokens: TokenStream, names: &[Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
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

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn mac_4_the_shape_of_a_result_stays_without_generics() {
        let generics: [Ident; 1] = [parse_quote!(D)];
        let shape = |returned: Type| shape(&returned, &generics).to_string().replace(' ', "");
        assert_eq!(shape(parse_quote!(anyhow::Result<Row<D>>)), "anyhow::Result<()>");
        assert_eq!(shape(parse_quote!(Result<D::Key, Error>)), "Result<(),Error>");
        assert_eq!(shape(parse_quote!(Result<u8, Error>)), "Result<u8,Error>");
        assert_eq!(shape(parse_quote!(D::Key)), "()");
        assert_eq!(shape(parse_quote!(<D as Db>::Key)), "()");
        assert_eq!(shape(parse_quote!([D; 2])), "()");
    }
}
