//! Every rule that can be checked without types; what needs types is asserted in the expansion.
//! All broken rules are reported, each where it is broken.

use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericParam, Lifetime, Path, ReturnType, Safety, Type, TypeImplTrait, TypeReference,
};

use crate::errors::Errors;
use crate::model::{Parameter, ToolFunction};
use crate::{doc, messages};

/// Reports every broken rule of that tool.
pub(crate) fn check(tool: &ToolFunction, errors: &Errors) {
    name(tool, errors);
    description(tool, errors);
    signature(tool, errors);
    types(tool, errors);
    attributes(tool, errors);
    whole(tool, errors);
    argument_names(&tool.parameters, errors);
}

fn name(tool: &ToolFunction, errors: &Errors) {
    let text = tool.name.text.as_str();
    let portable = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    if text == "run_code" {
        errors.at_span(tool.name.span, messages::RESERVED_NAME);
    } else if !(1..=64).contains(&text.len()) || !text.bytes().all(portable) {
        errors.at_span(tool.name.span, messages::BAD_NAME);
    }
}

fn description(tool: &ToolFunction, errors: &Errors) {
    let ident = &tool.item.sig.ident;
    match (&tool.description, &tool.attributes.description) {
        (None, _) if tool.attributes.is_described => {}
        (None, _) => match doc::unreadable(&tool.item.attrs) {
            Some(attribute) => errors.at(attribute, messages::DOC_IS_NO_TEXT),
            None if tool.is_documented() => errors.at(ident, messages::NOTHING_FOR_MODELS),
            None => errors.at(ident, messages::MISSING_DESCRIPTION),
        },
        (Some(text), Some(literal)) if text.trim().is_empty() => {
            errors.at(literal, messages::EMPTY_DESCRIPTION);
        }
        _ => {}
    }
}

fn signature(tool: &ToolFunction, errors: &Errors) {
    let signature = &tool.item.sig;
    for parameter in &signature.generics.params {
        if !matches!(parameter, GenericParam::Lifetime(_)) {
            errors.at(parameter, messages::GENERIC);
        }
    }
    for input in &signature.inputs {
        if let FnArg::Receiver(receiver) = input {
            errors.at(receiver, messages::RECEIVER);
        }
    }
    if let Safety::Unsafe(token) = &signature.safety {
        errors.at(token, messages::UNSAFE);
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, messages::VARIADIC);
    }
}

fn types(tool: &ToolFunction, errors: &Errors) {
    for parameter in &tool.parameters {
        let mut search = Search { errors, place: Place::Parameter };
        search.visit_type_mut(&mut parameter.declared.clone());
    }
    if let ReturnType::Type(_, returned) = &tool.item.sig.output {
        Search { errors, place: Place::Output }.visit_type_mut(&mut returned.clone());
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Parameter,
    Output,
}

/// Finds what cannot stand in the types of a tool, however deep.
struct Search<'a> {
    errors: &'a Errors,
    place: Place,
}

impl VisitMut for Search<'_> {
    fn visit_type_impl_trait_mut(&mut self, found: &mut TypeImplTrait) {
        self.errors.at(&*found, messages::IMPL_TRAIT);
    }

    fn visit_type_reference_mut(&mut self, found: &mut TypeReference) {
        let lasts = found.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
        if self.place == Place::Parameter && matches!(*found.elem, Type::TraitObject(_)) {
            self.errors.at(&found.elem, messages::TRAIT_OBJECT);
        } else if self.place == Place::Parameter && found.mutability.is_some() {
            self.errors.at(&*found, messages::MUTABLE_REFERENCE);
        } else if self.place == Place::Parameter && lasts {
            self.errors.at(&*found, messages::STATIC_REFERENCE);
        } else if self.place == Place::Output && !lasts {
            self.errors.at(&*found, messages::BORROWED_OUTPUT);
        }
        visit_mut::visit_type_mut(self, &mut found.elem);
    }

    fn visit_lifetime_mut(&mut self, found: &mut Lifetime) {
        if self.place == Place::Output && found.ident != "static" {
            self.errors.at(&*found, messages::BORROWED_OUTPUT);
        }
    }

    fn visit_path_mut(&mut self, found: &mut Path) {
        if let Some(first) = found.segments.first().filter(|first| first.ident == "Self") {
            self.errors.at(first, messages::SELF_TYPE);
        }
        visit_mut::visit_path_mut(self, found);
    }
}

fn attributes(tool: &ToolFunction, errors: &Errors) {
    let attributes = &tool.attributes;
    if let Some(blocking) = attributes.blocking
        && tool.item.sig.asyncness.is_some()
    {
        errors.at_span(blocking, messages::BLOCKING_ASYNC);
    }
    if let (Some(_), Some(destructive)) = (attributes.read_only, attributes.destructive) {
        errors.at_span(destructive, messages::HINTS);
    }
    if let (Some(closed), Some(_)) = (attributes.closed, tool.whole()) {
        errors.at_span(closed, messages::WHOLE_CLOSED);
    }
}

fn whole(tool: &ToolFunction, errors: &Errors) {
    let spans = tool.parameters.iter().filter_map(|parameter| parameter.attributes.whole);
    for second in spans.skip(1) {
        errors.at_span(second, messages::TWO_WHOLE);
    }
    for parameter in &tool.parameters {
        if let (Some(_), Some(single)) = (parameter.attributes.whole, parameter.attributes.single) {
            errors.at_span(single, messages::WHOLE_WITH_ARG);
        }
    }
}

fn argument_names(parameters: &[Parameter], errors: &Errors) {
    for (index, parameter) in parameters.iter().enumerate() {
        let same = |before: &Parameter| before.name.text == parameter.name.text;
        if parameters[..index].iter().any(same) {
            errors.at_span(parameter.name.span, messages::duplicate_argument(&parameter.name.text));
        }
    }
}
