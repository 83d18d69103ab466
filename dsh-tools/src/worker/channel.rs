//! The child's end of the channel: frames in and out over two descriptors that do not block.
//! While it waits to write it reads, so that two sides with full pipes never wait for each other.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::protocol::{FromChild, PREAMBLE, ToChild};
use super::wire::{Filled, Inbox};

/// How long a side looks again and again before it sleeps: a wake-up from sleep costs about as much.
const SPIN: Duration = Duration::from_micros(100);

/// The child's end.
pub(super) struct Channel {
    input: OwnedFd,
    output: OwnedFd,
    inbox: Inbox,
    outbox: Vec<u8>,
    /// Time spent in looking again and again, which no program is charged with.
    pub(super) spun: Duration,
}

impl Channel {
    /// Takes the channel off descriptors 0 and 1: from now on, input is empty and output goes to stderr.
    pub(super) fn take() -> io::Result<Self> {
        let input = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
        let output = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
        let null = rustix::fs::open("/dev/null", OFlags::RDWR, rustix::fs::Mode::empty())?;
        rustix::stdio::dup2_stdin(&null)?;
        rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
        for end in [&input, &output] {
            unblock(end)?;
        }
        let outbox = PREAMBLE.to_vec();
        Ok(Self { input, output, inbox: Inbox::default(), outbox, spun: Duration::ZERO })
    }

    /// A second handle of the end that is read, to see when the other side is gone.
    pub(super) fn watched(&self) -> io::Result<OwnedFd> {
        self.input.try_clone()
    }

    /// Sends a frame.
    pub(super) fn send(&mut self, frame: &FromChild) -> io::Result<()> {
        frame.encode(&mut self.outbox).map_err(io::Error::other)?;
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut written = 0;
        while written < self.outbox.len() {
            match rustix::io::write(&self.output, &self.outbox[written..]) {
                Ok(count) => written += count,
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => {
                    let output = (self.output.as_fd(), PollFlags::OUT);
                    sleep(&[output, (self.input.as_fd(), PollFlags::IN)], None)?;
                    if self.inbox.fill(&self.input)? == Filled::Closed {
                        return Err(closed());
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.outbox.clear();
        Ok(())
    }

    /// The next frame, waited for until then, or for as long as it takes.
    pub(super) fn receive(&mut self, until: Option<Instant>) -> io::Result<Option<ToChild>> {
        let began = Instant::now();
        let mut spinning = true;
        loop {
            if let Some(frame) = ToChild::next(&mut self.inbox).map_err(io::Error::other)? {
                return Ok(Some(frame));
            }
            match self.inbox.fill(&self.input)? {
                Filled::Bytes(_) => continue,
                Filled::Closed => return Err(closed()),
                Filled::Empty => {}
            }
            let now = Instant::now();
            if until.is_some_and(|until| now >= until) {
                return Ok(None);
            }
            if spinning && now - began < SPIN {
                std::hint::spin_loop();
                continue;
            }
            if spinning {
                spinning = false;
                self.spun += SPIN;
            }
            let left = until.map(|until| until - now);
            sleep(&[(self.input.as_fd(), PollFlags::IN)], left)?;
        }
    }
}

/// Makes reads and writes of that descriptor return at once.
pub(super) fn unblock(end: impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(&end)?;
    Ok(fcntl_setfl(&end, flags | OFlags::NONBLOCK)?)
}

/// Sleeps until something can be done with a descriptor, or for that long.
pub(super) fn sleep(
    ends: &[(BorrowedFd<'_>, PollFlags)],
    left: Option<Duration>,
) -> io::Result<PollFlags> {
    let mut ends: Vec<PollFd<'_>> =
        ends.iter().map(|(end, flags)| PollFd::from_borrowed_fd(*end, *flags)).collect();
    let left = left.and_then(|left| Timespec::try_from(left).ok());
    match poll(&mut ends, left.as_ref()) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(ends.iter().fold(PollFlags::empty(), |seen, end| seen | end.revents()))
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the host is gone")
}
