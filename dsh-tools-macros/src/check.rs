//! Every rule that can be checked without types; what needs types is asserted in the expansion.
//! All broken rules are reported, each where it is broken.

use syn::visit_mut::{self, VisitMut};
use syn::{
    GenericParam, Lifetime, LifetimeParam, Path, ReceiverKind, ReturnType, Safety, Type,
    TypeImplTrait, TypeReference,
};

use crate::errors::Errors;
use crate::model::{Parameter, ToolFunction};
use crate::toolset::Toolset;
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

/// Reports every broken rule of that toolset and of its tools.
pub(crate) fn check_toolset(toolset: &Toolset, errors: &Errors) {
    if let Some((path, _)) = &toolset.item.trait_ {
        errors.at(path, messages::TRAIT_IMPL);
        return;
    }
    if toolset.tools.is_empty() {
        errors.at(&toolset.item.self_ty, messages::NO_TOOLS);
    }
    if let Some(method) = toolset.method_of_that_name() {
        errors.at(&method.sig.ident, messages::tools_taken(&toolset.host.method));
    }
    for (index, tool) in toolset.tools.iter().enumerate() {
        check(tool, errors);
        let same = |before: &ToolFunction| before.name.text == tool.name.text;
        if toolset.tools[..index].iter().any(same) {
            errors.at_span(tool.name.span, messages::duplicate_tool(&tool.name.text));
        }
    }
}

/// Whether that can be a tool's name.
pub(crate) fn is_portable(text: &str) -> bool {
    let portable = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    (1..=64).contains(&text.len()) && text.bytes().all(portable)
}

fn name(tool: &ToolFunction, errors: &Errors) {
    let text = tool.name.text.as_str();
    if text == "run_code" {
        errors.at_span(tool.name.span, messages::RESERVED_NAME);
    } else if !is_portable(text) {
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
    receiver(tool, errors);
    if let Safety::Unsafe(token) = &signature.safety {
        errors.at(token, messages::UNSAFE);
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, messages::VARIADIC);
    }
}

/// A function has none; a method shares its value. What else `self` can be is a matter of types.
fn receiver(tool: &ToolFunction, errors: &Errors) {
    let Some(receiver) = tool.receiver() else {
        if tool.host.is_some() {
            errors.at(&tool.item.sig.ident, messages::NO_RECEIVER);
        }
        return;
    };
    if tool.host.is_none() {
        errors.at(receiver, messages::RECEIVER);
        return;
    }
    match &receiver.kind {
        ReceiverKind::Value => errors.at(receiver, messages::SELF_BY_VALUE),
        ReceiverKind::Reference(_, _, Some(_)) => errors.at(receiver, messages::MUTABLE_SELF),
        ReceiverKind::Typed(_, declared)
            if matches!(
                &**declared,
                Type::Reference(TypeReference { mutability: Some(_), .. })
            ) =>
        {
            errors.at(receiver, messages::MUTABLE_SELF);
        }
        _ => {}
    }
}

fn types(tool: &ToolFunction, errors: &Errors) {
    for parameter in &tool.parameters {
        Search { tool, errors, place: Place::Parameter }
            .visit_type_mut(&mut parameter.declared.clone());
    }
    if let ReturnType::Type(_, returned) = &tool.item.sig.output {
        Search { tool, errors, place: Place::Output }.visit_type_mut(&mut returned.clone());
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Parameter,
    Output,
}

/// Finds what cannot stand in the types of a tool, however deep.
struct Search<'a> {
    tool: &'a ToolFunction,
    errors: &'a Errors,
    place: Place,
}

impl Search<'_> {
    /// Whether it lasts as long as the tool: `'static`, or a lifetime of the toolset's type.
    fn lasts(&self, lifetime: &Lifetime) -> bool {
        let own = |declared: &LifetimeParam| declared.lifetime.ident == lifetime.ident;
        lifetime.ident != "_" && !self.tool.item.sig.generics.lifetimes().any(own)
    }
}

impl VisitMut for Search<'_> {
    fn visit_type_impl_trait_mut(&mut self, found: &mut TypeImplTrait) {
        self.errors.at(&*found, messages::IMPL_TRAIT);
    }

    fn visit_type_reference_mut(&mut self, found: &mut TypeReference) {
        let lasts = found.lifetime.as_ref().is_some_and(|lifetime| self.lasts(lifetime));
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
        if self.place == Place::Output && !self.lasts(found) {
            self.errors.at(&*found, messages::BORROWED_OUTPUT);
        }
    }

    fn visit_path_mut(&mut self, found: &mut Path) {
        let first = found.segments.first().filter(|first| first.ident == "Self");
        if let (Some(first), None) = (first, &self.tool.host) {
            self.errors.at(first, messages::SELF_TYPE);
        }
        visit_mut::visit_path_mut(self, found);
    }
}

fn attributes(tool: &ToolFunction, errors: &Errors) {
    let attributes = &tool.attributes;
    // A function goes with its `cfg`; the methods of a toolset meet in one place, which would not know of it.
    if tool.host.is_some() {
        let depends = tool.item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        depends.for_each(|attribute| errors.at(attribute, messages::CFG_METHOD));
    }
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
