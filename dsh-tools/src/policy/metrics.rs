//! Counts calls, their failures by code, how long they take and how many run now (rule POL-2).
//! A call adds a few numbers under a lock that is never held while anything else runs.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::call::{ErrorCode, Outcome, ToolError};
use crate::hook::{AroundExecute, AroundNext, CallHandle};

/// OpenTelemetry's name for the histogram of durations, in seconds.
pub const DURATION_NAME: &str = "gen_ai.client.operation.duration";

/// The upper bounds that OpenTelemetry advises for it, in seconds; above the last one there is one more bucket.
pub const DURATION_BUCKETS: [f64; 14] =
    [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/// One finished call, as an exporter gets it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measured {
    /// The tool; `_OTHER` for every name that is none, so that a model cannot make up series.
    pub tool: Arc<str>,
    /// How long it took, with all that this hook is around.
    pub duration: Duration,
    /// The code of its failure; `_OTHER` for a failure without one.
    pub error: Option<Arc<str>>,
}

/// Takes what was measured elsewhere. It is called on the task of the call: hand on, and do not wait.
pub trait MetricsExporter: Send + Sync + 'static {
    /// A call is over. A panic in here is logged and contained.
    fn measured(&self, measured: &Measured);
}

impl<F: Fn(&Measured) + Send + Sync + 'static> MetricsExporter for F {
    fn measured(&self, measured: &Measured) {
        self(measured);
    }
}

/// Durations by [`DURATION_BUCKETS`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Histogram {
    /// How many calls fell into each bucket, not added up; the last one has no upper bound.
    pub counts: [u64; DURATION_BUCKETS.len() + 1],
    /// All durations together.
    pub sum: Duration,
}

impl Histogram {
    fn add(&mut self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        self.counts[DURATION_BUCKETS.partition_point(|bound| *bound < seconds)] += 1;
        self.sum = self.sum.saturating_add(duration);
    }

    /// How many calls there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// What is known of one tool.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolMetrics {
    /// How many calls run now.
    pub in_flight: u64,
    /// Failures by code; `_OTHER` for those without one.
    pub errors: BTreeMap<Arc<str>, u64>,
    /// Durations of all calls that are over, failures among them.
    pub durations: Histogram,
}

/// What was counted until one moment.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MetricsSnapshot {
    /// By tool; `_OTHER` for calls of names that are none.
    pub tools: BTreeMap<Arc<str>, ToolMetrics>,
}

/// Measures calls: an around-execute hook. Clones count together.
///
/// ```
/// use dsh_tools::policy;
/// use dsh_tools::prelude::*;
///
/// /// Add two integers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 { a + b }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let metrics = policy::Metrics::new();
/// let registry = ToolRegistry::builder().tools(tools![add]).around(metrics.clone()).build()?;
/// registry.call("add", json!({ "a": 1, "b": 2 })).await;
/// registry.call("add", json!({ "a": 1 })).await;
/// let add = &metrics.snapshot().tools["add"];
/// assert_eq!((add.durations.count(), add.errors["INVALID_ARGS"], add.in_flight), (2, 1, 0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
#[must_use = "a policy does nothing until a registry has it"]
pub struct Metrics {
    counted: Arc<Mutex<MetricsSnapshot>>,
    exporters: Vec<Arc<dyn MetricsExporter>>,
}

impl Metrics {
    /// Counts in memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells that exporter of each call too.
    pub fn export(mut self, exporter: impl MetricsExporter) -> Self {
        self.exporters.push(Arc::new(exporter));
        self
    }

    /// What was counted so far.
    #[must_use]
    pub fn snapshot(&self) -> MetricsSnapshot {
        self.counted().clone()
    }

    fn counted(&self) -> MutexGuard<'_, MetricsSnapshot> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, tool: Arc<str>) -> InFlight<'_> {
        self.counted().tools.entry(tool.clone()).or_default().in_flight += 1;
        // A call that is dropped before it is over was aborted.
        let error = Some(ErrorCode::ABORTED.as_str().into());
        InFlight { metrics: self, tool, error, began: Instant::now() }
    }

    fn end(&self, measured: &Measured) {
        {
            let mut counted = self.counted();
            let tool = counted.tools.entry(measured.tool.clone()).or_default();
            tool.in_flight = tool.in_flight.saturating_sub(1);
            tool.durations.add(measured.duration);
            if let Some(error) = &measured.error {
                *tool.errors.entry(error.clone()).or_default() += 1;
            }
        }
        for exporter in &self.exporters {
            if catch_unwind(AssertUnwindSafe(|| exporter.measured(measured))).is_err() {
                tracing::error!("an exporter of metrics panicked");
            }
        }
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").field("counted", &self.counted).finish_non_exhaustive()
    }
}

/// A call that runs; it is counted when this is dropped.
struct InFlight<'a> {
    metrics: &'a Metrics,
    tool: Arc<str>,
    error: Option<Arc<str>>,
    began: Instant,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.metrics.end(&Measured {
            tool: self.tool.clone(),
            duration: self.began.elapsed(),
            error: self.error.take(),
        });
    }
}

impl<S: Send + Sync + 'static> AroundExecute<S> for Metrics {
    async fn around_execute(
        &self,
        call: CallHandle<S>,
        next: AroundNext<S>,
    ) -> Result<Outcome, ToolError> {
        let tool = call.tool().map_or("_OTHER", |tool| tool.name().as_str()).into();
        let mut running = self.begin(tool);
        let result = next.run(call).await;
        let code = match &result {
            Ok(outcome) if !outcome.is_error() => None,
            Ok(outcome) => Some(outcome.code()),
            Err(error) => Some(error.code()),
        };
        running.error = code.map(|code| code.map_or("_OTHER", |code| code.as_str()).into());
        result
    }
}
