//! Keeps content that is too long elsewhere and gives the model a preview and a handle (rule POL-2).
//! `store` is the seam to where it goes, `files` the default, `read` the tool that reads it back.

mod files;
mod preview;
mod read;
mod store;

pub use self::files::SpillFiles;
pub use self::store::{SpillError, SpillStore};

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;

use self::store::SharedStore;
use crate::call::{Content, ToolError};
use crate::hook::{FinishedCall, PostDecision, PostExecute, PostNext, Replacement};
use crate::tool::{DefinitionError, ToolDefinition};

/// The name of the tool that reads back what was kept.
const READ_TOOL: &str = "read_spill";

/// Shortens content above a limit: a post-execute hook. Clones share their store.
///
/// All text of a result is kept as one; images stay where they are. What the model reads begins with a line that
/// says what was cut, also where the store failed: then the preview is all that is left, and the line says so.
/// The value stays as it is, and calls of programs are left alone, since only their values go on.
///
/// A handle is 128 random bits: who has not read it cannot guess it, and whoever has it may read what it names.
/// Needs a tokio runtime with its timer enabled.
///
/// ```
/// use dsh_tools::policy;
/// use dsh_tools::prelude::*;
///
/// /// Say a lot.
/// #[tool]
/// async fn talk() -> String { "line\n".repeat(10_000) }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let spill = policy::Spill::above(4_096)?;
/// let registry = ToolRegistry::builder()
///     .tools(tools![talk])
///     .tools(vec![spill.read_tool()])
///     .post_execute(spill)
///     .build()?;
/// let text = registry.call("talk", json!({})).await.text();
/// assert!(text.len() < 4_096 && text.contains("50000 bytes"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use = "a policy does nothing until a registry has it"]
pub struct Spill {
    limit: usize,
    patience: Duration,
    store: Arc<dyn SharedStore>,
}

impl Spill {
    /// Shortens text above so many bytes (at least 1,024), and keeps it in files of a private folder for
    /// temporary files, which goes when the last clone does.
    ///
    /// # Errors
    ///
    /// That of the system, if the folder cannot be made.
    pub fn above(bytes: usize) -> std::io::Result<Self> {
        Ok(Self::into_store(bytes, SpillFiles::temporary()?))
    }

    /// Shortens text above so many bytes (at least 1,024), and keeps it in that store.
    pub fn into_store(bytes: usize, store: impl SpillStore) -> Self {
        let patience = Duration::from_secs(5);
        Self { limit: bytes.max(1_024), patience, store: Arc::new(store) }
    }

    /// How long to wait for the store (5 s).
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The tool `read_spill`: pages through what was kept, from a byte or a line on, and searches it.
    ///
    /// # Errors
    ///
    /// None that is expected: what every definition may be refused for.
    pub fn read_tool<S: Send + Sync + 'static>(
        &self,
    ) -> Result<ToolDefinition<S>, DefinitionError> {
        read::tool(READ_TOOL, self.clone())
    }

    /// Calls the store: one that hangs or panics fails.
    async fn contained<T>(
        &self,
        asked: impl Future<Output = Result<T, SpillError>>,
    ) -> Result<T, SpillError> {
        let asked = AssertUnwindSafe(asked).catch_unwind();
        match tokio::time::timeout(self.patience, asked).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(SpillError::Failed("the store panicked".into())),
            Err(_) => Err(SpillError::Failed("the store did not answer in time".into())),
        }
    }

    async fn get(&self, handle: String) -> Result<Arc<str>, SpillError> {
        let store = self.store.clone();
        self.contained(async move { store.get(handle).await }).await
    }

    /// The content in place of that; nothing if it is short enough.
    async fn shortened(&self, content: &[Content]) -> Option<Vec<Content>> {
        let texts = || content.iter().filter_map(Content::as_text);
        if texts().map(str::len).fold(0, usize::saturating_add) <= self.limit {
            return None;
        }
        let text: Arc<str> = texts().collect::<Vec<_>>().join("\n").into();
        let store = self.store.clone();
        let kept = text.clone();
        let handle = self.contained(async move { store.put(kept).await }).await;
        if let Err(error) = &handle {
            tracing::error!("a result could not be kept in the spill store: {error}");
        }
        let short = preview::of(&text, self.limit, READ_TOOL, handle.as_deref());
        let images = content.iter().filter(|block| block.as_text().is_none()).cloned();
        Some(std::iter::once(Content::text(short)).chain(images).collect())
    }
}

impl fmt::Debug for Spill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spill").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl<S: Send + Sync + 'static> PostExecute<S> for Spill {
    async fn post_execute(
        &self,
        call: FinishedCall<S>,
        next: PostNext<S>,
    ) -> Result<PostDecision, ToolError> {
        let decision = next.run(call.clone()).await?;
        // Pages of what was kept are short already.
        if call.parent().is_some() || call.name() == READ_TOOL {
            return Ok(decision);
        }
        let content = match &decision {
            PostDecision::Accept { replace: None, .. } => call.outcome().content(),
            PostDecision::Accept { replace: Some(Replacement::Content(content)), .. } => content,
            _ => return Ok(decision),
        };
        let Some(short) = self.shortened(content).await else { return Ok(decision) };
        Ok(match decision {
            PostDecision::Accept { contexts, .. } => {
                PostDecision::Accept { replace: Some(Replacement::Content(short)), contexts }
            }
            block @ PostDecision::Block { .. } => block,
        })
    }
}
