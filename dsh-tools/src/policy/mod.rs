//! Policies that ship: timeout, retry, spans, metrics, and a spill for results that are too long.
//! Each is an ordinary hook over the public interface; nobody imports this room.
//!
//! ```
//! use std::time::Duration;
//!
//! use dsh_tools::policy;
//! use dsh_tools::prelude::*;
//!
//! let metrics = policy::Metrics::new();
//! let registry = ToolRegistry::builder()
//!     .around(policy::Trace::default())
//!     .around(metrics.clone())
//!     .around(policy::Retry::idempotent(3))
//!     .around(policy::Timeout::default().or(Duration::from_secs(30)))
//!     .build()?;
//! assert!(metrics.snapshot().tools.is_empty());
//! # let _: ToolRegistry = registry;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The first hook is outermost. A [`Retry`] outside of a [`Timeout`] gives each attempt its own time; inside of
//! it, all attempts and the waits between them share one.
//!
//! An audit journal is [`JsonLines`](crate::hook::JsonLines), which the registry takes by `journal`.

mod metrics;
mod retry;
mod spill;
mod timeout;
mod trace;

pub use self::metrics::{
    DURATION_BUCKETS, DURATION_NAME, Histogram, Measured, Metrics, MetricsExporter,
    MetricsSnapshot, ToolMetrics,
};
pub use self::retry::Retry;
pub use self::spill::{Spill, SpillError, SpillFiles, SpillStore};
pub use self::timeout::Timeout;
pub use self::trace::Trace;
