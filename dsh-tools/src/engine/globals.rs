//! The globals of rule CODE-11 that ECMAScript does not have: timers, text, base64, clones; URLs have a folder of their own.
//! Those that hold loops over the program's own data are written in JavaScript, run once before it.

use std::time::Duration;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArrayBuffer, JsTypedArray, JsUint8Array};
use boa_engine::{
    Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, Source, js_string,
};

use super::context::method;
use super::jobs::{Microtask, Timer};
use super::state::State;

/// What a program has to say to reach one of those that are written in JavaScript: its name, the global object, or an
/// escape that may stand in a name.
const WAYS_IN: [&str; 5] = ["structuredClone", "TextEncoder", "TextDecoder", "globalThis", "\\u"];

/// What a program has to say to reach `Array.fromAsync`. One that puts the name together out of pieces does not.
const WAYS_TO_FROM_ASYNC: [&str; 2] = ["fromAsync", "\\u"];

/// Defines all that a program of this text can reach.
pub(super) fn define(program: &str, context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    let functions: [(&str, usize, NativeFunction); 7] = [
        (
            "setTimeout",
            2,
            NativeFunction::from_fn_ptr(|_, arguments, context| set(arguments, false, context)),
        ),
        (
            "setInterval",
            2,
            NativeFunction::from_fn_ptr(|_, arguments, context| set(arguments, true, context)),
        ),
        ("clearTimeout", 1, NativeFunction::from_fn_ptr(clear)),
        ("clearInterval", 1, NativeFunction::from_fn_ptr(clear)),
        ("queueMicrotask", 1, NativeFunction::from_fn_ptr(queue_microtask)),
        ("atob", 1, NativeFunction::from_fn_ptr(atob)),
        ("btoa", 1, NativeFunction::from_fn_ptr(btoa)),
    ];
    for (name, length, function) in functions {
        method(&global, name, length, false, function, context)?;
    }
    // Parsing these takes as long as all else of a small run, and most programs want none of them.
    if WAYS_IN.iter().any(|way| program.contains(way)) {
        define_written(&global, context)?;
    }
    if WAYS_TO_FROM_ASYNC.iter().any(|way| program.contains(way)) {
        evaluate(include_str!("from_async.js"), context)?;
    }
    Ok(())
}

/// Defines those that are written in JavaScript.
fn define_written(global: &JsObject, context: &mut Context) -> JsResult<()> {
    // The script takes these over and removes them.
    method(global, "encodeText", 1, false, NativeFunction::from_fn_ptr(encode), context)?;
    method(global, "decodeText", 1, false, NativeFunction::from_fn_ptr(decode), context)?;
    evaluate(include_str!("globals.js"), context)
}

fn evaluate(script: &str, context: &mut Context) -> JsResult<()> {
    let source = Source::from_bytes(script).with_path(std::path::Path::new("engine"));
    context.eval(source).map(drop)
}

fn callback(
    arguments: &[JsValue],
    name: &str,
) -> JsResult<boa_engine::object::builtins::JsFunction> {
    arguments.first().and_then(JsValue::as_function).ok_or_else(|| {
        JsNativeError::typ()
            .with_message(format!("{name} takes a function as its first argument"))
            .into()
    })
}

fn set(arguments: &[JsValue], repeats: bool, context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context)?;
    state.check(context)?;
    let callback = callback(arguments, if repeats { "setInterval" } else { "setTimeout" })?;
    let wanted = match arguments.get(1) {
        Some(delay) => delay.to_number(context)?,
        None => 0.0,
    };
    // As in browsers and Node: at least a millisecond, and what is no 31-bit number counts as one.
    let wanted = if (1.0..=2_147_483_647.0).contains(&wanted) { wanted } else { 1.0 };
    let delay = Duration::from_secs_f64(wanted / 1000.0);
    let timer = Timer {
        callback,
        arguments: arguments.iter().skip(2).cloned().collect(),
        every: repeats.then_some(delay),
    };
    let id = state.timers.borrow_mut().set(timer, delay);
    Ok(JsValue::from(id))
}

fn clear(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context)?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Ids are small integers.
    if let Some(id) = arguments.first().and_then(JsValue::as_number) {
        state.timers.borrow_mut().clear(id as u32);
    }
    Ok(JsValue::undefined())
}

fn queue_microtask(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context)?;
    let callback = callback(arguments, "queueMicrotask")?;
    state.jobs.borrow_mut().push_back(Microtask::Callback(callback));
    Ok(JsValue::undefined())
}

fn text(arguments: &[JsValue], context: &mut Context) -> JsResult<JsString> {
    match arguments.first() {
        Some(value) => value.to_string(context),
        None => Ok(js_string!()),
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn btoa(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text(arguments, context)?;
    let bytes: Result<Vec<u8>, _> = text.iter().map(u8::try_from).collect();
    let bytes = bytes.map_err(|_| {
        JsNativeError::range()
            .with_message("btoa takes only characters up to 255; encode text as UTF-8 first")
    })?;
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0_usize, |group, byte| group << 8 | usize::from(*byte))
            << (8 * (3 - chunk.len()));
        for at in 0..4 {
            if at <= chunk.len() {
                out.push(char::from(ALPHABET[group >> (18 - 6 * at) & 63]));
            } else {
                out.push('=');
            }
        }
    }
    Ok(JsString::from(out).into())
}

fn atob(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let invalid = || JsNativeError::syntax().with_message("atob takes base64 text; this is none");
    let text = text(arguments, context)?.to_std_string_lossy();
    let mut digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    if digits.len().is_multiple_of(4) {
        for _ in 0..2 {
            if digits.last() == Some(&b'=') {
                digits.pop();
            }
        }
    }
    if digits.len() % 4 == 1 {
        return Err(invalid().into());
    }
    let mut out = Vec::with_capacity(digits.len());
    let (mut group, mut bits) = (0_u32, 0);
    for digit in digits {
        let value = ALPHABET.iter().position(|known| *known == digit).ok_or_else(invalid)?;
        group = (group << 6 | u32::try_from(value).unwrap_or(0)) & 0xff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(u16::try_from(group >> bits & 0xff).unwrap_or(0));
        }
    }
    Ok(JsString::from(&out[..]).into())
}

fn encode(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text(arguments, context)?.to_std_string_lossy();
    Ok(JsUint8Array::from_iter(text.into_bytes(), context)?.into())
}

fn decode(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = arguments.first().and_then(JsValue::as_object) else {
        return Ok(js_string!().into());
    };
    let fatal = arguments.get(1).is_some_and(JsValue::to_boolean);
    let bytes = bytes_of(&object, context)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let text = match (std::str::from_utf8(bytes), fatal) {
        (Ok(text), _) => text.to_owned(),
        (Err(_), false) => String::from_utf8_lossy(bytes).into_owned(),
        (Err(_), true) => {
            return Err(JsNativeError::typ().with_message("the bytes are no UTF-8 text").into());
        }
    };
    Ok(JsString::from(text).into())
}

fn bytes_of(object: &JsObject, context: &mut Context) -> JsResult<Vec<u8>> {
    if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
        return Ok(buffer.data().map(|data| data.to_vec()).unwrap_or_default());
    }
    let array = JsTypedArray::from_object(object.clone())?;
    let (start, length) = (array.byte_offset(context)?, array.byte_length(context)?);
    let buffer = array
        .buffer(context)?
        .as_object()
        .and_then(|buffer| JsArrayBuffer::from_object(buffer).ok());
    let part = buffer.as_ref().and_then(|buffer| {
        let data = buffer.data()?;
        data.get(start..start + length).map(<[u8]>::to_vec)
    });
    Ok(part.unwrap_or_default())
}
