//! Cards: how a call and its result are shown to people (rule UI-1).
//! Plain data with stable JSON: each card is an object whose `type` says which it is; what is unknown is left out.

mod call_card;
mod result_card;

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::field::there;
use super::outcome::Outcome;
use crate::json::Json;

pub use self::call_card::{CallCard, DiffCall, GenericCall, TerminalCall};
pub use self::result_card::{
    DiffResult, GenericResult, ReadResult, ResultCard, SearchMatch, SearchResult, TerminalResult,
    WebResult,
};

/// Can be shown as the card `C`, [`CallCard`] or [`ResultCard`]: what `present_call` and `present_result` may give.
/// Nothing stands for the generic card.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown as a `{C}`",
    label = "this is no card",
    note = "give a `{C}`, one of the structs it is made of, or an `Option` of these"
)]
pub trait IntoCard<C> {
    /// The card, if there is one.
    fn into_card(self) -> Option<C>;
}

impl<C, T: IntoCard<C>> IntoCard<C> for Option<T> {
    fn into_card(self) -> Option<C> {
        self.and_then(T::into_card)
    }
}

/// Makes a card of each struct that one can be made of.
macro_rules! made_of {
    ($card:ident: $($variant:ident($part:ident)),*) => {
        impl IntoCard<Self> for $card {
            fn into_card(self) -> Option<Self> {
                Some(self)
            }
        }
        $(
            impl From<$part> for $card {
                fn from(part: $part) -> Self {
                    Self::$variant(part)
                }
            }

            impl IntoCard<$card> for $part {
                fn into_card(self) -> Option<$card> {
                    Some(self.into())
                }
            }
        )*
    };
}

made_of!(CallCard: Generic(GenericCall), Terminal(TerminalCall), Diff(DiffCall));
made_of!(
    ResultCard: Generic(GenericResult), Terminal(TerminalResult), Diff(DiffResult),
    Search(SearchResult), Read(ReadResult), Web(WebResult)
);

/// What a call does, for an icon beside its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CallKind {
    /// It reads something.
    Read,
    /// It changes something.
    Edit,
    /// It removes something.
    Delete,
    /// It moves or renames something.
    Move,
    /// It looks for something.
    Search,
    /// It runs something.
    Execute,
    /// It gets something from elsewhere.
    Fetch,
    /// Anything else, also kinds that later versions know.
    #[serde(other)]
    Other,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Location {
    /// The file.
    pub path: String,
    /// The line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl Location {
    /// A file as a whole.
    pub fn file(path: impl Into<String>) -> Self {
        Self { path: path.into(), line: None }
    }

    /// A line of a file, counted from 1.
    pub fn line(path: impl Into<String>, line: u32) -> Self {
        Self { path: path.into(), line: Some(line) }
    }
}

/// What changes in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Diff {
    /// The file.
    pub path: String,
    /// What stood there; nothing for a new file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_text: Option<String>,
    /// What stands there now.
    pub new_text: String,
}

impl Diff {
    /// A new file.
    pub fn added(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), old_text: None, new_text: text.into() }
    }

    /// A text in place of another.
    pub fn changed(
        path: impl Into<String>,
        old: impl Into<String>,
        new: impl Into<String>,
    ) -> Self {
        Self { path: path.into(), old_text: Some(old.into()), new_text: new.into() }
    }
}

/// What a conversation keeps of an outcome: enough to show it again later.
///
/// ```
/// use dsh_tools::call::{DurableResult, Outcome, ToolError};
///
/// let outcome = Outcome::failure(ToolError::new("no such file"));
/// let kept = serde_json::to_string(&DurableResult::from(&outcome))?;
/// assert_eq!(kept, r#"{"content":[{"type":"text","text":"Error: no such file"}],"is_error":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DurableResult {
    /// What the model read.
    pub content: Vec<Content>,
    /// Whether the call failed.
    pub is_error: bool,
    /// What `presentation_meta` made of the value.
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Json>,
}

impl DurableResult {
    /// What the model read, as one text.
    #[must_use]
    pub fn text(&self) -> String {
        Content::join(&self.content)
    }
}

impl From<&Outcome> for DurableResult {
    fn from(outcome: &Outcome) -> Self {
        Self {
            content: outcome.content().to_vec(),
            is_error: outcome.is_error(),
            meta: outcome.meta().cloned(),
        }
    }
}
