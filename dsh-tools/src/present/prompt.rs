//! Assembling what a model gets: sections of the system prompt, and tools for function calling.

use serde::Serialize;

use super::sdk::{CODE_ONLY, sdk_text};
use crate::registry::{Mode, ScopeHandle, ToolSchema};
use crate::tool::RUN_CODE;

/// The order of the section that says that only `run_code` may be called.
const CODE_ONLY_ORDER: i32 = 99;
/// The order of the section that holds the SDK.
const SDK_ORDER: i32 = 150;
/// The language that the SDK is written in.
const TYPESCRIPT: &str = "typescript";

/// A part of the system prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// Such as `tools:sdk`.
    pub name: String,
    /// Sections with a lower number come first.
    pub order: i32,
    /// The text; a section without text is left out.
    pub text: String,
}

/// What a model gets of a scope.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Prompt {
    /// Parts of the system prompt, in order.
    pub sections: Vec<Section>,
    /// The tools for function calling, by name; `run_code` is last.
    pub tools: Vec<ToolSchema>,
}

impl Prompt {
    /// The sections as one text, with a blank line between them.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.sections.iter().map(|section| &*section.text).collect();
        texts.join("\n\n")
    }
}

/// Why a prompt cannot be assembled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PromptError {
    /// The mode needs a runtime.
    #[error(
        "mode `{mode}` needs a code runtime: give the builder one with `.runtime(…)`, or use `Mode::Native`"
    )]
    NoRuntime {
        /// The mode, as `code` or `both`.
        mode: &'static str,
    },
    /// The runtime's language has no SDK.
    #[error("there is no SDK for programs in `{language}`; a runtime for `typescript` is needed")]
    NoSdk {
        /// The language of the runtime.
        language: String,
    },
}

impl<S: Send + Sync + 'static> ScopeHandle<S> {
    /// What a model gets of this scope, in its mode (rule PROMPT-2).
    ///
    /// # Errors
    ///
    /// [`PromptError`] when the mode runs programs and there is no runtime, or none with an SDK.
    ///
    /// # Cancel safety
    ///
    /// Nothing changes; the future can be dropped at any time.
    #[allow(clippy::unused_async)] // Listeners, which may wait, are part of what assembling is.
    pub async fn prompt(&self) -> Result<Prompt, PromptError> {
        let mode = self.mode();
        let mut tools = self.schemas();
        if !mode.runs_code() {
            return Ok(Prompt { sections: Vec::new(), tools });
        }
        let language = self.core().language.as_deref();
        match language {
            None => {
                let mode = if mode == Mode::Code { "code" } else { "both" };
                return Err(PromptError::NoRuntime { mode });
            }
            Some(TYPESCRIPT) => {}
            Some(other) => return Err(PromptError::NoSdk { language: other.to_owned() }),
        }
        let mut sections = Vec::new();
        if mode == Mode::Code {
            tools.retain(|tool| &*tool.name == RUN_CODE);
            sections.push(section("tools:code-only", CODE_ONLY_ORDER, CODE_ONLY.to_owned()));
        }
        let view = self.view();
        let specs = view.tools().map(|tool| &**tool.spec());
        sections.push(section("tools:sdk", SDK_ORDER, sdk_text(specs)));
        Ok(Prompt { sections, tools })
    }
}

fn section(name: &str, order: i32, text: String) -> Section {
    Section { name: name.to_owned(), order, text }
}
