//! `RegExp.prototype.exec` with patterns that stay compiled, on texts that are not copied for each match. `match`,
//! `matchAll`, `replace`, `test` and loops of the program's own all come by here.

use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsRegExp};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue, js_string};
use regress::Match;

use super::pattern::{Pattern, is_long, wide_form};
use super::text_argument;

pub(super) fn exec(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let object = this.as_object();
    let Some((object, text)) = object.zip(text_argument(arguments, 0)) else { return Ok(None) };
    let Some(pattern) = Pattern::of(&object, context)? else {
        return by_engine(object, &text, context);
    };
    let moves = pattern.is_global || pattern.is_sticky;
    let plain = plain_index(&object);
    let begun = match plain {
        Some(index) => u64::from(index),
        None => object.get(js_string!("lastIndex"), context)?.to_length(context)?,
    };
    let from = if moves { usize::try_from(begun).unwrap_or(usize::MAX) } else { 0 };
    let mut found = None;
    if from <= text.len() {
        found = pattern.find(&text, from, context)?;
    }
    let found = found.filter(|found| !pattern.is_sticky || found.start() == from);
    if moves {
        let next = found.as_ref().map_or(0, Match::end);
        if plain.is_some() {
            object.insert_property(js_string!("lastIndex"), data(next, false));
        } else {
            object.set(js_string!("lastIndex"), next, true, context)?;
        }
    }
    Ok(Some(found.map_or_else(JsValue::null, |found| result(&found, &text, context))))
}

/// Where the next search begins, if that is an index that may be overwritten, as it is in all but the oddest programs.
fn plain_index(object: &JsObject) -> Option<u32> {
    let property = object.borrow().properties().get(&js_string!("lastIndex").into())?;
    let index = property.value().and_then(JsValue::as_i32)?;
    if property.writable() == Some(true) { u32::try_from(index).ok() } else { None }
}

/// A property that holds a value. Patterns hold their index where loops do not see it, and cannot lose it.
fn data(value: impl Into<JsValue>, is_shown: bool) -> PropertyDescriptor {
    PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(is_shown)
        .configurable(is_shown)
        .build()
}

/// Long texts in the form that the engine need not copy.
fn by_engine(
    object: JsObject,
    text: &JsString,
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let pattern = JsRegExp::from_object(object).ok();
    let Some(pattern) = pattern.filter(|_| is_long(text)) else { return Ok(None) };
    let wide = wide_form(text, context)?;
    let found = pattern.exec(wide, context)?;
    Ok(Some(found.map_or_else(JsValue::null, JsValue::from)))
}

/// The array of a match.
fn result(found: &Match, text: &JsString, context: &mut Context) -> JsValue {
    let group = |range: Option<std::ops::Range<usize>>| {
        range.map_or_else(JsValue::undefined, |range| text.slice(range.start, range.end).into())
    };
    let array = JsArray::from_iter(found.groups().map(group), context);
    // Nobody else has the array yet.
    array.insert_property(js_string!("index"), data(found.start(), true));
    array.insert_property(js_string!("input"), data(text.clone(), true));
    let mut names = found.named_groups().peekable();
    let mut groups = JsValue::undefined();
    if names.peek().is_some() {
        let members = JsObject::with_null_proto();
        for (name, range) in names {
            members.insert_property(JsString::from(name), data(group(range), true));
        }
        groups = members.into();
    }
    array.insert_property(js_string!("groups"), data(groups, true));
    array.into()
}
