//! Where records of nested calls go (rule CODE-5).
//! A journal that fails is logged; it never holds up or fails a call.

use crate::call::{Record, ToolError};

/// Keeps records, in the order in which they come. Closures of this shape are journals too.
pub trait Journal: Send + Sync + 'static {
    /// Takes a record. Must not block.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being kept; the call goes on.
    fn record(&self, record: Record) -> Result<(), ToolError>;
}

impl<F> Journal for F
where
    F: Fn(Record) -> Result<(), ToolError> + Send + Sync + 'static,
{
    fn record(&self, record: Record) -> Result<(), ToolError> {
        self(record)
    }
}
