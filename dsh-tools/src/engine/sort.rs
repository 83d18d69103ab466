//! Sorting of arrays by a merge sort of ours: the engine's own panics on comparators that contradict
//! themselves, such as `() => Math.random() - 0.5`. Equal items keep their order.

use std::cmp::Ordering;
use std::rc::Rc;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};

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
    let mut items = Vec::new();
    for index in 0..length {
        if index % 1024 == 0 {
            state.check(context)?;
        }
        items.push((typed.get(PropertyKey::from(index), context)?, None));
    }
    let sorted = merge_sort(items, Some(&comparator), &state, context)?;
    // The same array, or a copy of it that the program has no hand in; its items are replaced.
    let target = original.call(this, &[], context)?.to_object(context)?;
    for (index, (item, _)) in sorted.into_iter().enumerate() {
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
    let mut items = Vec::new();
    for index in 0..length {
        if index % 1024 == 0 {
            state.check(context)?;
        }
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

/// An item, and its text if items are compared by text.
type Item = (JsValue, Option<JsString>);

fn sorted(
    items: Vec<JsValue>,
    comparator: Option<&JsObject>,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    let state = State::of(context)?;
    let total = items.len();
    let mut keyed: Vec<Item> = Vec::with_capacity(total);
    for item in items {
        // `undefined` goes last and is never compared.
        if item.is_undefined() {
            continue;
        }
        let key = if comparator.is_some() { None } else { Some(item.to_string(context)?) };
        keyed.push((item, key));
    }
    let merged = merge_sort(keyed, comparator, &state, context)?;
    let mut sorted: Vec<JsValue> = merged.into_iter().map(|(item, _)| item).collect();
    sorted.resize(total, JsValue::undefined());
    Ok(sorted)
}

/// Bottom-up, so that the depth of the stack does not depend on the length.
fn merge_sort(
    mut items: Vec<Item>,
    comparator: Option<&JsObject>,
    state: &Rc<State>,
    context: &mut Context,
) -> JsResult<Vec<Item>> {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        let mut rest = items.into_iter().peekable();
        while rest.peek().is_some() {
            let mut left = rest.by_ref().take(width).collect::<Vec<_>>().into_iter().peekable();
            let mut right = rest.by_ref().take(width).collect::<Vec<_>>().into_iter().peekable();
            state.check(context)?;
            while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
                let order = compare(first, second, comparator, context)?;
                merged.extend(if order == Ordering::Greater { right.next() } else { left.next() });
            }
            merged.extend(left);
            merged.extend(right);
        }
        items = merged;
        width *= 2;
    }
    Ok(items)
}

fn compare(
    first: &Item,
    second: &Item,
    comparator: Option<&JsObject>,
    context: &mut Context,
) -> JsResult<Ordering> {
    let Some(comparator) = comparator else { return Ok(first.1.cmp(&second.1)) };
    let arguments = [first.0.clone(), second.0.clone()];
    let order = comparator.call(&JsValue::undefined(), &arguments, context)?.to_number(context)?;
    Ok(order.partial_cmp(&0.0).unwrap_or(Ordering::Equal))
}
