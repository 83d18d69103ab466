//! The global objects whose functions the host answers, and the errors they reject with.
//! Rules CODE-2 and CODE-3: plain own keys, arguments by snapshot, a real error class.

use std::rc::Rc;
use std::sync::Arc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string,
};

use super::crossing::{Rejected, from_json, to_json};
use super::run::PROGRAM_PATH;
use super::state::{PendingCall, State};
use super::{BindingGroup, ErrorClass};
use crate::json::{Json, Object};
use crate::program::Position;

/// Defines every group's global object and error class; answers the classes' prototypes.
pub(super) fn define(
    groups: &[BindingGroup],
    context: &mut Context,
) -> JsResult<Vec<Option<JsObject>>> {
    let mut prototypes = Vec::with_capacity(groups.len());
    for (index, group) in groups.iter().enumerate() {
        let namespace = namespace(index, group, true, context)?;
        global(&group.global, namespace.into(), context)?;
        let prototype = match &group.error_class {
            Some(class) => Some(error_class(index, class, context)?),
            None => None,
        };
        prototypes.push(prototype);
    }
    Ok(prototypes)
}

pub(super) fn global(name: &str, value: JsValue, context: &mut Context) -> JsResult<()> {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    let global = context.global_object();
    global.define_property_or_throw(JsString::from(name), property, context).map(drop)
}

/// The object of a group. Without `then`, it is what `await` of the group gives.
fn namespace(
    index: usize,
    group: &BindingGroup,
    with_then: bool,
    context: &mut Context,
) -> JsResult<JsObject> {
    let object = JsObject::with_null_proto();
    let listed = group.members.iter().map(|member| (member, true));
    let hidden = group.hidden_members.iter().map(|member| (member, false));
    for (member, enumerable) in listed.chain(hidden) {
        if &**member == "then" && !with_then {
            continue;
        }
        let name = JsString::from(&**member);
        let function = NativeFunction::from_copy_closure_with_captures(
            |_, arguments, (group, member): &(usize, JsString), context| {
                call(*group, member, arguments, context)
            },
            (index, name.clone()),
        );
        let function = FunctionObjectBuilder::new(context.realm(), function)
            .name(name.clone())
            .length(1)
            .build();
        let property = PropertyDescriptor::builder()
            .value(function)
            .writable(false)
            .enumerable(enumerable)
            .configurable(false);
        object.define_property_or_throw(name, property, context)?;
    }
    Ok(object)
}

/// What a member of a group does.
fn call(
    group: usize,
    member: &JsString,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let state = State::of(context)?;
    state.check(context)?;
    let member: Arc<str> = member.to_std_string_lossy().into();
    if &*member == "then"
        && let [resolve, reject, ..] = arguments
        && reject.is_callable()
        && let Some(resolve) = resolve.as_callable()
    {
        // `await tools`, not a call of the tool `then`.
        let itself = namespace(group, &state.groups[group], false, context)?;
        return resolve.call(&JsValue::undefined(), &[itself.into()], context);
    }
    let site = call_site(&state, context);
    let snapshot = match arguments.first() {
        None => Ok(Json::Object(Object::default())),
        Some(value) if value.is_undefined() => Ok(Json::Object(Object::default())),
        Some(value) => to_json(&state, value, context),
    };
    let arguments = match snapshot {
        Ok(arguments) => arguments,
        Err(Rejected::Engine(error)) => return Err(error),
        Err(Rejected::Refusal(refusal)) => {
            let message = format!("the arguments are not JSON: {}", refusal.sentence("arguments"));
            let error = call_error(&state, group, &member, &message, site, context)?;
            return Ok(JsPromise::reject(JsError::from_opaque(error.into()), context)?.into());
        }
    };
    let (promise, settle) = JsPromise::new_pending(context);
    let id = state.start_call(group, Arc::clone(&member), arguments);
    state.calls.borrow_mut().insert(id, PendingCall { group, member, settle, site });
    Ok(promise.into())
}

/// Where in the source the innermost function of the program stands.
fn call_site(state: &Rc<State>, context: &Context) -> Option<Position> {
    context.stack_trace().find_map(|frame| {
        let location = frame.position();
        if location.path.to_string() != PROGRAM_PATH {
            return None;
        }
        let position = location.position?;
        let at = Position {
            line: position.line_number() as usize,
            column: position.column_number() as usize,
        };
        state.program.origin(at)
    })
}

/// Hands a reply to the program.
///
/// # Errors
///
/// Only when the engine is stopping.
pub(super) fn settle(
    state: &Rc<State>,
    id: u64,
    result: Result<Json, String>,
    context: &mut Context,
) -> JsResult<()> {
    let pending = state.calls.borrow_mut().shift_remove(&id);
    let Some(PendingCall { group, member, settle, site }) = pending else { return Ok(()) };
    let value = match result {
        Ok(json) => from_json(&json, context).map_err(|refusal| {
            format!("the result cannot enter the program: {}", refusal.sentence("value"))
        }),
        Err(message) => Err(message),
    };
    let (function, value) = match value {
        Ok(value) => (settle.resolve, value),
        Err(message) => {
            let error = call_error(state, group, &member, &message, site, context)?;
            (settle.reject, error.into())
        }
    };
    function.call(&JsValue::undefined(), &[value], context).map(drop)
}

/// The error that a failed call rejects with.
fn call_error(
    state: &Rc<State>,
    group: usize,
    member: &str,
    message: &str,
    site: Option<Position>,
    context: &mut Context,
) -> JsResult<JsObject> {
    let error = JsNativeError::error().with_message(message.to_owned()).into_opaque(context);
    let class = state.groups.get(group).and_then(|group| group.error_class.as_ref());
    let prototype = state.captured()?.error_prototypes.get(group).cloned().flatten();
    let mut name = "Error";
    if let (Some(class), Some(prototype)) = (class, prototype) {
        error.set_prototype(Some(prototype));
        own(&error, "name", JsString::from(&*class.name).into(), true);
        own(&error, &class.member_property, JsString::from(member).into(), true);
        name = &class.name;
    }
    let mut stack = format!("{name}: {message}");
    if let Some(site) = site {
        stack.push_str(&format!("\n    at {site}"));
    }
    own(&error, "stack", JsString::from(stack).into(), false);
    Ok(error)
}

fn own(object: &JsObject, name: &str, value: JsValue, enumerable: bool) {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(enumerable)
        .configurable(true);
    object.insert_property(JsString::from(name), property.build());
}

/// Defines the global class and answers its prototype.
fn error_class(index: usize, class: &ErrorClass, context: &mut Context) -> JsResult<JsObject> {
    let base = context.intrinsics().constructors().error().clone();
    let prototype = JsObject::from_proto_and_data(
        base.prototype(),
        boa_engine::builtins::object::OrdinaryObject,
    );
    let function = NativeFunction::from_copy_closure_with_captures(
        |target, arguments, group: &usize, context| construct(*group, target, arguments, context),
        index,
    );
    let constructor = FunctionObjectBuilder::new(context.realm(), function)
        .name(JsString::from(&*class.name))
        .length(2)
        .constructor(true)
        .build();
    constructor.set_prototype(Some(base.constructor()));
    let hidden = |value: JsValue, writable: bool| {
        PropertyDescriptor::builder()
            .value(value)
            .writable(writable)
            .enumerable(false)
            .configurable(writable)
    };
    let shown = hidden(prototype.clone().into(), false);
    constructor.define_property_or_throw(js_string!("prototype"), shown, context)?;
    let own_constructor = hidden(constructor.clone().into(), true);
    prototype.define_property_or_throw(js_string!("constructor"), own_constructor, context)?;
    let own_name = hidden(JsString::from(&*class.name).into(), true);
    prototype.define_property_or_throw(js_string!("name"), own_name, context)?;
    global(&class.name, constructor.into(), context)?;
    Ok(prototype)
}

/// `new ToolCallError(member, message)` by the program itself.
fn construct(
    group: usize,
    target: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let state = State::of(context)?;
    let mut texts = [String::new(), String::new()];
    for (text, value) in texts.iter_mut().zip(arguments) {
        *text = super::crossing::text_of(value, context)?;
    }
    let site = call_site(&state, context);
    let error = call_error(&state, group, &texts[0], &texts[1], site, context)?;
    // A class of the program that extends this one.
    if let Some(target) = target.as_object()
        && let Some(prototype) = target.get(js_string!("prototype"), context)?.as_object()
    {
        error.set_prototype(Some(prototype));
    }
    Ok(error.into())
}
