//! The functions that a program may call: plain properties of plain objects, whose calls are promises
//! that the host's replies settle (rules CODE-2 and CODE-3).

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::object::{FunctionObjectBuilder, ObjectInitializer};
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::crossing::{from_json, to_json};
use super::world::{World, type_error};
use super::{ErrorClass, HostCall};
use crate::json::{Json, Object};
use crate::program::Position;

/// A call that waits for its reply.
pub(super) struct PendingCall {
    functions: ResolvingFunctions,
    group: usize,
    member: usize,
    /// Where the program made it, in the engine's own text.
    at: Option<Position>,
}

/// The error class of a group, as it is in the context.
#[derive(Clone)]
pub(super) struct ErrorClassOf {
    prototype: JsObject,
    class: ErrorClass,
}

/// The name by which `await` takes an object for a promise.
const THEN: &str = "then";
/// The key under which an error keeps the place of its call, out of the program's sight.
const STACK: &str = "stack";

/// Puts every group and class into the context.
pub(super) fn install(world: &World, context: &mut Context) -> JsResult<()> {
    for (index, group) in world.groups.iter().enumerate() {
        let object = JsObject::with_null_proto();
        for (member, name) in group.members.iter().enumerate() {
            let thenable = &**name == THEN;
            let call = NativeFunction::from_copy_closure(move |this, arguments, context| {
                if thenable && let Some(resolve) = arguments.first().and_then(JsValue::as_callable)
                {
                    return resolve_without_then(this, &resolve, context);
                }
                call(index, member, arguments, context)
            });
            let name = JsString::from(&**name);
            let function = FunctionObjectBuilder::new(context.realm(), call)
                .name(name.clone())
                .length(1)
                .build();
            let property = PropertyDescriptor::builder()
                .value(function)
                .writable(false)
                .enumerable(true)
                .configurable(false);
            object.define_property_or_throw(name, property, context)?;
        }
        context.register_global_property(
            JsString::from(group.global.as_str()),
            object,
            Attribute::all(),
        )?;
        let class = match &group.error_class {
            Some(class) => Some(error_class(class, context)?),
            None => None,
        };
        world.classes.borrow_mut().push(class);
    }
    Ok(())
}

/// What `await` makes of a group that has a function named `then`: the same functions without that one,
/// so that waiting ends (rule CODE-2).
fn resolve_without_then(
    this: &JsValue,
    resolve: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let copy = JsObject::with_null_proto();
    if let Some(group) = this.as_object() {
        for key in group.own_property_keys(context)? {
            if key != PropertyKey::from(js_string!("then")) {
                let member = group.get(key.clone(), context)?;
                copy.create_data_property_or_throw(key, member, context)?;
            }
        }
    }
    resolve.call(&JsValue::undefined(), &[copy.into()], context)
}

/// A subclass of `Error`; its instances are made here, so its constructor only answers `instanceof`.
fn error_class(class: &ErrorClass, context: &mut Context) -> JsResult<ErrorClassOf> {
    let error = context.intrinsics().constructors().error();
    let (error_constructor, error_prototype) = (error.constructor(), error.prototype());
    let prototype = ObjectInitializer::new(context).build();
    prototype.set_prototype(Some(error_prototype));
    let construct = NativeFunction::from_fn_ptr(|_, _, _| {
        Err(type_error("errors of this class are only made by calls that fail"))
    });
    let constructor: JsFunction = FunctionObjectBuilder::new(context.realm(), construct)
        .name(JsString::from(class.name.as_str()))
        .constructor(true)
        .build();
    constructor.set_prototype(Some(error_constructor));
    let fixed = |value: JsValue| {
        PropertyDescriptor::builder().value(value).writable(false).enumerable(false)
    };
    constructor.define_property_or_throw(
        js_string!("prototype"),
        fixed(prototype.clone().into()).configurable(false),
        context,
    )?;
    prototype.define_property_or_throw(
        js_string!("constructor"),
        fixed(constructor.clone().into()).configurable(true),
        context,
    )?;
    context.register_global_property(
        JsString::from(class.name.as_str()),
        constructor,
        Attribute::all(),
    )?;
    Ok(ErrorClassOf { prototype, class: class.clone() })
}

/// A call of the program: checked here, started by the host, settled by its reply.
fn call(
    group: usize,
    member: usize,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let world = World::of(context)?;
    world.check()?;
    let at = caller(context);
    let (promise, functions) = JsPromise::new_pending(context);
    // A call without arguments is a call with none.
    let arguments = match arguments.first().filter(|argument| !argument.is_undefined()) {
        None => Ok(Json::Object(Object::default())),
        Some(argument) => to_json(argument, "", &world, context),
    };
    world.check()?;
    match arguments {
        Ok(arguments) => {
            let id = world.next_call.get();
            world.next_call.set(id + 1);
            world.calls.borrow_mut().insert(id, PendingCall { functions, group, member, at });
            world.host.borrow_mut().call(HostCall { id, group, member, arguments });
        }
        Err(refusal) => {
            let message = format!("the arguments are no lossless JSON: {refusal}");
            let error = error(&world, group, member, &message, at, context)?;
            functions.reject.call(&JsValue::undefined(), &[error], context)?;
        }
    }
    Ok(promise.into())
}

/// Where the program is that calls a native function now.
fn caller(context: &Context) -> Option<Position> {
    let position = context.stack_trace().find_map(|frame| frame.position().position)?;
    Some(Position {
        line: position.line_number() as usize,
        column: position.column_number() as usize,
    })
}

/// Settles the promise of a call.
pub(super) fn settle(id: u64, result: Result<Json, String>, context: &mut Context) -> JsResult<()> {
    let world = World::of(context)?;
    let Some(call) = world.calls.borrow_mut().remove(&id) else { return Ok(()) };
    let PendingCall { functions, group, member, at } = call;
    let value = result.and_then(|value| {
        from_json(&value, context).map_err(|path| {
            format!(
                "{path} of the result is an integer beyond ±(2^53-1), which a program's numbers cannot hold; \
                 the tool has to send it as text"
            )
        })
    });
    let (function, value) = match value {
        Ok(value) => (functions.resolve, value),
        Err(message) => (functions.reject, error(&world, group, member, &message, at, context)?),
    };
    function.call(&JsValue::undefined(), &[value], context).map(drop)
}

/// An instance of the group's error class.
fn error(
    world: &World,
    group: usize,
    member: usize,
    message: &str,
    at: Option<Position>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let native = boa_engine::JsNativeError::error().with_message(message.to_owned());
    let object = native.into_opaque(context);
    let class = world.classes.borrow().get(group).cloned().flatten();
    let fixed = |value: JsValue, enumerable: bool| {
        PropertyDescriptor::builder()
            .value(value)
            .writable(false)
            .enumerable(enumerable)
            .configurable(true)
    };
    let name = class.as_ref().map_or("Error", |class| &class.class.name).to_owned();
    if let Some(ErrorClassOf { prototype, class }) = class {
        object.set_prototype(Some(prototype));
        let member = world.groups[group].members[member].clone();
        let member = JsValue::from(JsString::from(&*member));
        object.define_property_or_throw(
            js_string!("name"),
            fixed(JsString::from(name.as_str()).into(), true),
            context,
        )?;
        let property = JsString::from(class.member_property.as_str());
        object.define_property_or_throw(property, fixed(member, true), context)?;
    }
    if let Some(at) = at {
        let stack = format!("    at <main> (program:{}:{})\n", at.line, at.column);
        let stack = JsValue::from(JsString::from(stack.as_str()));
        object.define_property_or_throw(JsString::from(STACK), fixed(stack, false), context)?;
    }
    Ok(object.into())
}
