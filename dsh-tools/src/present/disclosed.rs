//! The SDK of a scope, written once for all scopes that see the same tools and disclose as much of them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::disclosure::{Disclosure, DisclosureLevel, Sdk, Texts, full_sdk, signatures_sdk};
use super::sdk::Catalog;
use crate::registry::{ToolSet, View};
use crate::tool::ToolSpec;

/// How many ways of disclosure are kept for a set of tools.
const MOST_KEPT: usize = 16;

/// What was written of a set of tools.
#[derive(Default)]
struct Written {
    full: OnceLock<Sdk>,
    signatures: OnceLock<Sdk>,
    catalog: OnceLock<Catalog>,
    chosen: Mutex<Vec<(Disclosure, Sdk)>>,
}

struct Kept<'t, S> {
    tools: &'t ToolSet<S>,
    written: &'t Written,
}

impl<S: 'static> Kept<'_, S> {
    fn specs(&self) -> impl Iterator<Item = &ToolSpec> {
        self.tools.iter().map(|tool| &**tool.spec())
    }
}

impl<S: 'static> Texts for Kept<'_, S> {
    fn full(&self) -> Sdk {
        self.written.full.get_or_init(|| full_sdk(self.specs())).clone()
    }

    fn signatures(&self) -> Sdk {
        self.written.signatures.get_or_init(|| signatures_sdk(self.specs())).clone()
    }

    fn catalog(&self, text: &dyn Fn(&Catalog) -> String) -> String {
        text(self.written.catalog.get_or_init(|| Catalog::of(self.specs())))
    }
}

/// The SDK of the tools that are seen.
pub(super) fn sdk_of<S: Send + Sync + 'static>(view: &View<S>) -> Sdk {
    let tools = view.tool_set();
    let written = tools.derived(|_| Written::default());
    let disclosure = disclosure_of(view);
    let chosen = || written.chosen.lock().unwrap_or_else(PoisonError::into_inner);
    let known = chosen().iter().find(|(other, _)| other.is_same(&disclosure)).cloned();
    if let Some((_, sdk)) = known {
        return sdk;
    }
    // Written without the lock, since that may take long.
    let sdk = disclosure.of(&Kept { tools, written: &written });
    let mut chosen = chosen();
    if chosen.len() >= MOST_KEPT {
        chosen.remove(0);
    }
    chosen.push((disclosure, sdk.clone()));
    sdk
}

/// How much is disclosed of the tools that are seen.
pub(crate) fn level_of<S: Send + Sync + 'static>(view: &View<S>) -> DisclosureLevel {
    struct Level(DisclosureLevel);
    let level = |view: &View<S>| {
        Level(disclosure_of(view).fixed_level().unwrap_or_else(|| sdk_of(view).level))
    };
    let level: Arc<Level> = view.derived(level);
    level.0
}

fn disclosure_of<S: Send + Sync + 'static>(view: &View<S>) -> Disclosure {
    view.parts().last().cloned().unwrap_or_default()
}
