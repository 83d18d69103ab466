//! A journal that keeps its records in memory, for tests and for applications that show them.
//! It grows without bound.

use std::sync::{Arc, Mutex, PoisonError};

use super::Journal;
use crate::call::{Record, ToolError};

/// Keeps records in memory. Clones share them, so one goes to the registry and one stays to be asked.
///
/// ```
/// use dsh_tools::hook::InMemory;
/// use dsh_tools::registry::ToolRegistry;
///
/// let journal = InMemory::new();
/// let registry = ToolRegistry::builder().journal(journal.clone()).build()?;
/// assert!(journal.records().is_empty());
/// # Ok::<(), dsh_tools::registry::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct InMemory(Arc<Mutex<Vec<Record>>>);

impl InMemory {
    /// A journal without records.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The records so far, in the order in which they came.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Journal for InMemory {
    fn record(&self, record: Record) -> Result<(), ToolError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(record);
        Ok(())
    }
}
