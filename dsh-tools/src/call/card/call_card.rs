//! The cards of calls: what is about to happen, in a title and what belongs to it.

use serde::{Deserialize, Serialize};

use super::{CallKind, Diff, Location};
use crate::call::Content;
use crate::call::field::there;
use crate::json::Json;

/// How a call is shown.
///
/// ```
/// use dsh_tools::call::{CallCard, TerminalCall};
///
/// let card = CallCard::from(TerminalCall::new("cargo test").cwd("/src"));
/// assert_eq!(card.title(), "cargo test");
/// assert_eq!(
///     serde_json::to_string(&card)?,
///     r#"{"type":"terminal","title":"cargo test","cwd":"/src"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum CallCard {
    /// Anything: `{"type":"generic","title":…,"kind"?,"raw_input"?,"content"?,"locations"?}`.
    Generic(GenericCall),
    /// A command: `{"type":"terminal","title":…,"description"?,"cwd"?}`.
    Terminal(TerminalCall),
    /// A change of files: `{"type":"diff","title":…,"diffs":[…],"locations"?}`.
    Diff(DiffCall),
}

impl CallCard {
    /// The card of a tool that has none of its own: its name and its arguments.
    pub fn fallback(name: impl Into<String>, arguments: Json) -> Self {
        GenericCall::new(name).raw_input(arguments).into()
    }

    /// One line that says what the call does.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Generic(card) => &card.title,
            Self::Terminal(card) => &card.title,
            Self::Diff(card) => &card.title,
        }
    }
}

/// A call of any kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GenericCall {
    /// One line that says what the call does.
    pub title: String,
    /// What kind of thing it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CallKind>,
    /// The arguments, or the part of them that matters.
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub raw_input: Option<Json>,
    /// More than a line has room for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<Content>,
    /// The files that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
}

impl GenericCall {
    /// A call with that title.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            kind: None,
            raw_input: None,
            content: Vec::new(),
            locations: Vec::new(),
        }
    }

    /// What kind of thing it does.
    #[must_use]
    pub fn kind(mut self, kind: CallKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The arguments, or the part of them that matters.
    #[must_use]
    pub fn raw_input(mut self, input: impl Into<Json>) -> Self {
        self.raw_input = Some(input.into());
        self
    }

    /// One more block.
    #[must_use]
    pub fn content(mut self, content: impl Into<Content>) -> Self {
        self.content.push(content.into());
        self
    }

    /// One more place.
    #[must_use]
    pub fn location(mut self, location: Location) -> Self {
        self.locations.push(location);
        self
    }
}

/// A call that runs a command; its title is the command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TerminalCall {
    /// The command.
    pub title: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

impl TerminalCall {
    /// A call of that command.
    pub fn new(command: impl Into<String>) -> Self {
        Self { title: command.into(), description: None, cwd: None }
    }

    /// What it is for.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Where it runs.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<String>) -> Self {
        self.cwd = Some(directory.into());
        self
    }
}

/// A call that changes files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DiffCall {
    /// One line that says what the call does.
    pub title: String,
    /// What it changes.
    pub diffs: Vec<Diff>,
    /// Where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
}

impl DiffCall {
    /// A call with that title that makes those changes.
    pub fn new(title: impl Into<String>, diffs: impl IntoIterator<Item = Diff>) -> Self {
        Self { title: title.into(), diffs: diffs.into_iter().collect(), locations: Vec::new() }
    }

    /// One more place.
    #[must_use]
    pub fn location(mut self, location: Location) -> Self {
        self.locations.push(location);
        self
    }
}
