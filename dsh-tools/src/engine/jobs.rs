//! Jobs of a run: microtasks in order, and timers by time.
//! The engine only queues here; the driver takes one job at a time, so that it can stop in between.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::time::{Duration, Instant};

use boa_engine::builtins::promise::{OperationType, Promise};
use boa_engine::context::HostHooks;
use boa_engine::job::{GenericJob, Job, JobExecutor, PromiseJob};
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::state::State;

/// A job that runs before anything else happens.
pub(super) enum Microtask {
    Promise(PromiseJob),
    Generic(GenericJob),
    /// Of `queueMicrotask`.
    Callback(JsFunction),
}

impl Microtask {
    pub(super) fn call(self, context: &mut Context) -> JsResult<JsValue> {
        match self {
            Self::Promise(job) => job.call(context),
            Self::Generic(job) => job.call(context),
            Self::Callback(callback) => callback.call(&JsValue::undefined(), &[], context),
        }
    }
}

/// The queue that the context hands its jobs to.
pub(super) struct Queue(pub(super) Rc<State>);

impl JobExecutor for Queue {
    fn enqueue_job(self: Rc<Self>, job: Job, _: &mut Context) {
        let job = match job {
            Job::PromiseJob(job) => Microtask::Promise(job),
            Job::GenericJob(job) => Microtask::Generic(job),
            // Only hosts ask for the others, and finalizers need not run.
            _ => return,
        };
        self.0.jobs.borrow_mut().push_back(job);
    }

    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        loop {
            self.0.check(context)?;
            let job = self.0.jobs.borrow_mut().pop_front();
            let Some(job) = job else { return Ok(()) };
            job.call(context)?;
        }
    }
}

/// What the engine asks of its surroundings.
pub(super) struct Hooks;

impl HostHooks for Hooks {
    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        context: &mut Context,
    ) {
        let Ok(state) = State::of(context) else { return };
        let mut rejected = state.rejected.borrow_mut();
        match operation {
            OperationType::Reject => rejected.note(promise.clone()),
            OperationType::Handle => rejected.forget(promise),
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
        // Such code would run without the meter.
        Err(JsNativeError::eval()
            .with_message("code cannot be made from text: write the function in the program itself")
            .into())
    }

    fn local_timezone_offset_seconds(&self, _: i64) -> i32 {
        // A program sees nothing of the machine it runs on.
        0
    }

    fn max_buffer_size(&self, _: &mut Context) -> u64 {
        256 * 1024 * 1024
    }
}

/// Timers that are set.
#[derive(Default)]
pub(super) struct Timers {
    by_time: BTreeMap<(Instant, u32), Timer>,
    times: HashMap<u32, Instant>,
    last: u32,
}

/// One timer.
#[derive(Clone)]
pub(super) struct Timer {
    pub(super) callback: JsFunction,
    pub(super) arguments: Vec<JsValue>,
    pub(super) every: Option<Duration>,
}

impl Timers {
    /// Sets a timer and answers its id.
    pub(super) fn set(&mut self, timer: Timer, after: Duration) -> u32 {
        self.last = self.last.wrapping_add(1).max(1);
        self.put(self.last, timer, Instant::now() + after);
        self.last
    }

    fn put(&mut self, id: u32, timer: Timer, at: Instant) {
        self.times.insert(id, at);
        self.by_time.insert((at, id), timer);
    }

    pub(super) fn clear(&mut self, id: u32) {
        if let Some(at) = self.times.remove(&id) {
            self.by_time.remove(&(at, id));
        }
    }

    /// When the next timer is due.
    pub(super) fn next(&self) -> Option<Instant> {
        self.by_time.keys().next().map(|(at, _)| *at)
    }

    /// Takes a timer that is due; an interval is set again at once.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<Timer> {
        let (&(at, id), _) = self.by_time.first_key_value().filter(|((at, _), _)| *at <= now)?;
        let timer = self.by_time.remove(&(at, id))?;
        self.times.remove(&id);
        if let Some(every) = timer.every {
            self.put(id, timer.clone(), now + every);
        }
        Some(timer)
    }

    pub(super) fn drop_all(&mut self) {
        *self = Self::default();
    }
}
