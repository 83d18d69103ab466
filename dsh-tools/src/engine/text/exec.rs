//! `RegExp.prototype.exec` with patterns that stay compiled, on texts that are not copied for each match. `match`,
//! `matchAll`, `replace`, `test` and loops of the program's own all come by here.

use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsRegExp};
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
    let begun = object.get(js_string!("lastIndex"), context)?.to_length(context)?;
    let moves = pattern.is_global || pattern.is_sticky;
    let from = if moves { usize::try_from(begun).unwrap_or(usize::MAX) } else { 0 };
    let mut found = None;
    if from <= text.len() {
        found = pattern.find(&text, from, context)?;
    }
    let found = found.filter(|found| !pattern.is_sticky || found.start() == from);
    if moves {
        let next = found.as_ref().map_or(0, Match::end);
        object.set(js_string!("lastIndex"), next, true, context)?;
    }
    match found {
        Some(found) => result(&found, &text, context).map(Some),
        None => Ok(Some(JsValue::null())),
    }
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
fn result(found: &Match, text: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let group = |range: Option<std::ops::Range<usize>>| {
        range.map_or_else(JsValue::undefined, |range| text.slice(range.start, range.end).into())
    };
    let array = JsArray::from_iter(found.groups().map(group), context);
    array.create_data_property_or_throw(js_string!("index"), found.start(), context)?;
    array.create_data_property_or_throw(js_string!("input"), text.clone(), context)?;
    let mut names = found.named_groups().peekable();
    let mut groups = JsValue::undefined();
    if names.peek().is_some() {
        let members = JsObject::with_null_proto();
        for (name, range) in names {
            members.create_data_property_or_throw(JsString::from(name), group(range), context)?;
        }
        groups = members.into();
    }
    array.create_data_property_or_throw(js_string!("groups"), groups, context)?;
    Ok(array.into())
}
