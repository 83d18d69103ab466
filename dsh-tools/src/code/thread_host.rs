//! The thread of a program in this process: what it and the run's future tell each other, and how it is stopped.
//! The engine's way out of it is [`ThreadHost`].

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::deadline::Deadline;
use super::runtime::{BindingCall, BindingReply};
use super::spin::Spin;
use crate::engine;

/// What the program's thread tells the run's future.
pub(super) enum FromProgram {
    Written(Vec<engine::WrittenCall>),
    Call(BindingCall),
    /// Say when all calls have gone as far as they go at once.
    CatchUp,
    Done(engine::RunReport),
}

/// What the run's future tells the program's thread.
pub(super) enum ToProgram {
    Reply(BindingReply),
    CaughtUp,
    /// Look at the stop flag.
    Stop,
}

/// Why a program is stopped from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    Cancelled = 1,
    Dropped = 2,
}

/// Stops the program when the future that waits for it is dropped.
pub(super) struct StopOnDrop(Arc<AtomicU8>, mpsc::Sender<ToProgram>);

impl StopOnDrop {
    pub(super) fn new(to_program: mpsc::Sender<ToProgram>) -> Self {
        Self(Arc::default(), to_program)
    }

    /// What the thread looks at.
    pub(super) fn flag(&self) -> Arc<AtomicU8> {
        self.0.clone()
    }

    pub(super) fn set(&self, why: Stopped) {
        self.0.store(why as u8, Ordering::Release);
        // A program that is over does not listen any more.
        let _ = self.1.send(ToProgram::Stop);
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if self.0.load(Ordering::Acquire) == 0 {
            self.set(Stopped::Dropped);
        }
    }
}

/// The engine's way out: channels to the future, a flag, and a deadline.
pub(super) struct ThreadHost {
    pub(super) to_future: UnboundedSender<FromProgram>,
    pub(super) from_future: mpsc::Receiver<ToProgram>,
    pub(super) stop: Arc<AtomicU8>,
    pub(super) deadline: Deadline,
    pub(super) wall: Duration,
    pub(super) spin: Spin,
}

impl fmt::Debug for ThreadHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadHost").finish_non_exhaustive()
    }
}

impl engine::Host for ThreadHost {
    fn written(&mut self, calls: Vec<engine::WrittenCall>) {
        // Before any call, in the same channel: a host that refuses has started none.
        let _ = self.to_future.send(FromProgram::Written(calls));
    }

    fn call(&mut self, call: engine::HostCall) {
        let call = BindingCall::new(call.id, call.group, call.member, call.arguments);
        self.spin.expect();
        // Without a future there is no answer, and the stop flag is set.
        let _ = self.to_future.send(FromProgram::Call(call));
    }

    fn wait(&mut self, until: Option<Instant>) -> engine::HostEvent {
        loop {
            if self.stop().is_some() {
                return engine::HostEvent::Stop;
            }
            let until = until.map(|until| until.saturating_duration_since(Instant::now()));
            let sleep = self.deadline.sleep();
            let sleep = until.map_or(sleep, |until| until.min(sleep));
            let quick = if sleep.is_zero() {
                None
            } else {
                self.spin.look(|| self.from_future.try_recv().ok())
            };
            match quick.map_or_else(|| self.from_future.recv_timeout(sleep), Ok) {
                Ok(ToProgram::Reply(reply)) => {
                    return engine::HostEvent::Reply { id: reply.id, result: reply.result };
                }
                Ok(ToProgram::CaughtUp) => return engine::HostEvent::CaughtUp,
                // Nobody is left to answer.
                Err(mpsc::RecvTimeoutError::Disconnected) => return engine::HostEvent::Stop,
                Err(mpsc::RecvTimeoutError::Timeout) if !self.deadline.is_over() => {
                    return engine::HostEvent::TimeUp;
                }
                // The loop looks at the reason.
                Ok(ToProgram::Stop) | Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn catch_up(&mut self) -> bool {
        self.to_future.send(FromProgram::CatchUp).is_ok()
    }

    fn log(&mut self, _: &str) {
        // Logs come with the report; a thread does not die without one.
    }

    fn stop(&self) -> Option<engine::Stop> {
        match self.stop.load(Ordering::Acquire) {
            0 if self.deadline.is_over() => Some(engine::Stop::WallTime(self.wall)),
            0 => None,
            _ => Some(engine::Stop::Abort("the run was cancelled".to_owned())),
        }
    }
}
