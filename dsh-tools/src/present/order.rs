//! The order in which tools are listed to the model: names first to last, around the rest (rule PROMPT-5).
//! It is held against the tools of the mode whenever a prompt is assembled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::registry::{Mode, Names, ToolSchema};

/// Stands for all tools that an order does not name.
pub const UNLISTED_TOOLS: &str = "<unlisted-tools>";

/// Why an order of tools does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrderError {
    /// An entry stands there twice.
    #[error("the order of tools lists `{name}` twice")]
    Duplicate {
        /// The name, or the entry for the rest.
        name: String,
    },
    /// It names tools that the mode does not contribute.
    #[error(
        "the order of tools lists {names}, which mode `{mode}` does not contribute; it contributes {known}"
    )]
    NotContributed {
        /// The names that it may not list.
        names: Names,
        /// The mode.
        mode: &'static str,
        /// The names that it may list.
        known: Names,
    },
}

/// An order as it was given.
#[derive(Clone)]
pub(super) struct ToolOrder(pub(super) Arc<[String]>);

impl ToolOrder {
    /// Brings these tools into this order; the rest keep the order that they have, at the entry for the rest or, where
    /// there is none, at the end.
    pub(super) fn arrange(
        &self,
        tools: &mut [ToolSchema],
        known: &BTreeSet<Arc<str>>,
        mode: Mode,
    ) -> Result<(), OrderError> {
        self.check(known, mode)?;
        let place_of: BTreeMap<&str, usize> =
            self.0.iter().enumerate().map(|(place, name)| (&**name, place)).collect();
        let rest = place_of.get(UNLISTED_TOOLS).copied().unwrap_or(self.0.len());
        // The sort is stable, which keeps the rest as it is.
        tools.sort_by_key(|tool| place_of.get(&*tool.name).copied().unwrap_or(rest));
        Ok(())
    }

    fn check(&self, known: &BTreeSet<Arc<str>>, mode: Mode) -> Result<(), OrderError> {
        let mut seen = BTreeSet::new();
        if let Some(name) = self.0.iter().find(|name| !seen.insert(*name)) {
            return Err(OrderError::Duplicate { name: name.clone() });
        }
        let unknown = |name: &&String| *name != UNLISTED_TOOLS && !known.contains(name.as_str());
        let unknown: Vec<String> = self.0.iter().filter(unknown).cloned().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let known = known.iter().map(ToString::to_string).collect();
        let (names, known) = (Names(unknown), Names(known));
        Err(OrderError::NotContributed { names, mode: mode.as_str(), known })
    }
}
