//! The cards of results: what came of a call, for people who do not read JSON.

use serde::{Deserialize, Serialize};

use super::{Diff, DurableResult, Location};
use crate::call::Content;

/// How a result is shown.
///
/// ```
/// use dsh_tools::call::{ResultCard, TerminalResult};
///
/// let card = ResultCard::from(TerminalResult::new("2 passed").exit_code(0));
/// assert_eq!(
///     serde_json::to_string(&card)?,
///     r#"{"type":"terminal","output":"2 passed","exit_code":0}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ResultCard {
    /// What the model read: `{"type":"generic","content":[…]}`.
    Generic(GenericResult),
    /// What a command wrote: `{"type":"terminal","output"?,"exit_code"?,"signal"?}`.
    Terminal(TerminalResult),
    /// What changed: `{"type":"diff","diffs":[…],"locations"?}`.
    Diff(DiffResult),
    /// What was found: `{"type":"search","query"?,"matches":[…],"total"?}`.
    Search(SearchResult),
    /// What was read: `{"type":"read","text":…,"location"?,"total_lines"?}`.
    Read(ReadResult),
    /// A page: `{"type":"web","url":…,"status"?,"title"?,"text"?}`.
    Web(WebResult),
}

impl ResultCard {
    /// The card of a tool that has none of its own: what the model read.
    #[must_use]
    pub fn fallback(result: &DurableResult) -> Self {
        GenericResult::new(result.content.clone()).into()
    }
}

/// A result of any kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GenericResult {
    /// The blocks.
    pub content: Vec<Content>,
}

impl GenericResult {
    /// A result of those blocks.
    #[must_use]
    pub fn new(content: Vec<Content>) -> Self {
        Self { content }
    }
}

/// What came of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TerminalResult {
    /// What it wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// How it ended by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// What ended it, such as `SIGKILL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
}

impl TerminalResult {
    /// A command that wrote that.
    pub fn new(output: impl Into<String>) -> Self {
        Self { output: Some(output.into()), ..Self::default() }
    }

    /// How it ended by itself.
    #[must_use]
    pub fn exit_code(mut self, code: i32) -> Self {
        self.exit_code = Some(code);
        self
    }

    /// What ended it.
    #[must_use]
    pub fn signal(mut self, signal: impl Into<String>) -> Self {
        self.signal = Some(signal.into());
        self
    }
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DiffResult {
    /// The changes.
    pub diffs: Vec<Diff>,
    /// Where they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
}

impl DiffResult {
    /// Those changes.
    pub fn new(diffs: impl IntoIterator<Item = Diff>) -> Self {
        Self { diffs: diffs.into_iter().collect(), locations: Vec::new() }
    }

    /// One more place.
    #[must_use]
    pub fn location(mut self, location: Location) -> Self {
        self.locations.push(location);
        self
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SearchResult {
    /// What was looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// What was found, as far as it is shown.
    pub matches: Vec<SearchMatch>,
    /// How many there are, where more were found than are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
}

impl SearchResult {
    /// Those matches.
    pub fn new(matches: impl IntoIterator<Item = SearchMatch>) -> Self {
        Self { matches: matches.into_iter().collect(), ..Self::default() }
    }

    /// What was looked for.
    #[must_use]
    pub fn query(mut self, query: impl Into<String>) -> Self {
        self.query = Some(query.into());
        self
    }

    /// How many there are, where more were found than are shown.
    #[must_use]
    pub fn total(mut self, total: u64) -> Self {
        self.total = Some(total);
        self
    }
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SearchMatch {
    /// Where.
    pub location: Location,
    /// The text around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl SearchMatch {
    /// Found at that place.
    #[must_use]
    pub fn new(location: Location) -> Self {
        Self { location, text: None }
    }

    /// The text around it.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReadResult {
    /// The text.
    pub text: String,
    /// Where its first line stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// How many lines the whole has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_lines: Option<u64>,
}

impl ReadResult {
    /// That text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), location: None, total_lines: None }
    }

    /// Where its first line stands.
    #[must_use]
    pub fn location(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    /// How many lines the whole has.
    #[must_use]
    pub fn total_lines(mut self, lines: u64) -> Self {
        self.total_lines = Some(lines);
        self
    }
}

/// What came from a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebResult {
    /// The page.
    pub url: String,
    /// The status of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The title of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its text, or the start of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl WebResult {
    /// That page.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), status: None, title: None, text: None }
    }

    /// The status of the answer.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// The title of the page.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Its text, or the start of it.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }
}
