//! How much may run at once: in all, and of each tool (rule REG-10).
//! Programs themselves are not counted, since they wait for calls that are.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::tool::ToolSpec;

/// The bounds of a registry.
#[derive(Debug, Default)]
pub(crate) struct Admission {
    all: Option<Arc<Semaphore>>,
    per_tool: Option<NonZeroUsize>,
    tools: Mutex<HashMap<Arc<str>, Arc<Semaphore>>>,
}

/// Lets one body run for as long as it lives.
#[derive(Debug, Default)]
pub(crate) struct Admitted {
    _permits: [Option<OwnedSemaphorePermit>; 2],
}

impl Admission {
    pub(super) fn new(all: Option<NonZeroUsize>, per_tool: Option<NonZeroUsize>) -> Self {
        let all = all.map(|most| Arc::new(Semaphore::new(most.get())));
        Self { all, per_tool, tools: Mutex::default() }
    }

    /// Whether anything is bounded.
    pub(crate) fn is_bounded(&self) -> bool {
        self.all.is_some() || self.per_tool.is_some()
    }

    /// Waits until the tool may run once more; at once where nothing is bounded.
    pub(crate) async fn admit(&self, tool: &ToolSpec) -> Admitted {
        if tool.is_run_code() {
            return Admitted::default();
        }
        // The tool's own bound first, so that its queue holds back no other tool.
        let own = match self.own(tool) {
            Some(own) => own.acquire_owned().await.ok(),
            None => None,
        };
        let all = match self.all.clone() {
            Some(all) => all.acquire_owned().await.ok(),
            None => None,
        };
        Admitted { _permits: [own, all] }
    }

    fn own(&self, tool: &ToolSpec) -> Option<Arc<Semaphore>> {
        let most = self.per_tool?.get();
        let mut tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
        let own =
            tools.entry(tool.name().shared()).or_insert_with(|| Arc::new(Semaphore::new(most)));
        Some(own.clone())
    }
}
