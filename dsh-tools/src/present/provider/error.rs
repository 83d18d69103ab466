//! Why a response cannot be read, and why results cannot be written. Each says where.

/// A response is not of the shape that the provider documents.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {reason}")]
#[non_exhaustive]
pub struct ResponseError {
    /// Where in the response, such as `choices[0].message.tool_calls[1].id`.
    pub at: String,
    /// What is wrong there.
    pub reason: String,
}

impl ResponseError {
    pub(super) fn new(at: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { at: at.into(), reason: reason.into() }
    }
}

/// There is not one outcome for each call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{calls} calls and {outcomes} outcomes: give the calls of one response and the outcomes of exactly those"
)]
#[non_exhaustive]
pub struct UnevenResults {
    /// How many calls.
    pub calls: usize,
    /// How many outcomes.
    pub outcomes: usize,
}
