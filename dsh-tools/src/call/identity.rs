//! Who a call is: its ids, its unforgeable token, its parent, and what a caller passes to make one.
//! A token is compared and never read; a parent is what makes a call nested.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use super::arguments::Arguments;
use super::wall_clock::WallClock;

/// The id of a call, usually the provider's.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(Arc<str>);

impl CallId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl CallId {
    /// An id that no other call of this process has.
    pub(crate) fn make_up() -> Self {
        numbered(CALLS.fetch_add(1, Ordering::Relaxed))
    }
}

impl<T: Into<Arc<str>>> From<T> for CallId {
    fn from(id: T) -> Self {
        Self(id.into())
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

static TOKENS: AtomicU64 = AtomicU64::new(1);

/// The number of a call, which nothing outside of the library sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CallNumber(u64);

/// Tells one running call from every other of this process; it can only be compared.
#[derive(Clone)]
pub struct CallToken {
    number: CallNumber,
    /// The wall clock of the program that the call is made for. It travels with the token, so that it reaches calls
    /// however deep they are nested, and is no part of what tells calls apart.
    clock: Option<WallClock>,
}

impl CallToken {
    pub(crate) fn mint() -> Self {
        Self { number: CallNumber(TOKENS.fetch_add(1, Ordering::Relaxed)), clock: None }
    }

    /// The same token, for calls whose questions stop that clock.
    pub(crate) fn timed_by(self, clock: Option<WallClock>) -> Self {
        Self { clock, ..self }
    }

    pub(super) fn number(&self) -> CallNumber {
        self.number
    }

    pub(crate) fn clock(&self) -> Option<&WallClock> {
        self.clock.as_ref()
    }
}

impl PartialEq for CallToken {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for CallToken {}

impl Hash for CallToken {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Debug for CallToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallToken")
    }
}

/// The call inside which another is made.
#[derive(Clone, Debug)]
pub struct Parent {
    token: CallToken,
    root_call_id: CallId,
}

impl Parent {
    /// Names the call with that token, whose outermost call has that id.
    #[must_use]
    pub fn new(token: CallToken, root_call_id: CallId) -> Self {
        Self { token, root_call_id }
    }

    /// The parent's token.
    #[must_use]
    pub fn token(&self) -> &CallToken {
        &self.token
    }

    /// The id of the model's own call at the root.
    #[must_use]
    pub fn root_call_id(&self) -> &CallId {
        &self.root_call_id
    }
}

/// What a caller asks for: a tool by name, with arguments.
///
/// ```
/// use dsh_tools::call::ToolCall;
///
/// let call = ToolCall::new("read_file", r#"{"path":"/etc/hosts"}"#).with_id("call_1");
/// assert_eq!(call.call_id.as_str(), "call_1");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolCall {
    /// The provider's id, or one that was made up.
    pub call_id: CallId,
    /// The tool's name, as the model wrote it.
    pub name: Arc<str>,
    /// The arguments, as they arrived.
    pub arguments: Arguments,
    /// Cancels the call; never fires unless the caller keeps a copy.
    pub cancel: CancellationToken,
    /// The call inside which this one is made, if it is nested.
    pub parent: Option<Parent>,
}

static CALLS: AtomicU64 = AtomicU64::new(1);

/// `call-<number>`.
fn numbered(number: u64) -> CallId {
    CallId(["call-", itoa::Buffer::new().format(number)].concat().into())
}

impl ToolCall {
    /// A call with an id of its own, such as `call-7`.
    pub fn new(name: impl Into<Arc<str>>, arguments: impl Into<Arguments>) -> Self {
        Self {
            call_id: CallId::make_up(),
            name: name.into(),
            arguments: arguments.into(),
            cancel: CancellationToken::new(),
            parent: None,
        }
    }

    /// The same call under the provider's id.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<CallId>) -> Self {
        self.call_id = id.into();
        self
    }

    /// The same call, ended when that token is cancelled.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancellationToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// The same call, nested in another.
    #[must_use]
    pub fn with_parent(mut self, parent: Parent) -> Self {
        self.parent = Some(parent);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipe_1_ids_that_are_made_up_are_numbered() {
        assert_eq!(numbered(0).as_str(), "call-0");
        assert_eq!(numbered(1_203).as_str(), "call-1203");
        assert_eq!(numbered(u64::MAX).as_str(), "call-18446744073709551615");
    }
}
