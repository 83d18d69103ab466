//! Sorting of arrays by a merge sort of ours: the engine's own panics on comparators that contradict
//! themselves, such as `() => Math.random() - 0.5`. Equal items keep their order.

mod columns;
mod merge;
mod texts;

use std::cmp::Ordering;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};

use self::merge::Ticks;
use super::context::method;
use super::state::State;

/// Replaces `sort` and `toSorted` of arrays and of typed arrays.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    method(&prototype, "sort", 1, false, NativeFunction::from_fn_ptr(sort), context)?;
    method(&prototype, "toSorted", 1, false, NativeFunction::from_fn_ptr(to_sorted), context)?;
    define_typed("sort", context)?;
    define_typed("toSorted", context)
}

/// Replaces a method that sorts typed arrays. Without a comparator the engine's own sorts by number, which is consistent.
fn define_typed(name: &str, context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().typed_array().prototype();
    let original = prototype.get(JsString::from(name), context)?.as_function();
    let missing = || JsNativeError::typ().with_message("a built-in is missing");
    let sort = NativeFunction::from_copy_closure_with_captures(
        |this, arguments, original: &JsFunction, context| {
            sort_typed(this, arguments, original, context)
        },
        original.ok_or_else(missing)?,
    );
    method(&prototype, name, 1, false, sort, context)
}

fn sort_typed(
    this: &JsValue,
    arguments: &[JsValue],
    original: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let typed = this.as_object().and_then(|object| JsTypedArray::from_object(object).ok());
    let (Some(comparator), Some(typed)) = (comparator(arguments)?, typed) else {
        return original.call(this, &[], context);
    };
    let state = State::of(context)?;
    let length = typed.length(context)?;
    let (mut items, mut ticks) = (Vec::new(), Ticks::default());
    for index in 0..length {
        ticks.tick(&state, context)?;
        items.push(typed.get(PropertyKey::from(index), context)?);
    }
    let sorted = by_comparator(items, &comparator, &state, context)?;
    // The same array, or a copy of it that the program has no hand in; its items are replaced.
    let target = original.call(this, &[], context)?.to_object(context)?;
    for (index, item) in sorted.into_iter().enumerate() {
        target.set(PropertyKey::from(index), item, false, context)?;
    }
    Ok(target.into())
}

fn sort(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(arguments)?;
    let object = this.to_object(context)?;
    let length = length(&object, context)?;
    let mut items = Vec::new();
    for index in present(&object, length, context)? {
        items.push(object.get(index, context)?);
    }
    let count = items.len();
    let sorted = sorted(items, comparator.as_ref(), context)?;
    for (index, item) in sorted.into_iter().enumerate() {
        object.set(PropertyKey::from(index), item, true, context)?;
    }
    // Holes end up last.
    for index in present(&object, length, context)? {
        if let PropertyKey::Index(at) = &index
            && at.get() as usize >= count
        {
            object.delete_property_or_throw(index, context)?;
        }
    }
    Ok(object.into())
}

fn to_sorted(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(arguments)?;
    let object = this.to_object(context)?;
    let length = length(&object, context)?;
    let state = State::of(context)?;
    if length > u64::from(u32::MAX) {
        return Err(JsNativeError::range().with_message("the array is too long to sort").into());
    }
    let (mut items, mut ticks) = (Vec::new(), Ticks::default());
    for index in 0..length {
        ticks.tick(&state, context)?;
        items.push(object.get(index, context)?);
    }
    let sorted = sorted(items, comparator.as_ref(), context)?;
    Ok(JsArray::from_iter(sorted, context).into())
}

fn comparator(arguments: &[JsValue]) -> JsResult<Option<JsObject>> {
    match arguments.first() {
        None => Ok(None),
        Some(value) if value.is_undefined() => Ok(None),
        Some(value) => value.as_callable().map(Some).ok_or_else(|| {
            JsNativeError::typ()
                .with_message("sort takes a function that compares two items")
                .into()
        }),
    }
}

fn length(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

/// The indices below the length that exist; a sparse array is not walked.
fn present(object: &JsObject, length: u64, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    let keys = object.own_property_keys(context)?;
    let below = |key: &PropertyKey| match key {
        PropertyKey::Index(index) => u64::from(index.get()) < length,
        _ => false,
    };
    Ok(keys.into_iter().filter(below).collect())
}

fn sorted(
    mut items: Vec<JsValue>,
    comparator: Option<&JsObject>,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    let state = State::of(context)?;
    let total = items.len();
    // `undefined` goes last and is never compared.
    items.retain(|item| !item.is_undefined());
    let mut sorted = if let Some(comparator) = comparator {
        by_comparator(items, comparator, &state, context)?
    } else {
        let mut texts = Vec::with_capacity(items.len());
        for item in &items {
            texts.push(item.to_string(context)?);
        }
        let places = columns::by_text(texts, &state, context)?;
        placed(&items, &places)
    };
    sorted.resize(total, JsValue::undefined());
    Ok(sorted)
}

fn by_comparator(
    items: Vec<JsValue>,
    comparator: &JsObject,
    state: &State,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    if let Some(places) = columns::by_comparator(&items, comparator, state, context)? {
        return Ok(placed(&items, &places));
    }
    let compare = |first: &JsValue, second: &JsValue, context: &mut Context| {
        let arguments = [first.clone(), second.clone()];
        let order = comparator.call(&JsValue::undefined(), &arguments, context)?;
        Ok(order.to_number(context)?.partial_cmp(&0.0).unwrap_or(Ordering::Equal))
    };
    merge::merged(items, 1, compare, state, context)
}

/// The items in the order of their places.
fn placed(items: &[JsValue], places: &[u32]) -> Vec<JsValue> {
    places.iter().filter_map(|place| items.get(*place as usize)).cloned().collect()
}
