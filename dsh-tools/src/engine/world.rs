//! What one run holds beside the engine's context, and how native functions reach it.
//! What is needed of the built-ins is taken before the program runs, so it cannot be replaced.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use boa_engine::builtins::promise::{OperationType, Promise};
use boa_engine::context::HostHooks;
use boa_engine::error::PanicError;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::realm::Realm;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::bindings::{ErrorClassOf, PendingCall};
use super::clock::Clock;
use super::logs::Logs;
use super::timers::Timers;
use super::{Failure, FailureKind, Host, Limits, RunRequest, Stop};

/// How many steps a program takes between two questions of its meter.
const STEPS: i32 = 4000;

/// One run.
pub(super) struct World {
    pub(super) host: RefCell<Box<dyn Host>>,
    pub(super) limits: Limits,
    pub(super) clock: Clock,
    pub(super) timers: Timers,
    pub(super) logs: RefCell<Logs>,
    pub(super) calls: RefCell<HashMap<u64, PendingCall>>,
    pub(super) next_call: Cell<u64>,
    /// The names of the functions of each group, for replies and messages.
    pub(super) groups: Vec<super::BindingGroup>,
    pub(super) classes: RefCell<Vec<Option<ErrorClassOf>>>,
    /// Set once, when the run has to end whatever the program does.
    pub(super) stopped: RefCell<Option<Failure>>,
    pub(super) intrinsics: Intrinsics,
}

/// Functions of the built-ins, as they were before the program ran.
pub(super) struct Intrinsics {
    pub(super) object_keys: JsFunction,
    pub(super) is_array: JsFunction,
}

impl Intrinsics {
    pub(super) fn of(context: &mut Context) -> JsResult<Self> {
        let object = context.intrinsics().constructors().object().constructor();
        let array = context.intrinsics().constructors().array().constructor();
        Ok(Self {
            object_keys: method(&object, js_string!("keys"), context)?,
            is_array: method(&array, js_string!("isArray"), context)?,
        })
    }
}

fn method(object: &JsObject, name: JsString, context: &mut Context) -> JsResult<JsFunction> {
    let method = object.get(name, context)?;
    let method = method.as_object().and_then(|method| JsFunction::from_object(method.clone()));
    method.ok_or_else(|| type_error("a built-in is missing"))
}

impl World {
    pub(super) fn new(request: RunRequest, host: Box<dyn Host>, intrinsics: Intrinsics) -> Self {
        let RunRequest { bindings, limits, .. } = request;
        Self {
            host: RefCell::new(host),
            limits,
            clock: Clock::start(),
            timers: Timers::default(),
            logs: RefCell::new(Logs::new(limits.output_bytes)),
            calls: RefCell::default(),
            next_call: Cell::new(1),
            groups: bindings,
            classes: RefCell::default(),
            stopped: RefCell::default(),
            intrinsics,
        }
    }

    /// The run that a native function belongs to.
    pub(super) fn of(context: &Context) -> JsResult<Rc<Self>> {
        let world = context.get_data::<Rc<Self>>().cloned();
        world.ok_or_else(|| type_error("there is no run"))
    }

    /// Ends the run with that failure, unless it is ending already. The error cannot be caught.
    pub(super) fn stop(&self, failure: Failure) -> JsError {
        self.stopped.borrow_mut().get_or_insert(failure);
        PanicError::new("the run is over").into()
    }

    /// Whether a budget is used up or the host wants an end.
    pub(super) fn check(&self) -> JsResult<()> {
        let stopped = self.stopped.borrow().clone();
        if let Some(failure) = stopped {
            return Err(self.stop(failure));
        }
        let wanted = self.host.borrow().stop();
        match wanted {
            None => {}
            Some(Stop::Abort(reason)) => {
                return Err(self.stop(Failure::new(FailureKind::Abort, reason)));
            }
            Some(Stop::Wall(limit)) => {
                let message =
                    format!("the run took longer than its wall budget of {} ms", limit.as_millis());
                return Err(self.stop(Failure::new(FailureKind::Timeout, message)));
            }
        }
        if self.clock.computed() > self.limits.compute {
            let budget = self.limits.compute.as_millis();
            let message =
                format!("the program computed longer than its compute budget of {budget} ms");
            return Err(self.stop(Failure::new(FailureKind::Timeout, message)));
        }
        Ok(())
    }
}

/// The meter of a program: asked by its loops and functions once in a while.
pub(super) fn meter(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    World::of(context)?.check()?;
    Ok(JsValue::from(STEPS))
}

/// The value of `export default`: what a function gives, and anything else as it is.
pub(super) fn exported(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let value = arguments.first().cloned().unwrap_or_default();
    match value.as_callable() {
        Some(function) => function.call(&JsValue::undefined(), &[], context),
        None => Ok(value),
    }
}

pub(super) fn type_error(message: &str) -> JsError {
    JsNativeError::typ().with_message(message.to_owned()).into()
}

/// A property of an object; none if reading it throws.
pub(super) fn read(object: &JsObject, key: &str, context: &mut Context) -> Option<JsValue> {
    object.get(PropertyKey::from(JsString::from(key)), context).ok()
}

/// Takes note of rejections, and refuses code made of text, which no meter could end.
#[derive(Default)]
pub(super) struct Hooks {
    unhandled: RefCell<Vec<JsObject>>,
}

impl Hooks {
    pub(super) fn take_unhandled(&self) -> Vec<JsObject> {
        std::mem::take(&mut self.unhandled.borrow_mut())
    }
}

impl HostHooks for Hooks {
    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        _: &mut Context,
    ) {
        let promise = promise.clone().upcast();
        let mut unhandled = self.unhandled.borrow_mut();
        match operation {
            OperationType::Reject => unhandled.push(promise),
            OperationType::Handle => unhandled.retain(|other| !JsObject::equals(other, &promise)),
        }
    }

    fn ensure_can_compile_strings(
        &self,
        _: Realm,
        _: &[JsString],
        _: &JsString,
        _: bool,
        _: &mut Context,
    ) -> JsResult<()> {
        Err(type_error("code made of text is not run here; write it into the program"))
    }
}
