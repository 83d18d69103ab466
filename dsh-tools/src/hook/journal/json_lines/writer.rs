//! The thread that writes: it takes what is queued, writes whole lines, and answers who waits for them.
//! It ends when all handles are gone, or with the first error, which it leaves behind for everyone.

use std::any::Any;
use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, JoinHandle};

use super::line;
use crate::call::{Record, panic_message};

/// About so much is handed over in one write.
const BATCH_BYTES: usize = 64 * 1024;

/// What waits in the queue.
pub(super) enum Message {
    Record(Record),
    /// Answered when everything before it is written and flushed; dropped if that fails.
    Flush(SyncSender<()>),
}

/// What the writer failed with.
#[derive(Clone, Debug)]
pub(super) struct Failure(Arc<io::Error>);

impl Failure {
    pub(super) fn error(&self) -> io::Error {
        io::Error::new(self.0.kind(), self.0.clone())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The running thread. Dropping it waits for its end, so the sender has to be dropped before.
pub(super) struct WriterThread {
    failure: Arc<OnceLock<Failure>>,
    running: Option<JoinHandle<()>>,
}

impl WriterThread {
    pub(super) fn start(
        out: impl Write + Send + 'static,
        begin: &str,
        messages: Receiver<Message>,
    ) -> io::Result<Self> {
        let failure = Arc::new(OnceLock::new());
        let mut writer = Writer { out, messages, batch: begin.to_owned(), waiting: Vec::new() };
        let left = failure.clone();
        let running = Builder::new().name("dsh-tools-journal".to_owned()).spawn(move || {
            if let Err(error) = writer.run_contained() {
                // Known before the receiver is dropped: who finds it gone looks here for the reason.
                let failure = left.get_or_init(|| Failure(Arc::new(error)));
                writer.give_up(failure);
            }
        })?;
        Ok(Self { failure, running: Some(running) })
    }

    /// What the writer failed with, if it has.
    pub(super) fn failed(&self) -> Option<&Failure> {
        self.failure.get()
    }

    /// What the writer failed with, for who found it gone.
    pub(super) fn failure(&self) -> Failure {
        let gone = || Failure(Arc::new(io::Error::other("the writer is gone")));
        self.failed().cloned().unwrap_or_else(gone)
    }
}

impl Drop for WriterThread {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            // It only panics where the drop of the application's writer does.
            let _ = running.join();
        }
    }
}

struct Writer<W> {
    out: W,
    messages: Receiver<Message>,
    /// Whole lines that are not written yet.
    batch: String,
    /// Who waits until they are.
    waiting: Vec<SyncSender<()>>,
}

impl<W: Write> Writer<W> {
    fn run_contained(&mut self) -> io::Result<()> {
        catch_unwind(AssertUnwindSafe(|| self.run()))
            .unwrap_or_else(|payload| Err(panicked(&*payload)))
    }

    fn run(&mut self) -> io::Result<()> {
        while let Ok(message) = self.messages.recv() {
            self.take(message)?;
            while self.batch.len() < BATCH_BYTES
                && let Ok(message) = self.messages.try_recv()
            {
                self.take(message)?;
            }
            self.write_batch()?;
        }
        Ok(())
    }

    fn take(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Record(record) => {
                self.batch.push_str(&line::write(record).map_err(io::Error::other)?);
                self.batch.push('\n');
            }
            Message::Flush(done) => self.waiting.push(done),
        }
        Ok(())
    }

    fn write_batch(&mut self) -> io::Result<()> {
        self.out.write_all(self.batch.as_bytes())?;
        self.out.flush()?;
        self.batch.clear();
        self.batch.shrink_to(BATCH_BYTES);
        for done in self.waiting.drain(..) {
            // Who no longer waits needs no answer.
            let _ = done.send(());
        }
        Ok(())
    }

    /// Says what is lost.
    fn give_up(&self, failure: &Failure) {
        let queued = self.messages.try_iter();
        let lost = queued.filter(|message| matches!(message, Message::Record(_))).count();
        let unwritten = self.batch.lines().count();
        tracing::error!(
            "the journal's writer failed: {failure}; {lost} records were waiting and are lost, \
             and up to {unwritten} more"
        );
    }
}

fn panicked(payload: &(dyn Any + Send)) -> io::Error {
    io::Error::other(format!("the writer panicked: {}", panic_message(payload)))
}
