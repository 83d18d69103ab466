//! Programs on a thread of this process: for programs that are trusted, for tests, and for platforms
//! without processes. Endless loops, promise chains, recursion and output are ended here; a regular
//! expression or a giant built-in that does not return, and memory, are not.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, mpsc};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::preflight::written;
use super::runtime::{
    BindingCall, BindingReply, CodeFailure, CodeReport, CodeRun, CodeRuntime, FailureKind,
    Isolation,
};
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

    /// How long a run may take in all.
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

/// What the program's thread tells the run's future.
enum FromProgram {
    Written(Vec<engine::WrittenCall>),
    Call(BindingCall),
    Done(engine::RunReport),
}

/// Starts the thread, and stands between it and the host until it is over.
async fn drive(run: CodeRun, limits: engine::Limits, wall: Duration) -> CodeReport {
    let CodeRun { program, bindings, mut host, cancel } = run;
    let (to_future, mut from_program) = unbounded_channel();
    let (to_program, from_future) = mpsc::channel();
    // Should the future be dropped, the thread sees the stop and ends by itself.
    let stop = StopOnDrop(Arc::default(), to_program.clone());
    let request =
        engine::RunRequest { source: program, bindings: engine_groups(&bindings), limits };
    let thread_host = ThreadHost {
        to_future,
        from_future,
        stop: stop.0.clone(),
        deadline: Instant::now() + wall,
        wall,
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
    let mut cancelled = pin!(cancel.cancelled());
    let mut aborted = false;
    poll_fn(|context| {
        if !aborted && cancelled.as_mut().poll(context).is_ready() {
            aborted = true;
            stop.set(Stopped::Cancelled);
        }
        loop {
            match from_program.poll_recv(context) {
                Poll::Ready(Some(FromProgram::Written(calls))) => {
                    if let Err(failure) = host.preflight(written(calls)) {
                        return Poll::Ready(CodeReport::new(Err(failure), Vec::new()));
                    }
                }
                Poll::Ready(Some(FromProgram::Call(call))) => host.start(call),
                Poll::Ready(Some(FromProgram::Done(report))) => {
                    return Poll::Ready(self::report(report));
                }
                Poll::Ready(None) => return Poll::Ready(died()),
                Poll::Pending => break,
            }
        }
        while let Poll::Ready(reply) = host.poll_reply(context) {
            // A program that is over needs no answers.
            let _ = to_program.send(ToProgram::Reply(reply));
        }
        Poll::Pending
    })
    .await
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
            hidden_members: Vec::new(),
            error_class: group.error_class.as_ref().map(|class| engine::ErrorClass {
                name: class.name.clone(),
                member_property: class.member_property.clone(),
            }),
        })
        .collect()
}

/// What the run's future tells the program's thread.
enum ToProgram {
    Reply(BindingReply),
    /// Look at the stop flag.
    Stop,
}

/// Why a program is stopped from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopped {
    Cancelled = 1,
    Dropped = 2,
}

/// Stops the program when the future that waits for it is dropped.
struct StopOnDrop(Arc<AtomicU8>, mpsc::Sender<ToProgram>);

impl StopOnDrop {
    fn set(&self, why: Stopped) {
        self.0.store(why as u8, Ordering::Release);
        // A program that is over does not listen any more.
        let _ = self.1.send(ToProgram::Stop);
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if self.0.load(Ordering::Acquire) == 0 {
            self.set(Stopped::Dropped);
        }
    }
}

/// The engine's way out: channels to the future, a flag, and a deadline.
struct ThreadHost {
    to_future: UnboundedSender<FromProgram>,
    from_future: mpsc::Receiver<ToProgram>,
    stop: Arc<AtomicU8>,
    deadline: Instant,
    wall: Duration,
}

impl fmt::Debug for ThreadHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadHost").finish_non_exhaustive()
    }
}

impl engine::Host for ThreadHost {
    fn written(&mut self, calls: Vec<engine::WrittenCall>) {
        // Before any call, in the same channel: a host that refuses has started none.
        let _ = self.to_future.send(FromProgram::Written(calls));
    }

    fn call(&mut self, call: engine::HostCall) {
        let call = BindingCall::new(call.id, call.group, call.member, call.arguments);
        // Without a future there is no answer, and the stop flag is set.
        let _ = self.to_future.send(FromProgram::Call(call));
    }

    fn wait(&mut self, until: Option<Instant>) -> engine::HostEvent {
        loop {
            if self.stop().is_some() {
                return engine::HostEvent::Stop;
            }
            let until = until.map_or(self.deadline, |until| until.min(self.deadline));
            let left = until.saturating_duration_since(Instant::now());
            match self.from_future.recv_timeout(left) {
                Ok(ToProgram::Reply(reply)) => {
                    return engine::HostEvent::Reply { id: reply.id, result: reply.result };
                }
                // Nobody is left to answer.
                Err(mpsc::RecvTimeoutError::Disconnected) => return engine::HostEvent::Stop,
                Err(mpsc::RecvTimeoutError::Timeout) if Instant::now() < self.deadline => {
                    return engine::HostEvent::TimeUp;
                }
                // The loop looks at the reason.
                Ok(ToProgram::Stop) | Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn log(&mut self, _: &str) {
        // Logs come with the report; a thread does not die without one.
    }

    fn stop(&self) -> Option<engine::Stop> {
        match self.stop.load(Ordering::Acquire) {
            0 if Instant::now() < self.deadline => None,
            0 => Some(engine::Stop::WallTime(self.wall)),
            _ => Some(engine::Stop::Abort("the run was cancelled".to_owned())),
        }
    }
}
