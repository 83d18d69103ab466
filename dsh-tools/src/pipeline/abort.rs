//! What a model reads of a call that was cancelled.

use crate::call::{CallError, ErrorCode};

/// The failure of a cancelled call, by whether its body had started.
pub(super) fn error(body_started: bool) -> CallError {
    if body_started {
        CallError::new("the call was cancelled while the tool was running; it may have had effects")
            .with_code(ErrorCode::ABORTED)
    } else {
        CallError::new("the call was cancelled before the tool ran; it had no effect")
            .with_code(ErrorCode::ABORTED_BEFORE_DISPATCH)
    }
}
