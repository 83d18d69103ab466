//! What a run shares between its driver and the native functions of its context.
//! Everything is behind cells: the engine is one thread, and no borrow lasts over a call into it.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::error::RuntimeLimitError;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsError, JsNativeError, JsResult};
use indexmap::IndexMap;

use super::clock::thread_time;
use super::console::Labels;
use super::jobs::{Microtask, Timers};
use super::output::Output;
use super::rejections::Rejections;
use super::report::{Failure, FailureKind};
use super::text::Searches;
use super::{BindingGroup, Host, HostCall, HostEvent, Limits, Stop};
use crate::json::Json;
use crate::program::{Position, Program};

/// The state of one run.
pub(super) struct State {
    pub(super) program: Program,
    pub(super) groups: Vec<BindingGroup>,
    pub(super) limits: Limits,
    pub(super) jobs: RefCell<VecDeque<Microtask>>,
    pub(super) timers: RefCell<Timers>,
    pub(super) calls: RefCell<IndexMap<u64, PendingCall>>,
    /// Rejected promises without a handler, in order.
    pub(super) rejected: RefCell<Rejections>,
    pub(super) output: RefCell<Output>,
    /// Groups of the console that are open.
    pub(super) groups_open: Cell<usize>,
    pub(super) labels: RefCell<Labels>,
    /// What was searched for last, and in what.
    pub(super) searches: RefCell<Searches>,
    /// Functions taken before the program could replace them.
    pub(super) captured: OnceCell<Captured>,
    host: RefCell<Box<dyn Host>>,
    ended: RefCell<Option<Ended>>,
    last_call: Cell<u64>,
    computed: Cell<Duration>,
    /// The processor time of the thread at which the program went on.
    computing_since: Cell<Duration>,
    metered: Cell<(Instant, i32)>,
}

/// A call that has no reply yet.
pub(super) struct PendingCall {
    pub(super) group: usize,
    pub(super) member: Arc<str>,
    pub(super) settle: ResolvingFunctions,
    /// Where in the source the program made it.
    pub(super) site: Option<Position>,
}

/// Intrinsic functions that have no other way in.
pub(super) struct Captured {
    pub(super) prototype_of: JsFunction,
    pub(super) descriptor_of: JsFunction,
    pub(super) is_array: JsFunction,
    /// What iterators of arrays do.
    pub(super) array_next: JsFunction,
    pub(super) error_stack: JsFunction,
    pub(super) function_text: JsFunction,
    pub(super) locale_compare: JsFunction,
    pub(super) pattern_source: JsFunction,
    /// Whether a regular expression has the flag `v`.
    pub(super) has_sets: JsFunction,
    pub(super) parse_int: JsFunction,
    pub(super) parse_float: JsFunction,
    pub(super) stringify: JsFunction,
    /// The prototype of each group's error class.
    pub(super) error_prototypes: Vec<Option<JsObject>>,
}

/// What ended a run from inside the engine.
#[derive(Clone, Debug)]
enum Ended {
    Compute,
    Stopped(Stop),
    OutputLimit,
}

/// How many turns of loops and calls pass between two looks at the clock, at most.
const MOST_TURNS: i32 = 128;

/// How much time should pass between two looks at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(1);

impl State {
    pub(super) fn new(
        program: Program,
        groups: Vec<BindingGroup>,
        limits: Limits,
        host: Box<dyn Host>,
    ) -> Rc<Self> {
        let now = Instant::now();
        Rc::new(Self {
            program,
            groups,
            limits,
            jobs: RefCell::default(),
            timers: RefCell::default(),
            calls: RefCell::default(),
            rejected: RefCell::default(),
            output: RefCell::default(),
            groups_open: Cell::new(0),
            labels: RefCell::default(),
            searches: RefCell::default(),
            captured: OnceCell::new(),
            host: RefCell::new(host),
            ended: RefCell::default(),
            last_call: Cell::new(0),
            computed: Cell::new(Duration::ZERO),
            computing_since: Cell::new(thread_time()),
            metered: Cell::new((now, 8)),
        })
    }

    /// The state of the run that the context belongs to.
    ///
    /// # Errors
    ///
    /// When the context is none of ours.
    pub(super) fn of(context: &Context) -> JsResult<Rc<Self>> {
        context
            .get_data::<Rc<Self>>()
            .cloned()
            .ok_or_else(|| JsNativeError::error().with_message("the run is over").into())
    }

    pub(super) fn captured(&self) -> JsResult<&Captured> {
        self.captured
            .get()
            .ok_or_else(|| JsNativeError::error().with_message("the run has not begun").into())
    }

    /// Goes on, or gives the error that no program can catch.
    pub(super) fn check(&self, context: &mut Context) -> JsResult<()> {
        if self.ended.borrow().is_none() {
            let stop = self.host.borrow().stop();
            if let Some(stop) = stop {
                *self.ended.borrow_mut() = Some(Ended::Stopped(stop));
            } else if self.computed() > self.limits.compute {
                *self.ended.borrow_mut() = Some(Ended::Compute);
            } else {
                return Ok(());
            }
        }
        // Loops in frames that a built-in would resume must end too.
        context.runtime_limits_mut().set_loop_iteration_limit(0);
        Err(JsError::from(RuntimeLimitError::LoopIteration))
    }

    /// What the meter of the program does: a check, and how many turns until the next one.
    pub(super) fn meter(&self, context: &mut Context) -> JsResult<i32> {
        self.check(context)?;
        let now = Instant::now();
        let (before, turns) = self.metered.get();
        let turns = if now - before < LOOK_EVERY {
            (turns * 2).min(MOST_TURNS)
        } else {
            (turns / 4).max(1)
        };
        self.metered.set((now, turns));
        Ok(turns)
    }

    /// The time computed so far.
    fn computed(&self) -> Duration {
        self.computed.get() + thread_time().saturating_sub(self.computing_since.get())
    }

    /// Waits for the host, without charging the program.
    pub(super) fn wait(&self, until: Option<Instant>) -> HostEvent {
        self.computed.set(self.computed());
        let event = self.host.borrow_mut().wait(until);
        self.computing_since.set(thread_time());
        event
    }

    /// Asks the host to catch up; see [`Host::catch_up`].
    pub(super) fn catch_up(&self) -> bool {
        self.host.borrow_mut().catch_up()
    }

    /// Starts a call and answers its id.
    pub(super) fn start_call(&self, group: usize, member: Arc<str>, arguments: Json) -> u64 {
        let id = self.last_call.get() + 1;
        self.last_call.set(id);
        self.host.borrow_mut().call(HostCall { id, group, member, arguments });
        id
    }

    /// Adds to the log.
    pub(super) fn log(&self, entry: String, context: &mut Context) -> JsResult<()> {
        self.check(context)?;
        let mut output = self.output.borrow_mut();
        let copy = entry.clone();
        if output.push(entry, self.limits.output_bytes) {
            self.host.borrow_mut().log(&copy);
            return Ok(());
        }
        drop(output);
        *self.ended.borrow_mut() = Some(Ended::OutputLimit);
        self.check(context)
    }

    /// Whether something ended the run from inside.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.borrow().is_some()
    }

    /// The failure that ended the run from inside, if one did.
    pub(super) fn ending(&self) -> Option<Failure> {
        let ended = self.ended.borrow().clone()?;
        Some(match ended {
            Ended::Compute => {
                let seconds = self.limits.compute.as_secs_f64();
                let message = format!(
                    "the program computed for more than {seconds} seconds; waiting for calls and timers \
                     is not counted"
                );
                Failure::new(FailureKind::Timeout, message)
            }
            Ended::Stopped(Stop::WallTime(limit)) => {
                let seconds = limit.as_secs_f64();
                let message = format!(
                    "the run took longer than {seconds} seconds of wall time, waiting included"
                );
                Failure::new(FailureKind::Timeout, message)
            }
            Ended::Stopped(Stop::Abort(reason)) => Failure::new(FailureKind::Abort, reason),
            Ended::OutputLimit => Failure::new(FailureKind::OutputLimit, ""),
        })
    }
}
