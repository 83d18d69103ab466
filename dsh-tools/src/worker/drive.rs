//! The parent's side of a run: frames of the child to the host of its calls, answers back.
//! It reads and writes at the same time and never waits for one of them alone.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::io;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::net::unix::pipe::{Receiver, Sender};
use tokio_util::sync::CancellationToken;

use super::pool::{Ending, Lease};
use super::protocol::{Done, FromChild, ToChild};
use super::wall::WallTime;
use super::wire::{Broken, Filled, Inbox};
use crate::code::{
    BindingCall, BindingGroup, BindingHost, BindingReply, CodeFailure, CodeRun, Deadline, Spin,
    TURN, written,
};
use crate::json::measure_string;

/// How many bytes of calls and answers may be under way before no more calls are read.
const MOST_UNDER_WAY: usize = 64 * 1024 * 1024;
/// What a run may cost the parent.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub(super) wall: Duration,
    pub(super) output_bytes: usize,
}

/// How the exchange ended.
pub(super) enum End {
    Done(Box<Done>),
    /// The child went away without a word.
    Gone,
    /// It did not keep to the protocol.
    Broken(String),
    /// The host does not want the program to run.
    Refused(CodeFailure),
    Cancelled,
    WallTime,
}

/// Runs the program in that child.
pub(super) async fn drive(
    run: CodeRun,
    lease: Lease,
    bounds: &Bounds,
    groups: Vec<crate::engine::BindingGroup>,
) -> (End, Vec<String>, Option<Ending>) {
    let Some((ending, to_child, from_child, inbox)) = lease.split() else {
        return (End::Gone, Vec::new(), None);
    };
    let CodeRun { program, bindings, host, cancel, clock } = run;
    let opened = enter(to_child, from_child, Deadline::after(clock, bounds.wall));
    let (to_child, from_child, mut wall) = match opened {
        Ok(entered) => entered,
        Err(why) => return (End::Broken(why), Vec::new(), Some(ending)),
    };
    let mut session = Session {
        to_child,
        from_child,
        inbox,
        outbox: Vec::new(),
        written: 0,
        bindings,
        host,
        under_way: HashMap::new(),
        bytes_under_way: 0,
        last_call: 0,
        logs: Vec::new(),
        log_bytes: 2,
        most_log_bytes: bounds.output_bytes.saturating_add(1024),
        spin: Spin::default(),
        catch_up: false,
        inspected: false,
    };
    let begun = ToChild::Run { source: program, groups }.encode(&mut session.outbox);
    if let Err(Broken(why)) = begun {
        return (End::Broken(why.to_owned()), Vec::new(), Some(ending));
    }
    let end = session.exchange(&cancel, &mut wall).await;
    (end, session.logs, Some(ending))
}

/// Hands the ends of the channel and the clock to the runtime.
fn enter(
    to_child: OwnedFd,
    from_child: OwnedFd,
    deadline: Deadline,
) -> Result<(Sender, Receiver, WallTime), String> {
    let entered = catch_unwind(AssertUnwindSafe(|| {
        let to_child = Sender::from_owned_fd(to_child)?;
        let from_child = Receiver::from_owned_fd(from_child)?;
        io::Result::Ok((to_child, from_child, WallTime::until(deadline)))
    }));
    match entered {
        Ok(entered) => entered.map_err(|error| error.to_string()),
        // Tokio panics where a driver is missing.
        Err(_) => Err("isolated programs need a tokio runtime with `enable_all()`".to_owned()),
    }
}

struct Session {
    to_child: Sender,
    from_child: Receiver,
    inbox: Inbox,
    outbox: Vec<u8>,
    written: usize,
    bindings: Vec<BindingGroup>,
    host: Box<dyn BindingHost>,
    /// The calls without an answer, and the bytes of their arguments.
    under_way: HashMap<u64, usize>,
    bytes_under_way: usize,
    last_call: u64,
    logs: Vec<String>,
    log_bytes: usize,
    most_log_bytes: usize,
    spin: Spin,
    /// Whether the child waits to hear that all calls have gone as far as they go at once.
    catch_up: bool,
    /// Whether the calls of the text have come.
    inspected: bool,
}

impl Session {
    async fn exchange(&mut self, cancel: &CancellationToken, wall: &mut WallTime) -> End {
        let mut cancelled = std::pin::pin!(cancel.cancelled());
        poll_fn(|context| {
            if cancelled.as_mut().poll(context).is_ready() {
                return Poll::Ready(End::Cancelled);
            }
            if Pin::new(&mut *wall).poll(context).is_ready() {
                return Poll::Ready(End::WallTime);
            }
            self.turn(context)
        })
        .await
    }

    /// Goes on until nothing is left to do now, or others have waited long enough.
    fn turn(&mut self, context: &mut Context<'_>) -> Poll<End> {
        let began = Instant::now();
        loop {
            let read = self.read(context);
            // What came is handled before an end of the channel.
            match self.handle() {
                Ok(None) => {}
                Ok(Some(end)) => return Poll::Ready(end),
                Err(Broken(why)) => return Poll::Ready(End::Broken(why.to_owned())),
            }
            let Ok(mut progress) = read else { return Poll::Ready(End::Gone) };
            match self.answer_all(context) {
                Ok(answered) => progress |= answered,
                Err(Broken(why)) => return Poll::Ready(End::Broken(why.to_owned())),
            }
            if self.write(context).is_err() {
                // The child may have said why before it went.
                if !matches!(self.read(context), Ok(true)) {
                    return Poll::Ready(End::Gone);
                }
                progress = true;
            }
            if began.elapsed() > TURN {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            if !progress && !self.look_again() {
                return Poll::Pending;
            }
        }
    }

    /// Reads what is there; whether anything came. Otherwise the waker is told when something does.
    fn read(&mut self, context: &mut Context<'_>) -> io::Result<bool> {
        if self.bytes_under_way + self.outbox.len() > MOST_UNDER_WAY {
            return Ok(false);
        }
        let mut came = false;
        while let Poll::Ready(ready) = self.from_child.poll_read_ready(context) {
            ready?;
            match self.inbox.fill_by(|room| self.from_child.try_read(room))? {
                Filled::Bytes(_) => came = true,
                Filled::Empty => {}
                Filled::Closed if came => return Ok(true),
                Filled::Closed => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
            if self.inbox.unread().len() > MOST_UNDER_WAY {
                return Ok(true);
            }
        }
        Ok(came)
    }

    /// Looks for the next frame for a moment, where they come fast.
    fn look_again(&mut self) -> bool {
        if !self.under_way.is_empty() || self.last_call == 0 {
            return false;
        }
        let (inbox, from_child) = (&mut self.inbox, &self.from_child);
        let filled = || matches!(inbox.fill(from_child), Ok(Filled::Bytes(_))).then_some(());
        self.spin.look(filled).is_some()
    }

    /// Does what the frames say that came whole.
    fn handle(&mut self) -> Result<Option<End>, Broken> {
        while let Some(frame) = FromChild::next(&mut self.inbox)? {
            match frame {
                FromChild::Written(calls) => {
                    if std::mem::replace(&mut self.inspected, true) || self.last_call > 0 {
                        return Err(Broken("the calls of the text come late"));
                    }
                    if let Err(failure) = self.host.preflight(written(calls)) {
                        return Ok(Some(End::Refused(failure)));
                    }
                }
                FromChild::Call { id, group, member, arguments, bytes } => {
                    if id != self.last_call + 1 {
                        return Err(Broken("calls are not in order"));
                    }
                    self.last_call = id;
                    let member = self.bindings.get(group).and_then(|group| group.member(member));
                    let member = member.ok_or(Broken("a call is of no function that exists"))?;
                    self.bytes_under_way += bytes;
                    self.under_way.insert(id, bytes);
                    self.host.start(BindingCall::new(id, group, member.clone(), arguments));
                }
                FromChild::Log(entry) => {
                    self.log_bytes = self.log_bytes.saturating_add(measure_string(&entry) + 1);
                    if self.log_bytes > self.most_log_bytes {
                        return Err(Broken("the log is larger than it may be"));
                    }
                    self.logs.push(entry);
                }
                FromChild::Done(done) => return Ok(Some(End::Done(Box::new(done)))),
                FromChild::CatchUp => self.catch_up = true,
                FromChild::Hello { .. } | FromChild::Ready(_) => {
                    return Err(Broken("a frame comes at the wrong time"));
                }
            }
        }
        Ok(None)
    }

    /// Passes on the answers that there are; whether there were any.
    fn answer_all(&mut self, context: &mut Context<'_>) -> Result<bool, Broken> {
        let before = self.under_way.len();
        while let Poll::Ready(reply) = self.host.poll_reply(context) {
            self.answer(reply)?;
        }
        if std::mem::take(&mut self.catch_up) {
            ToChild::CaughtUp.encode(&mut self.outbox)?;
        }
        Ok(self.under_way.len() < before)
    }

    fn answer(&mut self, reply: BindingReply) -> Result<(), Broken> {
        let BindingReply { id, result, .. } = reply;
        self.spin.expect();
        self.bytes_under_way -= self.under_way.remove(&id).unwrap_or_default();
        let sent = ToChild::Reply { id, result }.encode(&mut self.outbox);
        sent.or_else(|Broken(_)| {
            let message = "the result is too large to enter the program".to_owned();
            ToChild::Reply { id, result: Err(message) }.encode(&mut self.outbox)
        })
    }

    fn write(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        while self.written < self.outbox.len() {
            let Poll::Ready(ready) = self.to_child.poll_write_ready(context) else { return Ok(()) };
            ready?;
            match self.to_child.try_write(&self.outbox[self.written..]) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        self.outbox.clear();
        self.written = 0;
        Ok(())
    }
}
