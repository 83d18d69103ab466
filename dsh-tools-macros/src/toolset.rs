//! A toolset as the macro understands it: the impl, its type, and a tool for each marked method.
//! Methods stay what they are; what only this macro understands is taken off them.

use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::{Attribute, ImplItem, ImplItemFn, ItemFn, ItemImpl, Meta, parse_quote};

use crate::errors::Errors;
use crate::host::Host;
use crate::messages;
use crate::model::{ToolFunction, is_tool};
use crate::parse::{ToolAttributes, ToolsetAttributes};

/// An impl on its way to be a toolset.
pub(crate) struct Toolset {
    /// The user's impl, without what only this macro understands.
    pub(crate) item: ItemImpl,
    pub(crate) host: Rc<Host>,
    pub(crate) tools: Vec<ToolFunction>,
}

impl Toolset {
    pub(crate) fn new(mut item: ItemImpl, attributes: &ToolsetAttributes, errors: &Errors) -> Self {
        let host = Rc::new(Host::new(&item, attributes, errors));
        let mut tools = Vec::new();
        for entry in &mut item.items {
            if let ImplItem::Fn(method) = entry
                && let Some(mark) = take_mark(&mut method.attrs)
            {
                tools.push(tool(method, &mark, &host, errors));
            }
        }
        Self { item, host, tools }
    }

    /// The user's own method of the name that the toolset's has.
    pub(crate) fn method_of_that_name(&self) -> Option<&ImplItemFn> {
        self.item.items.iter().find_map(|entry| match entry {
            ImplItem::Fn(method) if method.sig.ident == self.host.method => Some(method),
            _ => None,
        })
    }
}

/// Makes a tool of a method, which keeps the attributes that are not for this macro.
fn tool(
    method: &mut ImplItemFn,
    mark: &Attribute,
    host: &Rc<Host>,
    errors: &Errors,
) -> ToolFunction {
    let settings = host.tokens_without_self(settings(mark, errors));
    let attributes = ToolAttributes::parse(settings, errors);
    let function = ItemFn {
        attrs: method.attrs.clone(),
        vis: method.vis.clone(),
        modifiers: method.modifiers.clone(),
        sig: method.sig.clone(),
        block: Box::new(method.block.clone()),
    };
    let tool = ToolFunction::new(function, attributes, Some(host.clone()), errors);
    method.attrs.clone_from(&tool.item.attrs);
    // The form of a tool: whether its body waits or looks at `self` is nobody's business.
    method.attrs.push(parse_quote!(#[allow(clippy::unused_async, clippy::unused_self)]));
    method.sig.clone_from(&tool.item.sig);
    tool
}

/// Takes the first `#[tool]` off a method.
fn take_mark(attributes: &mut Vec<Attribute>) -> Option<Attribute> {
    let index = attributes.iter().position(is_tool)?;
    Some(attributes.remove(index))
}

/// What stands in `#[tool(…)]`.
fn settings(mark: &Attribute, errors: &Errors) -> TokenStream {
    match &mark.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(_) => {
            errors.at(mark, messages::expects("tool", "#[tool(…)]"));
            TokenStream::new()
        }
    }
}
