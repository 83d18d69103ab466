//! The runtime whose programs run in processes of their own, and its budgets.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::INITIALISED;
use super::drive::{self, Bounds, End};
use super::pool::{Ending, Pool};
use super::process::{self, StartError, Starter, describe};
use super::protocol::{Done, Protections, Settings};
use super::watchdog::exit;
use crate::code::{
    CodeFailure, CodeReport, CodeRun, CodeRuntime, FailureKind, Isolation, engine_groups,
};
use crate::engine::{InvalidLimits, Limits};

const MIB: u64 = 1024 * 1024;
/// How long a child may take to be gone once its channel is closed.
const GONE_WITHIN: Duration = Duration::from_secs(1);

/// Runs each program in a process of its own, with limits that hold against anything the program does.
///
/// Cloning shares the processes. Dropping the last clone ends them; [`shutdown`](Self::shutdown) lets runs end first.
/// See [the module](super) for what `main` has to do, and for an example.
#[derive(Clone, Debug)]
pub struct Isolated {
    pool: Arc<Pool>,
    bounds: Bounds,
    settings: Settings,
}

impl Isolated {
    /// A runtime with the default budgets: 60 s of computing, 600 s in all, 512 MiB of memory, 64 MiB of output, as many
    /// runs at once as there are processors, at least four.
    ///
    /// # Errors
    ///
    /// [`StartError`] when no worker can be started. It starts one to see, which takes some milliseconds.
    pub fn new() -> Result<Self, StartError> {
        Self::builder().build()
    }

    /// Starts a runtime with other budgets.
    #[must_use]
    pub fn builder() -> IsolatedBuilder {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        IsolatedBuilder {
            worker: None,
            settings: Settings { limits: Limits::default(), memory: 512 * MIB },
            wall: Duration::from_mins(10),
            max_concurrent: processors.max(4),
            spares: 2,
        }
    }

    /// What protects the host on this platform, as the workers found it.
    #[must_use]
    pub fn protections(&self) -> Protections {
        self.pool.protections
    }

    /// Refuses further runs, lets those that run end, and ends all processes.
    ///
    /// # Cancel safety
    ///
    /// If the future is dropped, processes may still be there until the last clone is dropped.
    pub async fn shutdown(&self) {
        self.pool.close().await;
    }
}

/// Collects budgets; `build` checks them and starts a first worker.
#[derive(Clone, Debug)]
pub struct IsolatedBuilder {
    worker: Option<PathBuf>,
    settings: Settings,
    wall: Duration,
    max_concurrent: usize,
    spares: usize,
}

impl IsolatedBuilder {
    /// The binary to start as a worker, whose `main` is [`super::main`].
    #[must_use]
    pub fn worker(mut self, program: impl Into<PathBuf>) -> Self {
        self.worker = Some(program.into());
        self
    }

    /// How much processor time a program may use; waiting for calls and timers costs nothing.
    #[must_use]
    pub fn compute(mut self, budget: Duration) -> Self {
        self.settings.limits.compute = budget;
        self
    }

    /// How long a run may take in all, without the time it queues and the times in which a person is asked.
    #[must_use]
    pub fn wall(mut self, budget: Duration) -> Self {
        self.wall = budget;
        self
    }

    /// How many bytes of memory a program may use, beyond what the engine holds.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.settings.memory = bytes;
        self
    }

    /// How many bytes the logs and the value may have as JSON.
    #[must_use]
    pub fn output_bytes(mut self, most: usize) -> Self {
        self.settings.limits.output_bytes = most;
        self
    }

    /// How many runs go at once; others queue.
    #[must_use]
    pub fn max_concurrent(mut self, most: usize) -> Self {
        self.max_concurrent = most;
        self
    }

    /// How many workers are kept ready, at least one.
    #[must_use]
    pub fn spares(mut self, spares: usize) -> Self {
        self.spares = spares;
        self
    }

    /// The runtime.
    ///
    /// # Errors
    ///
    /// [`StartError`] for a budget that no run could keep, and when no worker can be started.
    pub fn build(self) -> Result<Isolated, StartError> {
        self.check()?;
        let program = process::program(self.worker, INITIALISED.load(Ordering::Acquire));
        let program = program.ok_or(StartError::NoWorker)?;
        let starter = Starter { program, settings: self.settings.clone() };
        let most_running = u32::try_from(self.max_concurrent).unwrap_or(u32::MAX);
        let pool = Pool::start(&starter, most_running, self.spares.max(1))?;
        let output_bytes = self.settings.limits.output_bytes;
        Ok(Isolated {
            pool: Arc::new(pool),
            bounds: Bounds { wall: self.wall, output_bytes },
            settings: self.settings,
        })
    }

    fn check(&self) -> Result<(), StartError> {
        let refuse =
            |limit, reason: &str| Err(StartError::Limit { limit, reason: reason.to_owned() });
        if let Err(InvalidLimits { limit, requirement }) = self.settings.limits.validate() {
            return refuse(limit, &format!("must be {requirement}"));
        }
        if self.wall.is_zero() || self.wall.as_millis() > i32::MAX.unsigned_abs().into() {
            return refuse("wall", "must be more than zero and at most 2147483647 ms");
        }
        if self.settings.memory < 16 * MIB {
            return refuse("memory", "must be at least 16 MiB");
        }
        if self.max_concurrent == 0 || self.max_concurrent > 10_000 {
            return refuse("max_concurrent", "must be from 1 to 10,000");
        }
        Ok(())
    }
}

impl CodeRuntime for Isolated {
    fn language(&self) -> &'static str {
        "typescript"
    }

    fn isolation(&self) -> Isolation {
        Isolation::Process
    }

    fn run(&self, run: CodeRun) -> Pin<Box<dyn Future<Output = CodeReport> + Send>> {
        let this = self.clone();
        Box::pin(async move { this.run_once(run).await })
    }
}

impl Isolated {
    async fn run_once(self, run: CodeRun) -> CodeReport {
        let cancel = run.cancel.clone();
        let leased = tokio::select! {
            biased;
            () = cancel.cancelled() => return cancelled(Vec::new()),
            leased = self.pool.take() => leased,
        };
        let lease = match leased {
            Some(Ok(lease)) => lease,
            Some(Err(error)) => {
                return failed(FailureKind::WorkerExit, error.to_string(), Vec::new());
            }
            None => {
                let message = "the runtime was shut down";
                return failed(FailureKind::WorkerExit, message, Vec::new());
            }
        };
        let groups = engine_groups(&run.bindings);
        let (end, logs, ending) = drive::drive(run, lease, &self.bounds, groups).await;
        match end {
            End::Done(done) => {
                if let Some(ending) = ending {
                    ending.let_go();
                }
                finished(*done, logs)
            }
            End::Refused(failure) => CodeReport::new(Err(failure), Vec::new()),
            End::Cancelled => cancelled(logs),
            End::WallTime => {
                let seconds = self.bounds.wall.as_secs_f64();
                let message = format!(
                    "the run took longer than {seconds} seconds of wall time, waiting included"
                );
                failed(FailureKind::Timeout, message, logs)
            }
            End::Broken(why) => failed(FailureKind::WorkerExit, why, logs),
            End::Gone => match ending {
                Some(ending) => self.gone(ending, logs).await,
                None => failed(FailureKind::WorkerExit, "there was no worker", logs),
            },
        }
    }

    /// What came of a child that went away: its status says why.
    async fn gone(&self, mut ending: Ending, logs: Vec<String>) -> CodeReport {
        let began = tokio::time::Instant::now();
        let status = loop {
            let status = ending.process().and_then(process::Process::try_wait);
            if status.is_some() || began.elapsed() > GONE_WITHIN {
                break status;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        };
        let words = ending.process().map(|process| process.last_words()).unwrap_or_default();
        let code = status.and_then(|status| status.code());
        let signal =
            status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
        if code == Some(exit::COMPUTE) || signal == Some(libc::SIGXCPU) {
            let seconds = self.settings.limits.compute.as_secs_f64();
            let message = format!(
                "the program computed for more than {seconds} seconds inside one built-in; waiting for calls \
                 and timers is not counted"
            );
            return failed(FailureKind::Timeout, message, logs);
        }
        let message = if words.contains("memory allocation of") {
            let mebibytes = self.settings.memory / MIB;
            format!("the program used more than its {mebibytes} MiB of memory")
        } else if words.contains("overflowed its stack") {
            "a built-in recursed too deep for the stack".to_owned()
        } else {
            let how = status.map_or_else(|| "in an unknown way".to_owned(), describe);
            let words = words.lines().next_back().unwrap_or_default();
            let said = if words.is_empty() { String::new() } else { format!(": {words}") };
            format!("the process of the program ended ({how}){said}")
        };
        failed(FailureKind::WorkerExit, message, logs)
    }
}

/// The report of a run that its child ended.
fn finished(done: Done, mut logs: Vec<String>) -> CodeReport {
    let Done { result, kept, tail, unhandled } = done;
    logs.truncate(kept);
    logs.extend(tail);
    crate::code::report(crate::engine::RunReport { result, logs, unhandled })
}

fn cancelled(logs: Vec<String>) -> CodeReport {
    failed(FailureKind::Abort, "the run was cancelled", logs)
}

/// The report of a run that has no end of its own.
fn failed(kind: FailureKind, message: impl Into<String>, logs: Vec<String>) -> CodeReport {
    CodeReport::new(Err(CodeFailure::new(kind, message)), logs)
}
