//! A cancelled call does not wait for hooks as long as its body has not started: nothing has happened yet.
//! Once a body has started they are awaited, since they may be cleaning up or deciding what may be seen.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use crate::call::{CallState, Signal};

/// What the hooks come to; nothing if they still wait when the signal fires before the body has started.
/// They are polled first, so hooks that look at the signal themselves have the say.
pub(super) async fn unless_cancelled<T>(
    signal: &Signal,
    call: &CallState,
    hooks: impl Future<Output = T>,
) -> Option<T> {
    let mut hooks = pin!(hooks);
    let mut cancelled = pin!(signal.token().cancelled());
    poll_fn(|context| {
        if let Poll::Ready(done) = hooks.as_mut().poll(context) {
            return Poll::Ready(Some(done));
        }
        let given_up = !call.body_started() && cancelled.as_mut().poll(context).is_ready();
        if given_up { Poll::Ready(None) } else { Poll::Pending }
    })
    .await
}
