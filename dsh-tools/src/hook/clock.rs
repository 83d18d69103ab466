//! The clock by which records get their times, so that a test can write the same journal twice.
//! Nothing else reads it: budgets and deadlines are the runtime's own.

use std::time::SystemTime;

/// Says what time it is. Closures of this shape are clocks too, and so is `SystemTime::now`.
///
/// ```
/// use std::time::SystemTime;
///
/// use dsh_tools::registry::ToolRegistry;
///
/// let registry = ToolRegistry::builder().clock(|| SystemTime::UNIX_EPOCH).build()?;
/// # Ok::<(), dsh_tools::registry::BuildError>(())
/// ```
pub trait Clock: Send + Sync + 'static {
    /// The time. Must not block.
    fn now(&self) -> SystemTime;
}

impl<F: Fn() -> SystemTime + Send + Sync + 'static> Clock for F {
    fn now(&self) -> SystemTime {
        self()
    }
}
