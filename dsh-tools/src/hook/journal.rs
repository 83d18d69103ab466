//! Where records of nested calls go (rule CODE-5).
//! A journal that fails is logged; it never holds up or fails a call.

use crate::call::{CodeDispatchStart, Content, Record, ToolError};

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

/// May replace the content that the journal keeps of a nested call; nothing else sees what it gives.
/// Closures of this shape are such hooks too.
///
/// ```
/// use dsh_tools::call::{CodeDispatchStart, Content};
///
/// fn no_secrets(call: &CodeDispatchStart, _: &[Content]) -> Option<Vec<Content>> {
///     (&*call.name == "read_secret").then(|| vec![Content::text("[redacted]")])
/// }
/// # fn is_hook(_: impl dsh_tools::hook::JournalContent) {}
/// # is_hook(no_secrets);
/// ```
pub trait JournalContent: Send + Sync + 'static {
    /// Other blocks for the journal, or nothing to keep these.
    fn journal_content(
        &self,
        call: &CodeDispatchStart,
        content: &[Content],
    ) -> Option<Vec<Content>>;
}

impl<F> JournalContent for F
where
    F: Fn(&CodeDispatchStart, &[Content]) -> Option<Vec<Content>> + Send + Sync + 'static,
{
    fn journal_content(
        &self,
        call: &CodeDispatchStart,
        content: &[Content],
    ) -> Option<Vec<Content>> {
        self(call, content)
    }
}
