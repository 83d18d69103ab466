//! What a `URLSearchParams` is made of: text, other parameters, pairs or a plain object.

use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsResult, JsString, JsSymbol, JsValue, js_string};
use indexmap::IndexMap;

use super::pairs::{Pair, Pairs};
use super::{text, type_error};
use crate::engine::state::State;

/// The pairs that the argument of the constructor stands for.
pub(super) fn pairs_of(init: Option<&JsValue>, context: &mut Context) -> JsResult<Pairs> {
    let Some(init) = init.filter(|init| !init.is_null_or_undefined()) else {
        return Ok(Pairs::default());
    };
    let Some(object) = init.as_object() else {
        let query = text(init, context)?.to_std_string_lossy();
        return Pairs::parse(query.strip_prefix('?').unwrap_or(&query));
    };
    let mut pairs = Pairs::default();
    let method = object.get(JsSymbol::iterator(), context)?;
    if method.is_null_or_undefined() {
        for (name, value) in members(&object, context)? {
            pairs.push(name, value)?;
        }
        return Ok(pairs);
    }
    let not_iterable = || type_error("Query pairs must be iterable");
    each(init, &method, not_iterable, context, &mut |item, context| {
        let (name, value) = pair(item, context)?;
        pairs.push(name, value)
    })?;
    Ok(pairs)
}

/// Own enumerable members. Two names can be the same text once halves of surrogate pairs are replaced; the
/// later value counts then.
fn members(object: &JsObject, context: &mut Context) -> JsResult<IndexMap<JsString, JsString>> {
    let state = State::of(context)?;
    let descriptor_of = &state.captured()?.descriptor_of;
    let mut members = IndexMap::new();
    for key in object.own_property_keys(context)? {
        state.check(context)?;
        let name = JsValue::from(&key);
        let arguments = [object.clone().into(), name.clone()];
        let descriptor = descriptor_of.call(&JsValue::undefined(), &arguments, context)?;
        let Some(descriptor) = descriptor.as_object() else { continue };
        if descriptor.get(js_string!("enumerable"), context)?.to_boolean() {
            let name = text(&name, context)?;
            let value = object.get(key, context)?;
            members.insert(name, text(&value, context)?);
        }
    }
    Ok(members)
}

/// The two texts of an item such as `["name", "value"]`.
fn pair(item: &JsValue, context: &mut Context) -> JsResult<Pair> {
    let no_pair = || type_error("Each query pair must be an iterable [name, value] tuple");
    let object = item.as_object().ok_or_else(no_pair)?;
    let method = object.get(JsSymbol::iterator(), context)?;
    let mut parts = Vec::with_capacity(2);
    each(item, &method, no_pair, context, &mut |part, context| {
        if parts.len() == 2 {
            return Err(no_pair());
        }
        parts.push(text(part, context)?);
        Ok(())
    })?;
    let [name, value] = <[JsString; 2]>::try_from(parts).map_err(|_| no_pair())?;
    Ok((name, value))
}

/// Takes every item of an iterable. The engine's own way is not public.
fn each(
    iterable: &JsValue,
    method: &JsValue,
    not_iterable: impl Fn() -> JsError,
    context: &mut Context,
    take: &mut dyn FnMut(&JsValue, &mut Context) -> JsResult<()>,
) -> JsResult<()> {
    let method = method.as_callable().ok_or_else(&not_iterable)?;
    let iterator = method.call(iterable, &[], context)?;
    let object = iterator.as_object().ok_or_else(&not_iterable)?;
    let next = object.get(js_string!("next"), context)?;
    let next = next.as_callable().ok_or_else(&not_iterable)?;
    let state = State::of(context)?;
    loop {
        state.check(context)?;
        let step = next.call(&iterator, &[], context)?;
        let step = step.as_object().ok_or_else(&not_iterable)?;
        if step.get(js_string!("done"), context)?.to_boolean() {
            return Ok(());
        }
        let item = step.get(js_string!("value"), context)?;
        if let Err(error) = take(&item, context) {
            close(&object, context);
            return Err(error);
        }
    }
}

/// Tells an iterator that no more is wanted. What it throws is less than the error that is on its way.
fn close(iterator: &JsObject, context: &mut Context) {
    if let Ok(close) = iterator.get(js_string!("return"), context)
        && let Some(close) = close.as_callable()
    {
        let _ = close.call(&iterator.clone().into(), &[], context);
    }
}
