//! What a call is and what comes of it: identity, arguments, content, errors, outcomes, records, cards.
//! Plain data that every later room passes on; nothing here runs anything.

mod approval;
mod arguments;
mod card;
mod content;
mod error;
mod field;
mod identity;
mod outcome;
mod record;
mod signal;
mod state;
mod travelling;
mod wall_clock;

pub use self::approval::Approval;
pub use self::arguments::Arguments;
pub use self::card::{
    CallCard, CallKind, Diff, DiffCall, DiffResult, DurableResult, GenericCall, GenericResult,
    IntoCard, Location, ReadResult, ResultCard, SearchMatch, SearchResult, TerminalCall,
    TerminalResult, WebResult,
};
pub use self::content::{Content, DeferredContext};
pub use self::error::{CallError, ErrorCode, ErrorInfo, IntoToolError, ToolError};
pub use self::identity::{CallId, CallToken, Parent, ToolCall};
pub use self::outcome::{Outcome, Success};
pub use self::record::{
    ApprovalRecord, CallEnd, CallStart, CodeDispatch, CodeDispatchStart, Record,
};
pub use self::state::Progress;
pub use self::wall_clock::{Paused, WallClock};

pub(crate) use self::error::panic_message;
pub(crate) use self::signal::{Signal, Signalled};
pub(crate) use self::state::{CallState, ProgressSink};
