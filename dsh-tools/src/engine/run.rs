//! The run itself: prepare, set up, then jobs, timers and replies in turn until the program is over.
//! Every way out is a report; a panic of the engine is one too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::context::ContextBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{
    Context, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction, Source, js_string,
};

use super::exception::{describe, describe_early};
use super::jobs::Jobs;
use super::logs::fitting_message;
use super::world::{Hooks, Intrinsics, World, exported, meter, read, type_error};
use super::{Failure, FailureKind, Host, HostEvent, Rejection, RunReport, RunRequest};
use super::{bindings, console, crossing, timers};
use crate::json::{Json, measure, measure_string};
use crate::program::{self, Program};

/// Runs a program to its end. Needs a thread with [`super::stack_size`] bytes of stack.
pub(crate) fn run(request: RunRequest, host: Box<dyn Host>) -> RunReport {
    let program = match program::prepare(&request.source, &request.limits.source) {
        Ok(program) => program,
        Err(error) => return early(request.limits.output_bytes, error.to_string()),
    };
    match catch_unwind(AssertUnwindSafe(|| run_program(request, host, &program))) {
        Ok(report) => report,
        Err(_) => RunReport {
            result: Err(Failure::new(
                FailureKind::WorkerExit,
                "the engine failed on this program; write the part that it failed on in another way",
            )),
            logs: Vec::new(),
            unhandled: Vec::new(),
        },
    }
}

/// The report of a program that does not start.
fn early(most: usize, message: String) -> RunReport {
    let message =
        if measure_string(&message) > most { fitting_message(&message, most) } else { message };
    RunReport {
        result: Err(Failure::new(FailureKind::Exception, message)),
        logs: Vec::new(),
        unhandled: Vec::new(),
    }
}

fn run_program(request: RunRequest, host: Box<dyn Host>, program: &Program) -> RunReport {
    let most = request.limits.output_bytes;
    let jobs = Rc::new(Jobs::default());
    let hooks = Rc::new(Hooks::default());
    let (mut run, factory) = match Run::start(request, host, program, jobs, hooks) {
        Ok(started) => started,
        Err(message) => return early(most, message),
    };
    let result = run.begin(&factory).and_then(|()| run.finish());
    run.report(result)
}

struct Run<'p> {
    context: Context,
    world: Rc<World>,
    jobs: Rc<Jobs>,
    hooks: Rc<Hooks>,
    program: &'p Program,
    /// The program as it runs; none before it began.
    promise: Option<JsPromise>,
}

impl<'p> Run<'p> {
    fn start(
        request: RunRequest,
        host: Box<dyn Host>,
        program: &'p Program,
        jobs: Rc<Jobs>,
        hooks: Rc<Hooks>,
    ) -> Result<(Self, JsValue), String> {
        let context =
            ContextBuilder::new().job_executor(jobs.clone()).host_hooks(hooks.clone()).build();
        let mut context = context.map_err(|error| error.to_string())?;
        context.runtime_limits_mut().set_recursion_limit(request.limits.recursion);
        context.runtime_limits_mut().set_stack_size_limit(request.limits.recursion * 100);
        context.runtime_limits_mut().set_backtrace_limit(20);
        let intrinsics = Intrinsics::of(&mut context).map_err(|error| error.to_string())?;
        let world = Rc::new(World::new(request, host, intrinsics));
        context.insert_data(world.clone());
        globals(&world, &mut context).map_err(|error| error.to_string())?;

        let source =
            Source::from_bytes(program.javascript.as_bytes()).with_path(Path::new("program"));
        let factory = context.eval(source).map_err(|error| describe_early(&error, program))?;
        Ok((Self { context, world, jobs, hooks, program, promise: None }, factory))
    }

    /// Runs the program as far as it goes without waiting.
    fn begin(&mut self, factory: &JsValue) -> Result<(), Failure> {
        let promise = begin(factory, &mut self.context);
        self.promise = Some(promise.map_err(|error| self.failed(&error))?);
        Ok(())
    }

    /// Lets the program go on until it is over, or has to be.
    fn finish(&mut self) -> Result<Option<Json>, Failure> {
        loop {
            self.step(|run| run.world.check())?;
            // A program that is over ends its run, whatever it left behind.
            match self.promise.as_ref().map(JsPromise::state) {
                Some(PromiseState::Fulfilled(value)) => return self.value(&value),
                Some(PromiseState::Rejected(reason)) => return Err(self.thrown(&reason)),
                Some(PromiseState::Pending) | None => {}
            }
            if let Some(result) = self.jobs.run_next(&mut self.context) {
                self.step(|_| result)?;
                continue;
            }
            if let Some(result) = self.world.clone().timers.run_due(&mut self.context) {
                self.step(|_| result)?;
                continue;
            }
            self.wait()?;
        }
    }

    /// Waits for a reply or a timer; a program that waits for neither waits for nothing.
    fn wait(&mut self) -> Result<(), Failure> {
        let world = self.world.clone();
        let due = world.timers.next_due();
        if due.is_none() && world.calls.borrow().is_empty() {
            return Err(Failure::new(
                FailureKind::Exception,
                "the program waits for something that nothing can settle: a promise that no call and no timer \
                 resolves",
            ));
        }
        let event = world.clock.wait(|| world.host.borrow_mut().wait(due));
        if let HostEvent::Reply { id, result } = event {
            let settled = bindings::settle(id, result, &mut self.context);
            self.step(|_| settled)?;
        }
        Ok(())
    }

    /// Turns an error that ends the run into its failure. What a timer's callback throws ends it too.
    fn step(&mut self, step: impl FnOnce(&mut Self) -> JsResult<()>) -> Result<(), Failure> {
        step(self).map_err(|error| self.failed(&error))
    }

    fn failed(&mut self, error: &JsError) -> Failure {
        if let Some(failure) = self.world.stopped.borrow().clone() {
            return failure;
        }
        match error.clone().into_opaque(&mut self.context) {
            Ok(thrown) => self.thrown(&thrown),
            Err(engine) => engine_failure(&engine.to_string()),
        }
    }

    fn thrown(&mut self, reason: &JsValue) -> Failure {
        if let Some(failure) = self.world.stopped.borrow().clone() {
            return failure;
        }
        let message = describe(reason, self.program, &self.world, &mut self.context);
        Failure::new(FailureKind::Exception, message)
    }

    fn value(&mut self, value: &JsValue) -> Result<Option<Json>, Failure> {
        if value.is_undefined() {
            return Ok(None);
        }
        match crossing::to_json(value, "value", &self.world, &mut self.context) {
            Ok(json) => Ok(Some(json)),
            Err(refusal) => {
                if let Some(failure) = self.world.stopped.borrow().clone() {
                    return Err(failure);
                }
                if self.program.incidental_value {
                    return Ok(None);
                }
                let message = format!("what the program returned is no lossless JSON: {refusal}");
                Err(Failure::new(FailureKind::InvalidOutput, message))
            }
        }
    }

    /// Counts what goes out, and says what nothing handled.
    fn report(mut self, result: Result<Option<Json>, Failure>) -> RunReport {
        let unhandled = self.unhandled();
        let logs = std::mem::replace(&mut *self.world.logs.borrow_mut(), super::logs::Logs::new(0));
        let size = match &result {
            Ok(value) => value.as_ref().map_or(0, measure),
            Err(failure) => measure_string(&failure.message),
        };
        let over = matches!(&result, Err(failure) if failure.kind == FailureKind::OutputLimit);
        if logs.leaves_room_for(size) && !over {
            return RunReport { result, logs: logs.into_lines(), unhandled };
        }
        let most = self.world.limits.output_bytes;
        let message = format!("logs and result are larger than {most} bytes; log and return less");
        let message = fitting_message(&message, most);
        let logs = logs.into_fitting(measure_string(&message));
        RunReport { result: Err(Failure::new(FailureKind::OutputLimit, message)), logs, unhandled }
    }

    fn unhandled(&mut self) -> Vec<Rejection> {
        let own = self.promise.clone().map(JsObject::from);
        let mut rejections = Vec::new();
        for promise in self.hooks.take_unhandled() {
            let Ok(rejected) = JsPromise::from_object(promise.clone()) else { continue };
            let PromiseState::Rejected(reason) = rejected.state() else { continue };
            if own.as_ref().is_none_or(|own| !JsObject::equals(&promise, own)) {
                rejections.push(self.rejection(&reason));
            }
        }
        rejections
    }

    fn rejection(&mut self, reason: &JsValue) -> Rejection {
        let object = reason.as_object();
        let mut member = None;
        for group in &self.world.groups {
            let (Some(class), Some(object)) = (&group.error_class, &object) else { continue };
            let name = read(object, &class.member_property, &mut self.context);
            member =
                name.and_then(|name| name.as_string().map(|name| name.to_std_string_escaped()));
        }
        let message = match &object {
            Some(object) if member.is_some() => read(object, "message", &mut self.context)
                .map(|message| super::inspect::display(&message, &mut self.context))
                .unwrap_or_default(),
            _ => super::inspect::display(reason, &mut self.context),
        };
        Rejection { member, message }
    }
}

/// What the engine itself gives up on.
fn engine_failure(message: &str) -> Failure {
    if message.contains("recursive") || message.contains("stack size") {
        let message = "the program recursed too deep: more than 10,000 calls within one another";
        return Failure::new(FailureKind::Exception, message);
    }
    Failure::new(FailureKind::WorkerExit, format!("the engine gave up: {message}"))
}

/// Calls the factory with the meter, and the program that it gives.
fn begin(factory: &JsValue, context: &mut Context) -> JsResult<JsPromise> {
    let no_function = || type_error("the program is no function");
    let meter = NativeFunction::from_fn_ptr(meter).to_js_function(context.realm());
    let exported = NativeFunction::from_fn_ptr(exported).to_js_function(context.realm());
    let factory = factory.as_callable().ok_or_else(no_function)?;
    let program = factory.call(&JsValue::undefined(), &[meter.into(), exported.into()], context)?;
    let program = program.as_callable().ok_or_else(no_function)?;
    let promise = program.call(&JsValue::undefined(), &[], context)?;
    JsPromise::from_object(promise.as_object().ok_or_else(no_function)?.clone())
}

type Native = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// The world of a program beside the built-ins (rule CODE-11).
fn globals(world: &World, context: &mut Context) -> JsResult<()> {
    bindings::install(world, context)?;
    console::install(context)?;
    let functions: [(JsString, usize, Native); 5] = [
        (js_string!("setTimeout"), 2, timers::set_timeout),
        (js_string!("setInterval"), 2, timers::set_interval),
        (js_string!("clearTimeout"), 1, timers::clear),
        (js_string!("clearInterval"), 1, timers::clear),
        (js_string!("queueMicrotask"), 1, queue_microtask),
    ];
    for (name, length, function) in functions {
        context.register_global_builtin_callable(
            name,
            length,
            NativeFunction::from_fn_ptr(function),
        )?;
    }
    Ok(())
}

fn queue_microtask(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = arguments.first().and_then(JsValue::as_callable);
    let Some(callback) = callback else {
        return Err(type_error("queueMicrotask needs a function"));
    };
    let job = boa_engine::job::PromiseJob::new(move |context| {
        callback.call(&JsValue::undefined(), &[], context)
    });
    context.enqueue_job(job.into());
    Ok(JsValue::undefined())
}
