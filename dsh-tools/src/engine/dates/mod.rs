//! Dates from texts as V8 reads them: the form of ISO 8601, and what people write in English. The engine knows the first
//! alone, and programs are written for the second too.

mod fields;
mod read;
mod scan;

use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::bindings::global;
use super::context::method;

/// Puts a `Date` of ours in place of the engine's: it reads the texts, and leaves the rest to the other.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().date().prototype();
    let own = prototype.get(js_string!("constructor"), context)?;
    let own = own.as_function().ok_or_else(|| {
        JsNativeError::typ().with_message("the engine has no constructor of dates")
    })?;
    let construct = NativeFunction::from_copy_closure_with_captures(construct, own.clone());
    let date = FunctionObjectBuilder::new(context.realm(), construct)
        .name(js_string!("Date"))
        .length(7)
        .constructor(true)
        .build();
    for name in ["now", "UTC"] {
        let value = own.get(JsString::from(name), context)?;
        hide(&date, name, value, true, context)?;
    }
    for name in ["toString", "toTimeString"] {
        name_zone(&prototype, name, context)?;
    }
    method(&date, "parse", 1, false, NativeFunction::from_fn_ptr(parse), context)?;
    hide(&date, "prototype", prototype.clone().into(), false, context)?;
    hide(&prototype, "constructor", date.clone().into(), true, context)?;
    global("Date", date.into(), context)
}

/// Defines a property that is not enumerable.
fn hide(
    object: &JsObject,
    name: &str,
    value: JsValue,
    changeable: bool,
    context: &mut Context,
) -> JsResult<()> {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(changeable)
        .enumerable(false)
        .configurable(changeable);
    object.define_property_or_throw(JsString::from(name), property, context).map(drop)
}

/// Makes a method say the name of the zone, which the engine leaves out.
fn name_zone(prototype: &JsObject, name: &str, context: &mut Context) -> JsResult<()> {
    let own = prototype.get(JsString::from(name), context)?.as_function();
    let missing = || JsNativeError::typ().with_message("the engine has no texts of dates");
    let zoned = NativeFunction::from_copy_closure_with_captures(
        |this, arguments, own: &JsFunction, context| own.call(this, arguments, context).map(zoned),
        own.ok_or_else(missing)?,
    );
    method(prototype, name, 0, false, zoned, context)
}

/// The text of a date with the name of its zone; there is one alone.
fn zoned(text: JsValue) -> JsValue {
    let Some(date) = text.as_string().map(|text| text.to_std_string_lossy()) else { return text };
    if !date.ends_with("GMT+0000") {
        return text;
    }
    JsString::from(format!("{date} (Coordinated Universal Time)")).into()
}

/// `Date.parse`.
fn parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = arguments.first().cloned().unwrap_or_default().to_string(context)?;
    Ok(time_of(&text))
}

/// `new Date(…)`, or `Date()`, which is the time as a text.
fn construct(
    new_target: &JsValue,
    arguments: &[JsValue],
    own: &JsFunction,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(new_target) = new_target.as_object() else {
        return own.call(&JsValue::undefined(), arguments, context).map(zoned);
    };
    let [value] = arguments else {
        return Ok(own.construct(arguments, Some(&new_target), context)?.into());
    };
    let is_date =
        value.as_object().is_some_and(|object| object.is::<boa_engine::builtins::date::Date>());
    let value = if is_date {
        value.clone()
    } else {
        value.to_primitive(context, PreferredType::Default)?
    };
    let value = value.as_string().map_or(value, |text| time_of(&text));
    Ok(own.construct(&[value], Some(&new_target), context)?.into())
}

/// The milliseconds since 1970 that a text stands for, `NaN` for what is no date.
fn time_of(text: &JsString) -> JsValue {
    // A zero ends a text, as it does in V8.
    let units: Vec<u16> = text.iter().take_while(|unit| *unit != 0).collect();
    read::read(&units).map_or_else(JsValue::nan, JsValue::from)
}
