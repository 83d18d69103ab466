//! Waits for the end of a run's wall time, whose clock may stand still meanwhile (rule CODE-10).
//! Only the parent keeps it: a child counts no time but what it computes.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::time::{Instant, Sleep, sleep};

use crate::code::Deadline;

/// Is ready when the wall time is over.
pub(super) struct WallTime {
    deadline: Deadline,
    sleep: Pin<Box<Sleep>>,
}

impl WallTime {
    /// Needs a tokio runtime with its clock, as [`sleep`] does.
    pub(super) fn until(deadline: Deadline) -> Self {
        let sleep = Box::pin(sleep(deadline.sleep()));
        Self { deadline, sleep }
    }
}

impl Future for WallTime {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        while self.sleep.as_mut().poll(context).is_ready() {
            if self.deadline.is_over() {
                return Poll::Ready(());
            }
            let again = Instant::now() + self.deadline.sleep();
            self.sleep.as_mut().reset(again);
        }
        Poll::Pending
    }
}
