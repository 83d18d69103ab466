//! Programs on a thread of this process: for programs that are trusted, for tests, and for platforms
//! without processes. Endless loops, promise chains, recursion and output are ended here; a regular
//! expression or a giant built-in that does not return, and memory, are not.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::mpsc;
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::deadline::Deadline;
use super::preflight::written;
use super::runtime::{
    BindingHost, CodeFailure, CodeReport, CodeRun, CodeRuntime, FailureKind, Isolation,
};
use super::spin::{Spin, TURN};
use super::thread_host::{FromProgram, StopOnDrop, Stopped, ThreadHost, ToProgram};
use crate::engine;

/// Why a limit is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{limit}: {reason}")]
pub struct LimitError {
    limit: &'static str,
    reason: String,
}

/// Runs each program on a thread of its own.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::prelude::*;
///
/// /// Add two integers.
/// #[tool(concurrency_safe)]
/// async fn add(a: i64, b: i64) -> i64 { a + b }
///
/// let registry = ToolRegistry::builder()
///     .tools(tools![add])
///     .mode(Mode::Code)
///     .runtime(InProcess::new())
///     .build()?;
/// let program = json!({ "code": "return await tools.add({ a: 1, b: 2 })", "description": "sum" });
/// assert_eq!(registry.call("run_code", program).await.text(), "3");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct InProcess {
    limits: engine::Limits,
    wall: Duration,
}

impl Default for InProcess {
    fn default() -> Self {
        Self { limits: engine::Limits::default(), wall: Duration::from_mins(10) }
    }
}

impl InProcess {
    /// A runtime with the default budgets: 60 s of computing, 600 s in all, 64 MiB of output.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a runtime with other budgets.
    #[must_use]
    pub fn builder() -> InProcessBuilder {
        InProcessBuilder { runtime: Self::default() }
    }
}

/// Collects budgets; `build` checks them.
#[derive(Clone, Debug)]
pub struct InProcessBuilder {
    runtime: InProcess,
}

impl InProcessBuilder {
    /// How long a program may compute; waiting for calls and timers costs nothing.
    #[must_use]
    pub fn compute(mut self, budget: Duration) -> Self {
        self.runtime.limits.compute = budget;
        self
    }

    /// How long a run may take in all, without the times in which a person is asked.
    #[must_use]
    pub fn wall(mut self, budget: Duration) -> Self {
        self.runtime.wall = budget;
        self
    }

    /// How many bytes the logs and the value may have as JSON.
    #[must_use]
    pub fn output_bytes(mut self, most: usize) -> Self {
        self.runtime.limits.output_bytes = most;
        self
    }

    /// The runtime.
    ///
    /// # Errors
    ///
    /// [`LimitError`] for a budget of zero, a wall budget beyond 24 days, and less than 4 bytes of output.
    pub fn build(self) -> Result<InProcess, LimitError> {
        let refuse = |limit, reason: &str| Err(LimitError { limit, reason: reason.to_owned() });
        if let Err(engine::InvalidLimits { limit, requirement }) = self.runtime.limits.validate() {
            return refuse(limit, &format!("must be {requirement}"));
        }
        let InProcess { wall, .. } = &self.runtime;
        if wall.is_zero() || wall.as_millis() > i32::MAX.unsigned_abs().into() {
            return refuse("wall", "must be more than zero and at most 2147483647 ms");
        }
        Ok(self.runtime)
    }
}

impl CodeRuntime for InProcess {
    fn language(&self) -> &'static str {
        "typescript"
    }

    fn isolation(&self) -> Isolation {
        Isolation::Thread
    }

    fn run(&self, run: CodeRun) -> Pin<Box<dyn Future<Output = CodeReport> + Send>> {
        let Self { limits, wall } = self.clone();
        Box::pin(drive(run, limits, wall))
    }
}

/// Starts the thread, and stands between it and the host until it is over.
async fn drive(run: CodeRun, limits: engine::Limits, wall: Duration) -> CodeReport {
    let CodeRun { program, bindings, host, cancel, clock } = run;
    let (to_future, from_program) = unbounded_channel();
    let (to_program, from_future) = mpsc::channel();
    // Should the future be dropped, the thread sees the stop and ends by itself.
    let stop = StopOnDrop::new(to_program.clone());
    let request =
        engine::RunRequest { source: program, bindings: engine_groups(&bindings), limits };
    let thread_host = ThreadHost {
        to_future,
        from_future,
        stop: stop.flag(),
        deadline: Deadline::after(clock, wall),
        wall,
        spin: Spin::default(),
    };
    let started = thread::Builder::new()
        .name("dsh-tools program".to_owned())
        .stack_size(engine::stack_size())
        .spawn(move || run_thread(request, thread_host));
    if let Err(error) = started {
        let message = format!("no thread could be started for the program: {error}");
        return CodeReport::new(
            Err(CodeFailure::new(FailureKind::WorkerExit, message)),
            Vec::new(),
        );
    }
    let mut exchange = Exchange {
        host,
        to_program,
        from_program,
        under_way: 0,
        catch_up: false,
        spin: Spin::default(),
    };
    let mut cancelled = pin!(cancel.cancelled());
    let mut aborted = false;
    poll_fn(|context| {
        if !aborted && cancelled.as_mut().poll(context).is_ready() {
            aborted = true;
            stop.set(Stopped::Cancelled);
        }
        exchange.turn(context)
    })
    .await
}

/// What passes between the program's thread and the host of its functions.
struct Exchange {
    host: Box<dyn BindingHost>,
    to_program: mpsc::Sender<ToProgram>,
    from_program: UnboundedReceiver<FromProgram>,
    /// How many calls have no answer yet.
    under_way: usize,
    /// Whether the program waits to hear that all calls have gone as far as they go at once.
    catch_up: bool,
    spin: Spin,
}

impl Exchange {
    /// Goes on until nothing is left to do now, or others have waited long enough.
    fn turn(&mut self, context: &mut Context<'_>) -> Poll<CodeReport> {
        let began = Instant::now();
        loop {
            while let Poll::Ready(message) = self.from_program.poll_recv(context) {
                let Some(message) = message else { return Poll::Ready(died()) };
                if let Some(end) = self.handle(message) {
                    return Poll::Ready(end);
                }
            }
            self.answer(context);
            // While calls are under way, their futures are woken like any other.
            if self.under_way > 0 || began.elapsed() > TURN {
                return Poll::Pending;
            }
            let Some(next) = self.spin.look(|| self.from_program.try_recv().ok()) else {
                return Poll::Pending;
            };
            if let Some(end) = self.handle(next) {
                return Poll::Ready(end);
            }
        }
    }

    /// Does what the program's thread says; the report, if that was the end.
    fn handle(&mut self, message: FromProgram) -> Option<CodeReport> {
        match message {
            FromProgram::Written(calls) => {
                let refused = self.host.preflight(written(calls)).err()?;
                return Some(CodeReport::new(Err(refused), Vec::new()));
            }
            FromProgram::Call(call) => {
                self.under_way += 1;
                self.host.start(call);
            }
            FromProgram::CatchUp => self.catch_up = true,
            FromProgram::Done(report) => return Some(self::report(report)),
        }
        None
    }

    /// Passes on the answers that there are. A program that is over needs none.
    fn answer(&mut self, context: &mut Context<'_>) {
        while let Poll::Ready(reply) = self.host.poll_reply(context) {
            self.under_way = self.under_way.saturating_sub(1);
            self.spin.expect();
            let _ = self.to_program.send(ToProgram::Reply(reply));
        }
        if std::mem::take(&mut self.catch_up) {
            let _ = self.to_program.send(ToProgram::CaughtUp);
        }
    }
}

fn run_thread(request: engine::RunRequest, host: ThreadHost) {
    let to_future = host.to_future.clone();
    let report = engine::run(request, Box::new(host));
    // The future may be gone; then nobody waits for the report.
    let _ = to_future.send(FromProgram::Done(report));
}

fn died() -> CodeReport {
    let message = "the program's thread died without a result";
    CodeReport::new(Err(CodeFailure::new(FailureKind::WorkerExit, message)), Vec::new())
}

/// A report of the engine, as runtimes give it.
pub(crate) fn report(report: engine::RunReport) -> CodeReport {
    let result =
        report.result.map_err(|failure| CodeFailure::new(kind(failure.kind), failure.message));
    let unhandled = report.unhandled.iter().map(rejection).collect();
    CodeReport { unhandled, ..CodeReport::new(result, report.logs) }
}

/// A rejection that nothing handled, as one line.
fn rejection(rejection: &engine::Rejection) -> String {
    match &rejection.member {
        Some(member) => format!("{member}: {}", rejection.message),
        None => rejection.message.clone(),
    }
}

fn kind(kind: engine::FailureKind) -> FailureKind {
    match kind {
        engine::FailureKind::Exception => FailureKind::Exception,
        engine::FailureKind::Timeout => FailureKind::Timeout,
        engine::FailureKind::Abort => FailureKind::Abort,
        engine::FailureKind::WorkerExit => FailureKind::WorkerExit,
        engine::FailureKind::InvalidOutput => FailureKind::InvalidOutput,
        engine::FailureKind::OutputLimit => FailureKind::OutputLimit,
    }
}

/// The functions of a run, as the engine takes them.
pub(crate) fn engine_groups(
    bindings: &[super::runtime::BindingGroup],
) -> Vec<engine::BindingGroup> {
    bindings
        .iter()
        .map(|group| engine::BindingGroup {
            global: group.global.clone(),
            members: group.members.clone(),
            hidden_members: group.hidden_members.clone(),
            error_class: group.error_class.as_ref().map(|class| engine::ErrorClass {
                name: class.name.clone(),
                member_property: class.member_property.clone(),
            }),
        })
        .collect()
}
