//! The arguments of a call as one text: placeholders first, the rest joined by spaces.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsSymbol, JsValue, js_string};

use crate::engine::crossing;
use crate::engine::inspect::{Options, inspect, inspect_with, number_text};
use crate::engine::refuse::data_property;
use crate::engine::state::State;

pub(super) fn format(arguments: &[JsValue], context: &mut Context) -> JsResult<String> {
    let mut rest = arguments;
    let mut text = String::new();
    if let Some((first, others)) = arguments.split_first() {
        rest = others;
        match first.as_string().map(|template| template.to_std_string_lossy()) {
            Some(template) if others.is_empty() => return Ok(template),
            Some(template) => text = filled(&template, &mut rest, context)?,
            None => text = shown(first, context),
        }
    }
    for value in rest {
        text.push(' ');
        text.push_str(&shown(value, context));
    }
    Ok(text)
}

/// Strings raw, everything else inspected.
fn shown(value: &JsValue, context: &mut Context) -> String {
    match value.as_string() {
        Some(text) => text.to_std_string_lossy(),
        None => inspect(value, context),
    }
}

/// The template with values in its placeholders, which are taken off the others.
fn filled(template: &str, rest: &mut &[JsValue], context: &mut Context) -> JsResult<String> {
    let mut text = String::new();
    let mut chars = template.chars().peekable();
    while let Some(char) = chars.next() {
        if char != '%' {
            text.push(char);
            continue;
        }
        match (chars.peek().copied(), rest.split_first()) {
            (Some('%'), _) => {
                chars.next();
                text.push('%');
            }
            (
                Some(kind @ ('s' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c')),
                Some((value, others)),
            ) => {
                chars.next();
                *rest = others;
                text.push_str(&placed(kind, value, context)?);
            }
            _ => text.push('%'),
        }
    }
    Ok(text)
}

/// A value in the place of `%s` and its like.
fn placed(kind: char, value: &JsValue, context: &mut Context) -> JsResult<String> {
    let is_number = matches!(kind, 'd' | 'i' | 'f');
    Ok(match kind {
        's' => as_text(value, context)?,
        'd' | 'i' if value.is_bigint() => inspect(value, context),
        _ if is_number && value.is_symbol() => String::from("NaN"),
        'd' => number_text(value.to_number(context)?),
        'i' | 'f' => {
            let state = State::of(context)?;
            let captured = state.captured()?;
            let read = if kind == 'i' { &captured.parse_int } else { &captured.parse_float };
            let number = read.call(&JsValue::undefined(), std::slice::from_ref(value), context)?;
            number_text(number.to_number(context)?)
        }
        'j' => as_json(value, context)?,
        'c' => String::new(),
        'o' => inspect_with(value, Options { hidden: true, ..Options::default() }, context),
        _ => inspect(value, context),
    })
}

/// The text that the program gives its objects; those without one are shown without what they hold.
fn as_text(value: &JsValue, context: &mut Context) -> JsResult<String> {
    if let Some(number) = value.as_number() {
        return Ok(number_text(number));
    }
    if value.is_bigint() || value.is_symbol() {
        return Ok(inspect(value, context));
    }
    match value.as_object() {
        Some(object) if !object.is_callable() && !has_own_text(&object) => {
            let options = Options { depth: 0, ..Options::default() };
            Ok(inspect_with(value, options, context))
        }
        _ => Ok(value.to_string(context)?.to_std_string_lossy()),
    }
}

/// Whether the program wrote the method that turns the object into a text.
fn has_own_text(object: &JsObject) -> bool {
    const MOST_ABOVE: usize = 64;
    let keys = [PropertyKey::from(js_string!("toString")), JsSymbol::to_primitive().into()];
    let holds = |holder: &JsObject| {
        let holder = holder.borrow();
        keys.iter().any(|key| holder.properties().get(key).is_some())
    };
    if holds(object) {
        return true;
    }
    let mut current = object.prototype();
    for _ in 0..MOST_ABOVE {
        let Some(holder) = current else { return false };
        if holds(&holder) {
            let class = data_property(&holder, &js_string!("constructor"));
            let class = class.and_then(|class| class.as_object());
            return class.is_none_or(|class| class.is::<OrdinaryFunction>());
        }
        current = holder.prototype();
    }
    false
}

fn as_json(value: &JsValue, context: &mut Context) -> JsResult<String> {
    let state = State::of(context)?;
    // What is lossless needs no native recursion.
    if let Ok(json) = crossing::to_json(&state, value, context) {
        return Ok(json.to_string());
    }
    let stringify = &state.captured()?.stringify;
    match stringify.call(&JsValue::undefined(), std::slice::from_ref(value), context) {
        Ok(text) => Ok(shown(&text, context)),
        Err(error) => match error.try_native(context) {
            Ok(native) if is_cycle(native.message()) => Ok(String::from("[Circular]")),
            _ => Err(error),
        },
    }
}

fn is_cycle(message: &str) -> bool {
    message.contains("cyclic") || message.contains("circular")
}
