//! Calls idempotent tools again when they fail, with growing waits between the attempts (rule POL-2).
//! Only failures that can pass by themselves are tried again, and cancellation ends a wait at once.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::timeout::is_cancelled;
use crate::call::{CallError, Content, ErrorCode, Outcome, ToolError};
use crate::hook::{AroundExecute, AroundNext, CallHandle};
use crate::tool::ToolSpec;

type Tools = Arc<dyn Fn(&ToolSpec) -> bool + Send + Sync>;
type Failures = Arc<dyn Fn(&CallError) -> bool + Send + Sync>;

/// Codes that another attempt cannot change, that somebody decided, or that are a mistake to be seen.
const FINAL: [ErrorCode; 13] = [
    ErrorCode::INVALID_ARGS,
    ErrorCode::INVALID_TOOL_OUTPUT,
    ErrorCode::UNSUPPORTED_SCHEMA,
    ErrorCode::UNKNOWN_TOOL,
    ErrorCode::ABORTED,
    ErrorCode::ABORTED_BEFORE_DISPATCH,
    ErrorCode::DENIED,
    ErrorCode::DENIED_BY_GUARD,
    ErrorCode::APPROVAL_REJECTED,
    ErrorCode::APPROVAL_CANCELLED,
    ErrorCode::APPROVAL_UNAVAILABLE,
    ErrorCode::BLOCKED,
    ErrorCode::TOOL_PANICKED,
];

/// Tries again: an around-execute hook. Needs a tokio runtime with its timer enabled.
///
/// Only tools whose hints say `idempotent` or `read_only` are tried again, and never a program. Denials, aborts,
/// panics and calls that do not fit a schema are final whatever the policy is told. The failure that is left says
/// how many attempts there were. Contexts that failed attempts deferred stay (rule PIPE-11).
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use std::time::Duration;
///
/// use dsh_tools::policy;
/// use dsh_tools::prelude::*;
///
/// static ASKED: AtomicUsize = AtomicUsize::new(0);
///
/// /// Ask a service that is busy at first.
/// #[tool(idempotent)]
/// async fn ask() -> Result<&'static str, ToolError> {
///     if ASKED.fetch_add(1, Ordering::SeqCst) < 2 { Err(ToolError::new("busy")) } else { Ok("done") }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let policy = policy::Retry::idempotent(3).first_wait(Duration::from_millis(1));
/// let registry = ToolRegistry::builder().tools(tools![ask]).around(policy).build()?;
/// assert_eq!(registry.call("ask", json!({})).await.text(), "done");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use = "a policy does nothing until a registry has it"]
pub struct Retry {
    attempts: u32,
    first_wait: Duration,
    longest_wait: Duration,
    total: Duration,
    tools: Tools,
    failures: Failures,
    random: Arc<AtomicU64>,
}

impl Retry {
    /// At most that many attempts in all for tools that may be called twice; 0 counts as 1.
    pub fn idempotent(attempts: u32) -> Self {
        let seed = std::hash::RandomState::new().hash_one(attempts);
        Self {
            attempts: attempts.max(1),
            first_wait: Duration::from_millis(200),
            longest_wait: Duration::from_secs(10),
            total: Duration::from_mins(1),
            tools: Arc::new(|tool| tool.hints().idempotent || tool.hints().read_only),
            failures: Arc::new(|_| true),
            random: Arc::new(AtomicU64::new(seed)),
        }
    }

    /// The wait after the first attempt (200 ms); each further one is twice as long. Of each wait, a random
    /// part of up to a half is left out.
    pub fn first_wait(mut self, wait: Duration) -> Self {
        self.first_wait = wait;
        self
    }

    /// No wait is longer (10 s).
    pub fn longest_wait(mut self, wait: Duration) -> Self {
        self.longest_wait = wait;
        self
    }

    /// No attempt starts later than this after the first one (60 s).
    pub fn within(mut self, total: Duration) -> Self {
        self.total = total;
        self
    }

    /// Which tools are tried again, in place of what their hints say. Programs never are.
    pub fn tools(mut self, tools: impl Fn(&ToolSpec) -> bool + Send + Sync + 'static) -> Self {
        self.tools = Arc::new(tools);
        self
    }

    /// Which of the failures that are not final are tried again; all, unless told.
    pub fn when(mut self, failures: impl Fn(&CallError) -> bool + Send + Sync + 'static) -> Self {
        self.failures = Arc::new(failures);
        self
    }

    /// Makes the random parts of waits the same in every run: for tests.
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Arc::new(AtomicU64::new(seed));
        self
    }

    fn may_repeat<S>(&self, call: &CallHandle<S>) -> bool {
        call.tool().is_some_and(|tool| !tool.is_run_code() && (self.tools)(tool))
    }

    fn is_passing(&self, error: &CallError) -> bool {
        !error.code().is_some_and(|code| FINAL.contains(code)) && (self.failures)(error)
    }

    /// The wait after that many attempts.
    fn wait(&self, attempts: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(attempts.saturating_sub(1).min(31));
        let whole = self.first_wait.saturating_mul(doubled).min(self.longest_wait);
        let state = self.random.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
        let part = u32::try_from(mixed(state) >> 32).unwrap_or(u32::MAX);
        whole.saturating_sub((whole / 2).mul_f64(f64::from(part) / f64::from(u32::MAX)))
    }
}

impl fmt::Debug for Retry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retry")
            .field("attempts", &self.attempts)
            .field("first_wait", &self.first_wait)
            .field("longest_wait", &self.longest_wait)
            .field("within", &self.total)
            .finish_non_exhaustive()
    }
}

impl<S: Send + Sync + 'static> AroundExecute<S> for Retry {
    async fn around_execute(
        &self,
        call: CallHandle<S>,
        next: AroundNext<S>,
    ) -> Result<Outcome, ToolError> {
        if !self.may_repeat(&call) {
            return next.run(call).await;
        }
        let began = Instant::now();
        let mut attempts = 1;
        loop {
            let outcome = next.run(call.clone()).await?;
            let Some(error) = outcome.error() else { return Ok(outcome) };
            if attempts >= self.attempts || !self.is_passing(error) || is_cancelled(&call) {
                return Ok(counted(outcome, attempts));
            }
            let wait = self.wait(attempts);
            if began.elapsed().saturating_add(wait) > self.total || !waited(&call, wait).await {
                return Ok(counted(outcome, attempts));
            }
            attempts += 1;
        }
    }
}

/// Waits; false if the call was cancelled meanwhile.
async fn waited<S>(call: &CallHandle<S>, wait: Duration) -> bool {
    tokio::select! {
        biased;
        () = call.call().signal.token().cancelled() => false,
        () = call.cancel().cancelled() => false,
        () = tokio::time::sleep(wait) => true,
    }
}

/// The failure, with the number of attempts behind its message where there was more than one.
fn counted(outcome: Outcome, attempts: u32) -> Outcome {
    let Some(error) = outcome.error().filter(|_| attempts > 1).cloned() else { return outcome };
    let note = format!("(after {attempts} attempts)");
    let plain = [Content::text(format!("Error: {error}"))];
    let other = (outcome.content() != plain).then(|| outcome.content().to_vec());
    let meta = outcome.meta().cloned();
    let mut error = error;
    error.message = format!("{} {note}", error.message);
    let mut counted = outcome.into_failure(error);
    if let Some(mut content) = other {
        content.push(Content::text(note));
        counted = counted.with_content(content);
    }
    match meta {
        Some(meta) => counted.with_meta(meta),
        None => counted,
    }
}

/// Spreads a counter over all numbers (splitmix64).
fn mixed(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}
