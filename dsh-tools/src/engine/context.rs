//! Builds the context of a run: limits, jobs, globals, json, bindings.
//! What the engine needs of the built-ins is taken before the program can replace it.

use std::rc::Rc;

use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string,
};

use super::jobs::{Hooks, Queue};
use super::state::{Captured, State};
use super::{bindings, console, dates, describe, globals, json, locale, sort, text, url};

/// Values on the engine's own stack; more than what the deepest allowed recursion needs.
const STACK_VALUES: usize = 8 * 1024 * 1024;

/// Frames that an error remembers.
const BACKTRACE: usize = 16;

/// A fresh context for the run.
pub(super) fn build(state: &Rc<State>) -> JsResult<Context> {
    let mut context = Context::builder()
        .job_executor(Rc::new(Queue(Rc::clone(state))))
        .host_hooks(Rc::new(Hooks))
        .build()?;
    let limits = context.runtime_limits_mut();
    limits.set_recursion_limit(state.limits.recursion);
    limits.set_stack_size_limit(STACK_VALUES);
    limits.set_backtrace_limit(BACKTRACE);
    context.insert_data(Rc::clone(state));
    let error_stack = describe::replace_stack(&mut context)?;
    console::define(&mut context)?;
    url::define(&mut context)?;
    globals::define(&state.program.javascript, &mut context)?;
    sort::define(&mut context)?;
    text::define(&mut context)?;
    json::define(&mut context)?;
    dates::define(&mut context)?;
    locale::define(&mut context)?;
    let error_prototypes = bindings::define(&state.groups, &mut context)?;
    let patterns = context.intrinsics().constructors().regexp().prototype();
    let array_steps = context.intrinsics().objects().iterator_prototypes().array();
    let captured = Captured {
        prototype_of: builtin("Object", "getPrototypeOf", &mut context)?,
        descriptor_of: builtin("Object", "getOwnPropertyDescriptor", &mut context)?,
        is_array: builtin("Array", "isArray", &mut context)?,
        array_next: function(&array_steps, "next", &mut context)?,
        error_stack,
        function_text: of_prototype("Function", "toString", &mut context)?,
        locale_compare: of_prototype("String", "localeCompare", &mut context)?,
        pattern_source: getter(&patterns, "source")?,
        has_sets: getter(&patterns, "unicodeSets")?,
        parse_int: builtin("Number", "parseInt", &mut context)?,
        parse_float: builtin("Number", "parseFloat", &mut context)?,
        stringify: builtin("JSON", "stringify", &mut context)?,
        error_prototypes,
    };
    // A second run in the same state would be a mistake of ours; the first capture stays.
    let _ = state.captured.set(captured);
    Ok(context)
}

/// A function of a built-in constructor.
fn builtin(constructor: &str, name: &str, context: &mut Context) -> JsResult<JsFunction> {
    let constructor = object(&context.global_object(), constructor, context)?;
    function(&constructor, name, context)
}

/// A method of what a built-in constructor makes.
fn of_prototype(constructor: &str, name: &str, context: &mut Context) -> JsResult<JsFunction> {
    let constructor = object(&context.global_object(), constructor, context)?;
    let prototype = object(&constructor, "prototype", context)?;
    function(&prototype, name, context)
}

fn object(holder: &JsObject, name: &str, context: &mut Context) -> JsResult<JsObject> {
    holder.get(JsString::from(name), context)?.as_object().ok_or_else(missing)
}

fn function(holder: &JsObject, name: &str, context: &mut Context) -> JsResult<JsFunction> {
    holder.get(JsString::from(name), context)?.as_function().ok_or_else(missing)
}

/// What reads an accessor.
pub(super) fn getter(holder: &JsObject, name: &str) -> JsResult<JsFunction> {
    let property = holder.borrow().properties().get(&JsString::from(name).into());
    let getter = property.and_then(|property| property.get().and_then(JsValue::as_function));
    getter.ok_or_else(missing)
}

fn missing() -> JsError {
    JsNativeError::typ().with_message("a built-in is missing").into()
}

/// The two functions that the prepared program takes: its meter, and what calls an exported function.
pub(super) fn helpers(context: &mut Context) -> (JsFunction, JsFunction) {
    let meter = NativeFunction::from_fn_ptr(|_, _, context| {
        let state = State::of(context)?;
        state.meter(context).map(JsValue::from)
    });
    let value = NativeFunction::from_fn_ptr(|_, arguments, context| {
        let value = arguments.first().cloned().unwrap_or_default();
        match value.as_callable() {
            Some(function) => function.call(&JsValue::undefined(), &[], context),
            None => Ok(value),
        }
    });
    let meter = FunctionObjectBuilder::new(context.realm(), meter).build();
    let value = FunctionObjectBuilder::new(context.realm(), value).build();
    (meter, value)
}

/// Defines a native method.
pub(super) fn method(
    object: &JsObject,
    name: &str,
    length: usize,
    enumerable: bool,
    function: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    let name = JsString::from(name);
    let key = PropertyKey::from(name.clone());
    define_method(object, key, (name, length), enumerable, function, context)
}

/// Defines a native method, not enumerable, under a key that need not be its name.
pub(super) fn named_method(
    object: &JsObject,
    key: PropertyKey,
    name_and_length: (JsString, usize),
    function: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    define_method(object, key, name_and_length, false, function, context)
}

/// What an override makes of a call; nothing where the engine's own method has to do it.
pub(super) type Fast = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<Option<JsValue>>;

/// Puts the override in place of a method, which stays for what it leaves.
pub(super) fn overlay(
    object: &JsObject,
    key: impl Into<PropertyKey>,
    fast: Fast,
    context: &mut Context,
) -> JsResult<()> {
    let key = key.into();
    let own = object.get(key.clone(), context)?;
    let own = own.as_function().ok_or_else(|| {
        JsNativeError::typ().with_message(format!("the engine has no method {key}"))
    })?;
    let call =
        move |this: &JsValue, arguments: &[JsValue], own: &JsFunction, context: &mut Context| {
            match fast(this, arguments, context)? {
                Some(done) => Ok(done),
                None => own.call(this, arguments, context),
            }
        };
    let name = own.get(js_string!("name"), context)?.to_string(context)?;
    let length = own.get(js_string!("length"), context)?.to_length(context)?;
    let function = NativeFunction::from_copy_closure_with_captures(call, own);
    named_method(object, key, (name, usize::try_from(length).unwrap_or(1)), function, context)
}

fn define_method(
    object: &JsObject,
    key: PropertyKey,
    (name, length): (JsString, usize),
    enumerable: bool,
    function: NativeFunction,
    context: &mut Context,
) -> JsResult<()> {
    let function =
        FunctionObjectBuilder::new(context.realm(), function).name(name).length(length).build();
    let property = boa_engine::property::PropertyDescriptor::builder()
        .value(function)
        .writable(true)
        .enumerable(enumerable)
        .configurable(true);
    object.define_property_or_throw(key, property, context)?;
    Ok(())
}

/// The name of the property that holds an error's stack.
pub(super) fn stack_key() -> JsString {
    js_string!("stack")
}
