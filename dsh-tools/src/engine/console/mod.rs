//! The console of a program: one call is one entry of the log (rule CODE-11).
//! Native throughout, so that a program that replaces built-ins can still log.

mod format;
mod labels;
mod table;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use self::format::format;
pub(super) use self::labels::Labels;
use super::bindings::global;
use super::context::method;
use super::describe::stack_text;
use super::inspect::{Options, inspect_with};
use super::state::State;

/// Columns by which a group moves what it holds to the right.
const STEP: usize = 2;
/// Groups inside one another that still move it.
const MOST_GROUPS: usize = 100;

/// Defines `console`.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let console = JsObject::with_object_proto(context.intrinsics());
    for name in ["log", "info", "warn", "error", "debug", "dirxml"] {
        method(&console, name, 0, true, NativeFunction::from_fn_ptr(log), context)?;
    }
    let methods: [(&str, usize, NativeFunctionPointer); 14] = [
        ("table", 1, table::table),
        ("dir", 1, dir),
        ("trace", 0, trace),
        ("assert", 0, assert),
        ("clear", 0, nothing),
        ("group", 0, group),
        ("groupCollapsed", 0, group),
        ("groupEnd", 0, group_end),
        ("count", 0, labels::count),
        ("countReset", 0, labels::count_reset),
        ("time", 0, labels::time),
        ("timeEnd", 0, labels::time_end),
        ("timeLog", 0, labels::time_log),
        ("timeStamp", 0, nothing),
    ];
    for (name, length, function) in methods {
        method(&console, name, length, true, NativeFunction::from_fn_ptr(function), context)?;
    }
    global("console", console.into(), context)
}

fn log(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    State::of(context)?.check(context)?;
    let entry = format(arguments, context)?;
    write(entry, context)
}

/// Adds an entry, moved to the right by the groups around it.
fn write(entry: String, context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context)?;
    let groups = state.groups_open.get().min(MOST_GROUPS);
    let entry = indented(entry, groups * STEP, state.limits.output_bytes);
    state.log(entry, context)?;
    Ok(JsValue::undefined())
}

/// Every line of the text moved to the right; no more of it than the limit of the output has room for.
fn indented(text: String, columns: usize, limit: usize) -> String {
    if columns == 0 {
        return text;
    }
    let indentation = " ".repeat(columns);
    let mut moved = String::with_capacity(text.len() + columns);
    for line in text.split_inclusive('\n') {
        moved.push_str(&indentation);
        moved.push_str(line);
        if moved.len() > limit {
            break;
        }
    }
    moved
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a native function")]
fn nothing(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::undefined())
}

fn group(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !arguments.is_empty() {
        log(this, arguments, context)?;
    }
    let state = State::of(context)?;
    state.groups_open.set(state.groups_open.get().saturating_add(1));
    Ok(JsValue::undefined())
}

fn group_end(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context)?;
    state.groups_open.set(state.groups_open.get().saturating_sub(1));
    Ok(JsValue::undefined())
}

fn assert(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (holds, rest) = match arguments.split_first() {
        Some((holds, rest)) => (holds.to_boolean(), rest),
        None => (false, arguments),
    };
    if holds {
        return Ok(JsValue::undefined());
    }
    let mut said = vec![JsValue::from(js_string!("Assertion failed"))];
    if let Some((first, rest)) = rest.split_first() {
        let first = first.to_string(context)?;
        said[0] = js_string!(&js_string!("Assertion failed: "), &first).into();
        said.extend_from_slice(rest);
    }
    log(this, &said, context)
}

/// A value with options of its own.
fn dir(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    State::of(context)?.check(context)?;
    let value = arguments.first().cloned().unwrap_or_default();
    let mut options = Options::default();
    if let Some(object) = arguments.get(1).and_then(JsValue::as_object) {
        if let Some(depth) = limit(&object, "depth", context)? {
            options.depth = depth;
        }
        if let Some(width) = limit(&object, "breakLength", context)? {
            options.width = width;
        }
        options.hidden = object.get(js_string!("showHidden"), context)?.to_boolean();
    }
    let entry = inspect_with(&value, options, context);
    write(entry, context)
}

/// A number among the options; `null` is no limit.
fn limit(object: &JsObject, name: &str, context: &mut Context) -> JsResult<Option<usize>> {
    let value = object.get(JsString::from(name), context)?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Casts saturate.
    let number = value.as_number().map(|number| number as usize);
    Ok(if value.is_null() { Some(usize::MAX) } else { number })
}

/// The arguments, and the functions that led here.
fn trace(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    State::of(context)?.check(context)?;
    let message = JsString::from(format(arguments, context)?);
    let error = context.intrinsics().constructors().error().constructor();
    let error = error.construct(&[message.into()], None, context)?;
    error.set(js_string!("name"), js_string!("Trace"), true, context)?;
    let entry = stack_text(&error, context)?;
    write(entry, context)
}
