//! The globals `URL` and `URLSearchParams` of rule CODE-11, as the URL standard of the WHATWG has them.
//! The crate `url` parses and changes URLs; here are the classes around it. It differs from the standard for
//! `file:` URLs with drive letters or empty segments, and for odd hosts under schemes that it does not know.

mod climb;
mod entries;
mod object;
mod pairs;
mod parts;
mod query;
mod record;
mod search_params;

use boa_engine::class::ClassBuilder;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string,
};

use self::object::Url;
use self::search_params::SearchParams;

/// Characters that one URL, one part of it or one list of parameters may take, in UTF-16 units. Such text
/// triples when it is escaped, and the crate `url` counts bytes in 32 bits.
const MOST_TEXT: usize = 1 << 26;

/// Defines both.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    context.register_global_class::<SearchParams>()?;
    context.register_global_class::<Url>()
}

/// The name of the class if the object is one of these, and what to use in its place where only JSON can go.
pub(super) fn plain_form(object: &JsObject) -> Option<(&'static str, &'static str)> {
    if object.is::<Url>() {
        Some(("URL", "use its `href`"))
    } else if object.is::<SearchParams>() {
        Some(("URLSearchParams", "use `String(params)` or `Object.fromEntries(params)`"))
    } else {
        None
    }
}

/// Whether the object is one of these.
pub(super) fn is_url(object: &JsObject) -> bool {
    object.is::<Url>() || object.is::<SearchParams>()
}

/// Whether the function is one of the two classes.
pub(super) fn is_class(function: &JsObject, context: &Context) -> bool {
    let classes = [context.get_global_class::<Url>(), context.get_global_class::<SearchParams>()];
    let mut classes = classes.iter().flatten();
    classes.any(|class| JsObject::equals(&class.constructor(), function))
}

/// The parts of a `URL`, in the order in which the console shows them.
pub(super) fn shown_parts(
    object: &JsObject,
    context: &mut Context,
) -> Option<Vec<(&'static str, JsValue)>> {
    object.is::<Url>().then(|| object::shown_parts(object, context).unwrap_or_default())
}

/// The first pairs of a `URLSearchParams`, and how many there are.
pub(super) fn shown_pairs(
    object: &JsObject,
    most: usize,
) -> Option<(Vec<(JsString, JsString)>, usize)> {
    let query = object.downcast_ref::<SearchParams>()?.query();
    let shown = query.read(|pairs| {
        let list = pairs.list();
        (list.iter().take(most).cloned().collect(), list.len())
    });
    Some(shown.unwrap_or_default())
}

/// Defines a property that functions read and change.
fn accessor(
    class: &mut ClassBuilder<'_>,
    name: &str,
    get: NativeFunction,
    set: Option<NativeFunction>,
) {
    let realm = class.context().realm().clone();
    let function = |function: NativeFunction, kind: &str, length: usize| -> JsFunction {
        let name = JsString::from(format!("{kind} {name}"));
        FunctionObjectBuilder::new(&realm, function).name(name).length(length).build()
    };
    let get = function(get, "get", 0);
    let set = set.map(|set| function(set, "set", 1));
    let attributes = Attribute::ENUMERABLE | Attribute::CONFIGURABLE;
    class.accessor(JsString::from(name), Some(get), set, attributes);
}

/// The text of a value, of bounded length, with whole characters only.
fn text(value: &JsValue, context: &mut Context) -> JsResult<JsString> {
    let text = value.to_string(context)?;
    if text.len() > MOST_TEXT {
        return Err(too_long());
    }
    if text.as_str().is_latin1() || text.to_std_string().is_ok() {
        return Ok(text);
    }
    Ok(JsString::from(text.to_std_string_lossy()))
}

/// The texts of the arguments that a function cannot do without.
fn texts<const N: usize>(
    arguments: &[JsValue],
    names: [&str; N],
    context: &mut Context,
) -> JsResult<[JsString; N]> {
    if arguments.len() < N {
        return Err(missing(&names));
    }
    let mut texts = std::array::from_fn(|_| js_string!());
    for (slot, argument) in texts.iter_mut().zip(arguments) {
        *slot = text(argument, context)?;
    }
    Ok(texts)
}

/// The text of an argument that may be left out.
fn optional_text(value: Option<&JsValue>, context: &mut Context) -> JsResult<Option<JsString>> {
    match value {
        Some(value) if !value.is_undefined() => text(value, context).map(Some),
        _ => Ok(None),
    }
}

fn missing(names: &[&str]) -> JsError {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let plural = if names.len() == 1 { "" } else { "s" };
    type_error(format!("The {} argument{plural} must be specified", quoted.join(" and ")))
}

fn too_long() -> JsError {
    JsNativeError::range()
        .with_message(format!("URL and URLSearchParams take at most {MOST_TEXT} characters"))
        .into()
}

fn type_error(message: impl Into<std::borrow::Cow<'static, str>>) -> JsError {
    JsNativeError::typ().with_message(message).into()
}
