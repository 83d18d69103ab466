//! The type whose methods are tools: its generics, its name, and what its toolset says of all of them.
//! Code outside the impl names it in full, so `Self` is replaced, and lifetimes are `'static` as in a registry.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parse;
use syn::visit_mut::VisitMut;
use syn::{Attribute, GenericParam, Generics, ItemImpl, Lifetime, Meta, Type};

use crate::check::is_portable;
use crate::errors::Errors;
use crate::messages;
use crate::normalise::mentions;
use crate::parse::ToolsetAttributes;

/// Where methods are tools.
pub(crate) struct Host {
    /// Of the impl, without lifetimes.
    generics: Generics,
    /// What `Self` is.
    pub(crate) self_type: Type,
    /// What stands before the name of each tool, and a dot.
    pub(crate) prefix: Option<String>,
    /// The method that gives the tools.
    pub(crate) method: Ident,
    /// The path of the library.
    pub(crate) library: TokenStream,
}

impl Host {
    pub(crate) fn new(item: &ItemImpl, attributes: &ToolsetAttributes, errors: &Errors) -> Self {
        let mut everlasting = Everlasting { declared: Vec::new() };
        for lifetime in item.generics.lifetimes() {
            everlasting.declared.push(lifetime.lifetime.ident.clone());
        }
        let mut generics = item.generics.clone();
        generics.params = generics
            .params
            .into_iter()
            .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
            .collect();
        everlasting.visit_generics_mut(&mut generics);
        let mut self_type = (*item.self_ty).clone();
        everlasting.visit_type_mut(&mut self_type);
        let prefix = attributes.prefix.as_ref().and_then(|prefix| {
            let portable = is_portable(&prefix.value());
            if !portable {
                errors.at(prefix, messages::BAD_PREFIX);
            }
            portable.then(|| prefix.value())
        });
        let library = attributes
            .library
            .as_ref()
            .map_or_else(|| quote!(::dsh_tools), ToTokens::to_token_stream);
        let method = attributes.method.clone();
        let method = method.unwrap_or_else(|| Ident::new("tools", Span::call_site()));
        Self { generics, self_type, prefix, method, library }
    }

    /// The parameters of an impl: `D: Db,`.
    pub(crate) fn declared(&self) -> TokenStream {
        let declared = &self.generics.params;
        if declared.empty_or_trailing() { quote!(#declared) } else { quote!(#declared,) }
    }

    /// The same parameters as arguments: `D,`.
    pub(crate) fn passed(&self) -> TokenStream {
        let passed = self.names();
        quote!(#(#passed,)*)
    }

    /// What an impl needs to know of the type. `Send` and `Sync` are for the user to say, of the parameters:
    /// said here of one lifetime, they would hide from the compiler that they hold for all.
    pub(crate) fn bounds(&self) -> TokenStream {
        let predicates = self.generics.where_clause.as_ref().map(|clause| &clause.predicates);
        let predicates = predicates.into_iter().flatten();
        let lasting = self.is_generic().then(|| {
            let self_type = &self.self_type;
            quote!(#self_type: 'static,)
        });
        quote!(#(#predicates,)* #lasting)
    }

    pub(crate) fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
    }

    /// Whether that depends on the parameters of the type.
    pub(crate) fn is_mentioned(&self, tokens: &impl ToTokens) -> bool {
        mentions(tokens.to_token_stream(), &self.names())
    }

    /// The names of the parameters.
    pub(crate) fn names(&self) -> Vec<Ident> {
        let name = |parameter: &GenericParam| match parameter {
            GenericParam::Type(parameter) => Some(parameter.ident.clone()),
            GenericParam::Const(parameter) => Some(parameter.ident.clone()),
            GenericParam::Lifetime(_) => None,
        };
        self.generics.params.iter().filter_map(name).collect()
    }

    /// The same with the type in place of `Self`.
    pub(crate) fn without_self<T: Parse + ToTokens + Clone>(&self, node: &T) -> T {
        // What does not parse any more was no type: then the compiler says what is wrong with it.
        syn::parse2(self.tokens_without_self(node.to_token_stream()))
            .unwrap_or_else(|_| node.clone())
    }

    /// Replaces `Self` in what `#[arg(…)]` says; other attributes stay with the function.
    pub(crate) fn attributes_without_self(&self, attributes: &mut [Attribute]) {
        for attribute in attributes {
            if attribute.path().is_ident("arg")
                && let Meta::List(list) = &mut attribute.meta
            {
                list.tokens = self.tokens_without_self(list.tokens.clone());
            }
        }
    }

    /// `Self` becomes the type, and `Self::x` becomes `<Type>::x`, which reads in types and expressions.
    pub(crate) fn tokens_without_self(&self, tokens: TokenStream) -> TokenStream {
        let mut written = TokenStream::new();
        let mut rest = tokens.into_iter().peekable();
        while let Some(token) = rest.next() {
            match token {
                TokenTree::Ident(ident) if ident == "Self" => {
                    let path = matches!(rest.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                    let named = self.type_at(ident.span());
                    written.extend(if path { quote!(<#named>) } else { named });
                }
                TokenTree::Group(group) => {
                    let inner = self.tokens_without_self(group.stream());
                    let mut replaced = Group::new(group.delimiter(), inner);
                    replaced.set_span(group.span());
                    written.extend([TokenTree::Group(replaced)]);
                }
                other => written.extend([other]),
            }
        }
        written
    }

    /// The type, as if it stood at that place: reports about it are there.
    fn type_at(&self, span: Span) -> TokenStream {
        let at_span = |mut token: TokenTree| {
            token.set_span(token.span().located_at(span));
            token
        };
        self.self_type.to_token_stream().into_iter().map(at_span).collect()
    }
}

/// Replaces the lifetimes that the impl declares, and those that have no name.
struct Everlasting {
    declared: Vec<Ident>,
}

impl VisitMut for Everlasting {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" || self.declared.contains(&lifetime.ident) {
            *lifetime = Lifetime::new("'static", lifetime.span());
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn host(item: &ItemImpl) -> Host {
        let errors = Errors::new();
        let host = Host::new(item, &ToolsetAttributes::default(), &errors);
        assert!(errors.check().is_ok());
        host
    }

    #[test]
    fn mac_6_self_is_named_in_full_outside_the_impl() {
        let host = host(&parse_quote!(
            impl<'a, D: Db + 'a> Server<'a, D> where &'a D: Copy {}
        ));
        let written = host.tokens_without_self(quote!(f(Self::LEAST, [Self; 2])));
        let expected = quote!(f(<Server<'static, D>>::LEAST, [Server<'static, D>; 2]));
        let plain = |tokens: TokenStream| tokens.to_string().replace(' ', "");
        assert_eq!(plain(written), plain(expected));
        assert_eq!(host.declared().to_string(), quote!(D: Db + 'static,).to_string());
        assert_eq!(host.passed().to_string(), "D ,");
    }

    #[test]
    fn mac_6_what_depends_on_generics_is_found() {
        let host = host(&parse_quote!(
            impl<D, const N: usize> Server<D, N> {}
        ));
        assert!(host.is_generic());
        assert!(host.is_mentioned(&quote!(Vec<[D::Key; 2]>)));
        assert!(host.is_mentioned(&quote!([u8; N])));
        assert!(!host.is_mentioned(&quote!(Vec<String>)));
    }
}
