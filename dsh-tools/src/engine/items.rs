//! What the loops over items of a prepared program ask first: whether going by index is the same, and whether there is
//! anything to go through at all. The engine says of neither where, nor of what.

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsResult, JsSymbol, JsValue, NativeFunction, js_string};

use super::inspect::is_proxy;
use super::state::State;

/// How many prototypes are looked at.
const MOST_PROTOTYPES: usize = 64;

/// The function that the prepared program takes. Of a value to go through by index it gives what the outer loop goes
/// through instead: something whose iterator gives a value each time, until the loop ends by `break`.
///
/// # Errors
///
/// It throws a `TypeError` for what surely cannot be gone through.
pub(super) fn by_index(context: &mut Context) -> JsResult<JsValue> {
    let endless = endless(context)?;
    let function = NativeFunction::from_copy_closure_with_captures(
        |_, arguments, endless: &JsObject, context| {
            let Some(value) = arguments.first() else { return Ok(JsValue::undefined()) };
            let Some(object) = value.as_object() else {
                return check(value, context).map(|()| JsValue::undefined());
            };
            if object.is_array() {
                let is_plain = is_plain(&object, context)?;
                return Ok(if is_plain { endless.clone().into() } else { JsValue::undefined() });
            }
            if object.is_ordinary() && lacks(Some(object), &JsSymbol::iterator().into()) {
                return Err(not_iterable("an object"));
            }
            Ok(JsValue::undefined())
        },
        endless,
    );
    Ok(FunctionObjectBuilder::new(context.realm(), function).build().into())
}

/// An iterator of itself that always has a value. Nothing of the program gets hold of it.
fn endless(context: &mut Context) -> JsResult<JsObject> {
    let step = JsObject::with_null_proto();
    step.create_data_property_or_throw(js_string!("value"), JsValue::undefined(), context)?;
    step.create_data_property_or_throw(js_string!("done"), false, context)?;
    let next = NativeFunction::from_copy_closure_with_captures(
        |_, _, step: &JsObject, _| Ok(step.clone().into()),
        step,
    );
    let next = FunctionObjectBuilder::new(context.realm(), next).build();
    let itself = NativeFunction::from_fn_ptr(|this, _, _| Ok(this.clone()));
    let itself = FunctionObjectBuilder::new(context.realm(), itself).build();
    let endless = JsObject::with_null_proto();
    endless.create_data_property_or_throw(JsSymbol::iterator(), itself, context)?;
    endless.create_data_property_or_throw(js_string!("next"), next, context)?;
    endless.create_data_property_or_throw(js_string!("return"), JsValue::undefined(), context)?;
    Ok(endless)
}

/// Whether an array is iterated as all arrays are when a program begins.
fn is_plain(array: &JsObject, context: &mut Context) -> JsResult<bool> {
    let state = State::of(context)?;
    let intrinsics = context.intrinsics();
    let prototype = intrinsics.constructors().array().prototype();
    let is_of_arrays = array.prototype().is_some_and(|own| JsObject::equals(&own, &prototype));
    let iterator = PropertyKey::from(JsSymbol::iterator());
    if !is_of_arrays || array.borrow().properties().contains_key(&iterator) {
        return Ok(false);
    }
    let is_still = |holder: &JsObject, key: &PropertyKey, function: &JsObject| {
        let property = holder.borrow().properties().get(key);
        let value = property.and_then(|property| property.value().and_then(JsValue::as_object));
        value.is_some_and(|value| JsObject::equals(&value, function))
    };
    let values = intrinsics.objects().array_prototype_values();
    let steps = intrinsics.objects().iterator_prototypes().array();
    Ok(is_still(&prototype, &iterator, &values)
        && is_still(&steps, &js_string!("next").into(), &state.captured()?.array_next)
        && lacks(Some(steps), &js_string!("return").into()))
}

/// Whether a value that is no object can be gone through, as texts can.
fn check(value: &JsValue, context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (what, prototype) = if value.is_string() {
        return Ok(());
    } else if value.is_null() {
        ("null", None)
    } else if value.is_undefined() {
        ("undefined", None)
    } else if value.is_number() {
        ("a number", Some(constructors.number().prototype()))
    } else if value.is_boolean() {
        ("a boolean", Some(constructors.boolean().prototype()))
    } else {
        return Ok(());
    };
    if lacks(prototype, &JsSymbol::iterator().into()) { Err(not_iterable(what)) } else { Ok(()) }
}

/// Whether neither the object nor what it inherits from has the property.
fn lacks(object: Option<JsObject>, key: &PropertyKey) -> bool {
    let mut next = object;
    for _ in 0..MOST_PROTOTYPES {
        let Some(object) = next else { return true };
        if object.borrow().properties().contains_key(key) || is_proxy(&object) {
            return false;
        }
        next = object.prototype();
    }
    false
}

fn not_iterable(what: &str) -> boa_engine::JsError {
    JsNativeError::typ().with_message(format!("{what} is not iterable")).into()
}
