//! The class `URL`: a URL whose parts can be read and changed.

use std::rc::Rc;

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::JsObject;
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsData, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};
use url_parser::Position;

use super::parts::{HREF, PARTS, Part};
use super::query::Query;
use super::search_params::SearchParams;
use super::{accessor, climb, missing, optional_text, text, type_error};

/// An instance.
#[derive(Trace, Finalize, JsData)]
pub(super) struct Url {
    // Holds nothing of the engine's heap.
    #[unsafe_ignore_trace]
    query: Rc<Query>,
    /// The same object every time it is asked for.
    params: Option<JsObject>,
}

impl Url {
    fn new(url: url_parser::Url) -> Self {
        Self { query: Query::of(url), params: None }
    }
}

impl Class for Url {
    const NAME: &'static str = "URL";
    const LENGTH: usize = 1;
    const ATTRIBUTES: Attribute = Attribute::WRITABLE.union(Attribute::CONFIGURABLE);

    fn data_constructor(
        _: &JsValue,
        arguments: &[JsValue],
        context: &mut Context,
    ) -> JsResult<Self> {
        parsed(arguments, context)?.map(Self::new).map_err(type_error)
    }

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        let set_href = NativeFunction::from_fn_ptr(set_href);
        accessor(class, "href", getter(HREF), Some(set_href));
        for part in PARTS {
            accessor(class, part.name, getter(part), setter(part));
        }
        let params = NativeFunction::from_fn_ptr(|this, _, context| search_params(this, context));
        accessor(class, "searchParams", params, None);
        class
            .method(js_string!("toString"), 0, getter(HREF))
            .method(js_string!("toJSON"), 0, getter(HREF))
            .static_method(js_string!("canParse"), 1, NativeFunction::from_fn_ptr(can_parse))
            .static_method(js_string!("parse"), 1, NativeFunction::from_fn_ptr(parse))
            .property(JsSymbol::to_string_tag(), js_string!("URL"), Attribute::CONFIGURABLE);
        Ok(())
    }
}

fn getter(part: Part) -> NativeFunction {
    NativeFunction::from_copy_closure(move |this, _, _| {
        let query = query_of(this)?;
        read(&query, part)
    })
}

fn setter(part: Part) -> Option<NativeFunction> {
    let change = part.change?;
    Some(NativeFunction::from_copy_closure(move |this, arguments, context| {
        let query = query_of(this)?;
        let text = argument(arguments, context)?.to_std_string_lossy();
        query.change_url(part.whole, |url| change(url, &text));
        Ok(JsValue::undefined())
    }))
}

fn set_href(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let url = parse_text(&argument(arguments, context)?, None).map_err(type_error)?;
    query.change_url(HREF.whole, |old| *old = url);
    Ok(JsValue::undefined())
}

fn argument(arguments: &[JsValue], context: &mut Context) -> JsResult<JsString> {
    text(arguments.first().unwrap_or(&JsValue::undefined()), context)
}

fn read(query: &Query, part: Part) -> JsResult<JsValue> {
    query
        .read_url(part.whole, |url| JsString::from(&*(part.read)(url)).into())
        .ok_or_else(|| type_error("the parameters belong to no URL"))
}

fn query_of(this: &JsValue) -> JsResult<Rc<Query>> {
    this.as_object()
        .and_then(|object| Some(Rc::clone(&object.downcast_ref::<Url>()?.query)))
        .ok_or_else(|| type_error("Receiver must be an instance of class URL"))
}

fn search_params(this: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let Some(object) = this.as_object() else { return Ok(JsValue::undefined()) };
    let known = object.downcast_ref::<Url>().and_then(|url| url.params.clone());
    if let Some(params) = known {
        return Ok(params.into());
    }
    let params = SearchParams::from_data(SearchParams::new(query), context)?;
    if let Some(mut url) = object.downcast_mut::<Url>() {
        url.params = Some(params.clone());
    }
    Ok(params.into())
}

fn can_parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(parsed(arguments, context)?.is_ok().into())
}

fn parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match parsed(arguments, context)? {
        Ok(url) => Url::from_data(Url::new(url), context).map(JsValue::from),
        Err(_) => Ok(JsValue::null()),
    }
}

/// The URL of the arguments `text, base?`, or why they are none.
fn parsed(
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<Result<url_parser::Url, String>> {
    let Some(url) = arguments.first() else { return Err(missing(&["url"])) };
    let url = text(url, context)?;
    let base = optional_text(arguments.get(1), context)?;
    Ok(parse_text(&url, base.as_ref()))
}

fn parse_text(text: &JsString, base: Option<&JsString>) -> Result<url_parser::Url, String> {
    let base = base.map(|base| parse_joined(base, None)).transpose()?;
    parse_joined(text, base.as_ref())
}

fn parse_joined(
    text: &JsString,
    base: Option<&url_parser::Url>,
) -> Result<url_parser::Url, String> {
    let text = text.to_std_string_lossy();
    let invalid = |why: &dyn std::fmt::Display| {
        let shown: String = text.chars().take(200).collect();
        format!("Invalid URL: {shown:?} ({why})")
    };
    let behind = base.map_or(0, |base| base[..Position::BeforePath].len());
    if !climb::is_affordable(&text, behind) {
        return Err(invalid(&"too many `..` for a host and user name of this length"));
    }
    url_parser::Url::options().base_url(base).parse(&text).map_err(|error| invalid(&error))
}

/// As the console shows them.
pub(super) fn shown_parts(
    object: &JsObject,
    context: &mut Context,
) -> JsResult<Vec<(&'static str, JsValue)>> {
    let this = JsValue::from(object.clone());
    let query = query_of(&this)?;
    let mut parts = vec![(HREF.name, read(&query, HREF)?)];
    for part in PARTS {
        if part.name == "hash" {
            parts.push(("searchParams", search_params(&this, context)?));
        }
        parts.push((part.name, read(&query, part)?));
    }
    Ok(parts)
}
