//! The driver: prepares the program, runs it job by job until its promise settles, and reports.
//! A panic inside the engine ends the run, not the process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsResult, JsValue, Script, Source};

use super::crossing::{Rejected, to_json};
use super::read::{Unread, read};
use super::report::{Failure, FailureKind, RunReport};
use super::state::State;
use super::{Host, HostEvent, RunRequest, bindings, context, describe, items, text};
use crate::json::Json;

/// The name under which the engine knows the program's text.
pub(super) const PROGRAM_PATH: &str = "program";

/// Runs a program to its end.
///
/// Blocks the calling thread, which needs a stack of [`super::stack_size`]. The host is dropped when the
/// run is over; calls without a reply are named in the report.
pub(crate) fn run(request: RunRequest, mut host: Box<dyn Host>) -> RunReport {
    let RunRequest { source, bindings, limits } = request;
    let output_bytes = limits.output_bytes;
    let globals: Vec<&str> = bindings.iter().map(|group| &*group.global).collect();
    let mut program = match read(&source, &limits, &globals) {
        Ok(program) => program,
        Err(Unread::Refused(error)) => {
            return early(Failure::exception(error.to_string()), output_bytes);
        }
        Err(Unread::Broken) => return early(broken(Unread::BROKEN), output_bytes),
    };
    if !program.calls.is_empty() {
        host.written(std::mem::take(&mut program.calls));
    }
    let state = State::new(program, bindings, limits, host);
    let finished = catch_unwind(AssertUnwindSafe(|| in_context(&state)));
    let (result, unhandled) = finished.unwrap_or_else(|_| {
        let message = "the engine failed inside a built-in; rewrite what the program did last";
        (Err(state.ending().unwrap_or_else(|| broken(message))), Vec::new())
    });
    let output = std::mem::take(&mut *state.output.borrow_mut());
    release(&state);
    let (result, logs) = output.settle(result, output_bytes);
    RunReport { result, logs, unhandled }
}

/// Runs a program that does nothing, so that what parser and engine make once and keep is there.
pub(crate) fn warm_up() {
    let (source, limits) = ("return 1".to_owned(), super::Limits::default());
    let request = RunRequest { source, bindings: Vec::new(), limits };
    drop(run(request, Box::new(Nobody)));
}

/// A host of a program that calls nothing.
struct Nobody;

impl Host for Nobody {
    fn call(&mut self, _: super::HostCall) {}

    fn wait(&mut self, _: Option<Instant>) -> HostEvent {
        HostEvent::Stop
    }

    fn log(&mut self, _: &str) {}

    fn stop(&self) -> Option<super::Stop> {
        None
    }
}

fn early(failure: Failure, output_bytes: usize) -> RunReport {
    let (result, logs) = super::output::Output::default().settle(Err(failure), output_bytes);
    RunReport { result, logs, unhandled: Vec::new() }
}

fn broken(message: &str) -> Failure {
    Failure::new(FailureKind::WorkerExit, message)
}

/// Lets go of everything that points into the engine's heap.
fn release(state: &State) {
    state.jobs.borrow_mut().clear();
    state.calls.borrow_mut().clear();
    state.rejected.borrow_mut().take(0);
    state.timers.borrow_mut().drop_all();
}

type Finished = (Result<Option<Json>, Failure>, Vec<super::Rejection>);

fn in_context(state: &Rc<State>) -> Finished {
    let mut context = match context::build(state) {
        Ok(context) => context,
        Err(error) => {
            return (Err(broken(&format!("the engine did not start: {error}"))), Vec::new());
        }
    };
    let context = &mut context;
    let promise = match begin(state, context) {
        Ok(promise) => promise,
        Err(failure) => return (Err(failure), Vec::new()),
    };
    let settled = drive(state, &promise, context);
    let result = settled.and_then(|value| {
        forget(state, &promise);
        match value {
            Ok(value) => finish(state, &value, context),
            Err(error) => Err(describe::failure(state, error, context)),
        }
    });
    let unhandled = if state.has_ended() {
        Vec::new()
    } else {
        poll_replies(state, context);
        describe::unhandled(state, context)
    };
    // A getter that ran last may have met a limit.
    let result = match state.ending() {
        Some(failure) => Err(failure),
        None => result,
    };
    (result, unhandled)
}

/// The failure of the run is no rejection that nothing handled.
fn forget(state: &State, promise: &JsPromise) {
    if let Ok(promise) = JsObject::from(promise.clone()).downcast() {
        state.rejected.borrow_mut().forget(&promise);
    }
}

/// Calls the program's function.
fn begin(state: &Rc<State>, context: &mut Context) -> Result<JsPromise, Failure> {
    let source =
        Source::from_bytes(&state.program.javascript).with_path(std::path::Path::new(PROGRAM_PATH));
    let script = Script::parse(source, None, context)
        .map_err(|error| describe::syntax(state, &error, context))?;
    let started = (|| -> JsResult<JsValue> {
        let outer = script.evaluate(context)?;
        let (meter, value) = context::helpers(context);
        let mut helpers =
            vec![JsValue::from(0), meter.into(), value.into(), items::by_index(context)?];
        helpers.extend(text::functions(context));
        let inner = call(&outer, &helpers, context)?;
        call(&inner, &[], context)
    })();
    let value = started.map_err(|error| describe::failure(state, error, context))?;
    value.as_promise().ok_or_else(|| broken("the program did not start"))
}

fn call(function: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match function.as_callable() {
        Some(function) => function.call(&JsValue::undefined(), arguments, context),
        None => Err(boa_engine::JsNativeError::typ().with_message("not a program").into()),
    }
}

/// Runs jobs, timers and replies until the promise settles.
fn drive(
    state: &Rc<State>,
    promise: &JsPromise,
    context: &mut Context,
) -> Result<Result<JsValue, JsError>, Failure> {
    let fail = |error, context: &mut Context| describe::failure(state, error, context);
    loop {
        loop {
            state.check(context).map_err(|error| fail(error, context))?;
            let job = state.jobs.borrow_mut().pop_front();
            let Some(job) = job else { break };
            if let Err(error) = job.call(context) {
                uncaught(state, error, context)?;
            }
            match promise.state() {
                PromiseState::Pending => {}
                PromiseState::Fulfilled(value) => return Ok(Ok(value)),
                PromiseState::Rejected(reason) => return Ok(Err(JsError::from_opaque(reason))),
            }
        }
        match promise.state() {
            PromiseState::Pending => {}
            PromiseState::Fulfilled(value) => return Ok(Ok(value)),
            PromiseState::Rejected(reason) => return Ok(Err(JsError::from_opaque(reason))),
        }
        let now = Instant::now();
        let due = state.timers.borrow_mut().take_due(now);
        let waiting = !state.calls.borrow().is_empty();
        if let Some(timer) = due {
            let called = timer.callback.call(&JsValue::undefined(), &timer.arguments, context);
            if let Err(error) = called {
                uncaught(state, error, context)?;
            }
            if waiting {
                // Timers that are always due must not keep replies out.
                deliver(state, state.wait(Some(now)), context)?;
            }
            continue;
        }
        let next = state.timers.borrow().next();
        if next.is_none() && !waiting {
            return Err(Failure::exception(describe::nothing_can_settle(state)));
        }
        deliver(state, state.wait(next), context)?;
    }
}

/// An error that reached a job's or a timer's end: noted like an unhandled rejection.
fn uncaught(state: &Rc<State>, error: JsError, context: &mut Context) -> Result<(), Failure> {
    if error.as_engine().is_some() {
        return Err(describe::failure(state, error, context));
    }
    let value =
        error.into_opaque(context).map_err(|error| describe::failure(state, error, context))?;
    if let Ok(promise) = JsPromise::reject(JsError::from_opaque(value), context) {
        // The hook has noted it.
        drop(promise);
    }
    Ok(())
}

fn deliver(state: &Rc<State>, event: HostEvent, context: &mut Context) -> Result<(), Failure> {
    let delivered = match event {
        HostEvent::Reply { id, result } => bindings::settle(state, id, result, context),
        HostEvent::Stop | HostEvent::TimeUp | HostEvent::CaughtUp => Ok(()),
    };
    delivered.map_err(|error| describe::failure(state, error, context))
}

/// Replies that have come already, or come at once, settle their promises, so that a failed call that nothing
/// awaits is known; no code of the program runs any more.
fn poll_replies(state: &Rc<State>, context: &mut Context) {
    if state.calls.borrow().is_empty() {
        return;
    }
    // Whoever catches up says when there is nothing more; others are not waited for.
    let until = if state.catch_up() { None } else { Some(Instant::now()) };
    while !state.calls.borrow().is_empty() {
        let HostEvent::Reply { id, result } = state.wait(until) else { return };
        if bindings::settle(state, id, result, context).is_err() {
            return;
        }
    }
}

/// Takes the program's value out.
fn finish(
    state: &Rc<State>,
    value: &JsValue,
    context: &mut Context,
) -> Result<Option<Json>, Failure> {
    if value.is_undefined() {
        return Ok(None);
    }
    match to_json(state, value, context) {
        Ok(value) => Ok(Some(value)),
        Err(Rejected::Engine(error)) => Err(describe::failure(state, error, context)),
        Err(Rejected::Refusal(_)) if state.program.incidental_value => Ok(None),
        Err(Rejected::Refusal(refusal)) => {
            let message = format!("the program's value is not JSON: {}", refusal.sentence("value"));
            Err(Failure::new(FailureKind::InvalidOutput, message))
        }
    }
}
