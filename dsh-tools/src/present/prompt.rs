//! What a model gets: sections of the system prompt, and tools for function calling.
//! Texts and tools are shared, so that a prompt that did not change costs no copy of them.

use std::sync::Arc;

use serde::Serialize;

use crate::registry::ToolSchema;

/// A part of the system prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// Such as `tools:sdk`.
    pub name: Arc<str>,
    /// Sections with a lower number come first, of the same number those whose name is first.
    pub order: i32,
    /// The text; a section without text is left out.
    pub text: Arc<str>,
}

/// What a model gets of a scope.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Prompt {
    /// Parts of the system prompt, in order.
    pub sections: Vec<Section>,
    /// The tools for function calling: in the order that is set, otherwise by name and `run_code` last. They
    /// are shared with other prompts; a listener that changes them does so through [`Arc::make_mut`].
    pub tools: Arc<Vec<ToolSchema>>,
}

impl Prompt {
    /// The sections as one text, with a blank line between those that have text.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.sections.iter().map(|section| &*section.text);
        let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        texts.join("\n\n")
    }
}

impl Section {
    /// A section, for listeners that add one.
    ///
    /// ```
    /// use dsh_tools::present::Section;
    ///
    /// assert_eq!(&*Section::new("date", 20, "It is Monday.").text, "It is Monday.");
    /// ```
    pub fn new(name: impl Into<Arc<str>>, order: i32, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), order, text: text.into() }
    }
}
