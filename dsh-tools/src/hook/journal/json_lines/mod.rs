//! A journal as JSON lines: records go into a bounded queue, and a thread of its own writes them.
//! `record` only tries to queue. Whatever the writer does, no call waits for it.

mod line;
mod read;
mod start;
mod writer;

#[cfg(test)]
mod tests;

pub use self::read::{LineError, RecordLines};
pub use self::start::JsonLinesBuilder;

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};

use self::writer::{Failure, Message, WriterThread};
use super::Journal;
use crate::call::{ErrorCode, Record, ToolError};

/// Writes records as JSON lines, in the form that [`Record`] documents. Clones are handles to one journal.
///
/// `record` never waits. It refuses a record with the code `JOURNAL_FULL` when the queue is full, and with
/// `JOURNAL_FAILED` once the writer has failed; the first error of the writer is final. What was accepted
/// from one thread is written in that order.
///
/// Dropping the last handle waits until every accepted record is written. A writer that never returns
/// keeps it waiting. The queue holds 4096 records unless [`builder`](Self::builder) says otherwise.
///
/// Lines are handed to the operating system whole and soon. They outlive the end of the process; whether
/// they outlive that of the machine is up to the file system.
///
/// ```
/// use dsh_tools::call::Record;
/// use dsh_tools::hook::JsonLines;
/// use dsh_tools::registry::ToolRegistry;
///
/// # let path = std::env::temp_dir().join(format!("dsh-tools-doc-{}.jsonl", std::process::id()));
/// let journal = JsonLines::append(&path)?;
/// let registry = ToolRegistry::builder().journal(journal.clone()).build()?;
/// // … the registry runs programs …
/// journal.flush()?;
/// let records: Vec<Record> = JsonLines::read(&path)?.collect::<Result<_, _>>()?;
/// # assert!(records.is_empty());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct JsonLines(Arc<Queue>);

/// What all handles share. Fields are dropped in this order: the thread ends when the sender is gone.
struct Queue {
    messages: SyncSender<Message>,
    thread: WriterThread,
    most: usize,
}

impl JsonLines {
    /// Starts a journal with options.
    pub fn builder() -> JsonLinesBuilder {
        JsonLinesBuilder::default()
    }

    /// Appends to a file, which is made if it is not there.
    ///
    /// A last line that was torn is ended first, so that it spoils no record that follows.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or no thread can be started.
    pub fn append(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::builder().append(path)
    }

    /// Writes to anything; it is flushed whenever the queue runs empty, and dropped at the end.
    ///
    /// # Errors
    ///
    /// No thread can be started.
    ///
    /// ```
    /// let journal = dsh_tools::hook::JsonLines::to(std::io::stderr())?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn to(writer: impl io::Write + Send + 'static) -> io::Result<Self> {
        Self::builder().to(writer)
    }

    /// Reads a file that such a journal wrote, line by line.
    ///
    /// # Errors
    ///
    /// The file cannot be opened. What is wrong with a line is the item of that line.
    pub fn read(path: impl AsRef<Path>) -> io::Result<RecordLines<BufReader<File>>> {
        Ok(RecordLines::new(BufReader::new(File::open(path)?)))
    }

    /// Waits until what was accepted so far is written and flushed.
    ///
    /// It blocks the thread for as long as the writer takes. In async code, give a clone to
    /// `tokio::task::spawn_blocking`.
    ///
    /// # Errors
    ///
    /// What the writer failed with, now or earlier.
    pub fn flush(&self) -> io::Result<()> {
        let (done, written) = sync_channel(1);
        let queued = self.0.messages.send(Message::Flush(done)).is_ok();
        if queued && written.recv().is_ok() { Ok(()) } else { Err(self.0.thread.failure().error()) }
    }
}

impl Journal for JsonLines {
    fn record(&self, record: Record) -> Result<(), ToolError> {
        if let Some(failure) = self.0.thread.failed() {
            return Err(refused(failure));
        }
        match self.0.messages.try_send(Message::Record(record)) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(full(self.0.most)),
            Err(TrySendError::Disconnected(_)) => Err(refused(&self.0.thread.failure())),
        }
    }
}

fn full(most: usize) -> ToolError {
    let message = format!("the journal's queue is full: {most} records wait for the writer");
    ToolError::new(message).with_code(ErrorCode::JOURNAL_FULL)
}

fn refused(failure: &Failure) -> ToolError {
    let message = format!("the journal takes no more records, since its writer failed: {failure}");
    ToolError::new(message).with_code(ErrorCode::JOURNAL_FAILED)
}

impl fmt::Debug for JsonLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonLines")
            .field("queue", &self.0.most)
            .field("failed", &self.0.thread.failed())
            .finish_non_exhaustive()
    }
}
