//! Where records of nested calls go (rule CODE-5), and the journals that ship.
//! A journal that fails is logged; it never holds up or fails a call.

mod in_memory;
mod json_lines;

pub use self::in_memory::InMemory;
pub use self::json_lines::{JsonLines, JsonLinesBuilder, LineError, RecordLines};

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::call::{CodeDispatchStart, Content, Record, ToolError, panic_message};

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

/// What the journal keeps of a content, when these hooks have seen it. One that panics changes nothing.
pub(crate) fn kept_content(
    hooks: &[Arc<dyn JournalContent>],
    call: &CodeDispatchStart,
    content: &[Content],
) -> Vec<Content> {
    let mut kept = content.to_vec();
    for hook in hooks {
        let replaced = catch_unwind(AssertUnwindSafe(|| hook.journal_content(call, &kept)));
        match replaced {
            Ok(Some(replacement)) => kept = replacement,
            Ok(None) => {}
            Err(payload) => {
                tracing::warn!("a hook of the journal panicked: {}", panic_message(&*payload));
            }
        }
    }
    kept
}
