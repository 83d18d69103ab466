//! The thread that ends a child: when its host is gone, and when a program computes for too long in one piece.
//! It speaks through exit codes, since the program's thread may never come back.

use std::os::fd::{AsFd, OwnedFd};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::time::{ClockId, clock_gettime};

use super::channel;

/// The exit codes of a child.
pub(super) mod exit {
    /// The program computed for longer than it may.
    pub(in crate::worker) const COMPUTE: i32 = 90;
    /// The host is gone.
    pub(in crate::worker) const ORPHAN: i32 = 91;
    /// The child could not do its work; it said why on its standard error.
    pub(in crate::worker) const BROKEN: i32 = 92;
}

/// How often the watchdog looks.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How long the engine may take to end a program by itself, in an orderly way.
const GRACE: Duration = Duration::from_millis(150);

/// What the program's thread tells the watchdog: nanoseconds of processor time at which it is to end the
/// process. Zero while no program runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch(Arc<AtomicU64>);

impl Watch {
    /// Starts the watchdog of a channel.
    pub(super) fn start(channel: OwnedFd) -> std::io::Result<Self> {
        let watch = Self::default();
        let seen = watch.clone();
        thread::Builder::new()
            .name("dsh-tools watchdog".to_owned())
            .stack_size(64 * 1024)
            .spawn(move || seen.look(&channel))?;
        Ok(watch)
    }

    /// A program begins, which may compute for that long.
    pub(super) fn begin(&self, compute: Duration) {
        self.0.store(nanoseconds(processor_time() + compute + GRACE), Ordering::Release);
    }

    /// So much processor time was not the program's.
    pub(super) fn forgive(&self, time: Duration) {
        self.0.fetch_add(nanoseconds(time), Ordering::AcqRel);
    }

    /// The program is over.
    pub(super) fn end(&self) {
        self.0.store(0, Ordering::Release);
    }

    fn look(&self, channel: &OwnedFd) -> ! {
        loop {
            // Nothing is asked for but whether the other side is gone, which is always told.
            let gone = channel::sleep(&[(channel.as_fd(), PollFlags::empty())], Some(LOOK_EVERY));
            let gone = gone.is_ok_and(|seen| seen.intersects(PollFlags::HUP | PollFlags::ERR));
            if gone {
                process::exit(exit::ORPHAN);
            }
            let end = self.0.load(Ordering::Acquire);
            if end > 0 && nanoseconds(processor_time()) > end {
                process::exit(exit::COMPUTE);
            }
        }
    }
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
