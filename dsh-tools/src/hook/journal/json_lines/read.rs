//! Reading a journal back, line by line. A line that is no record is reported with its number,
//! and hides no other; a last line without its end is told apart, since a killed process leaves one.

use std::fmt;
use std::io::{self, BufRead};

use super::line;
use crate::call::Record;

/// What is wrong with a line of a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The last line lacks its end: the process that wrote it was stopped.
    #[error("line {line} is torn, since writing it was never finished: {reason}")]
    Torn {
        /// Counted from 1.
        line: usize,
        /// Where it breaks off.
        reason: String,
    },
    /// The line is whole and no record.
    #[error("line {line} is no record: {reason}")]
    NoRecord {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The line cannot be read, and nothing after it.
    #[error("line {line} cannot be read: {source}")]
    Unreadable {
        /// Counted from 1.
        line: usize,
        /// What the reader failed with.
        source: io::Error,
    },
}

impl LineError {
    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        match self {
            Self::Torn { line, .. }
            | Self::NoRecord { line, .. }
            | Self::Unreadable { line, .. } => *line,
        }
    }
}

/// The records of a journal, one for each line. Empty lines are passed over.
///
/// ```
/// use dsh_tools::hook::{LineError, RecordLines};
///
/// let mut lines = RecordLines::new(&b"{}\n{\"type\":\"tool/co"[..]);
/// assert!(matches!(lines.next(), Some(Err(LineError::NoRecord { line: 1, .. }))));
/// assert!(matches!(lines.next(), Some(Err(LineError::Torn { line: 2, .. }))));
/// assert!(lines.next().is_none());
/// ```
pub struct RecordLines<R> {
    reader: R,
    /// The number of the line that was read last.
    line: usize,
    over: bool,
}

impl<R: BufRead> RecordLines<R> {
    /// The records that the reader holds; [`JsonLines::read`](super::JsonLines::read) opens a file.
    pub fn new(reader: R) -> Self {
        Self { reader, line: 0, over: false }
    }

    /// What a line holds; nothing if it is empty.
    fn record(&self, bytes: &[u8]) -> Option<Result<Record, LineError>> {
        let line = self.line;
        let text = bytes.trim_ascii();
        if text.is_empty() {
            return None;
        }
        let read = match std::str::from_utf8(text) {
            Ok(text) => line::read(text),
            Err(error) => Err(format!("no UTF-8 text after {} bytes", error.valid_up_to())),
        };
        Some(read.map_err(|reason| {
            if bytes.ends_with(b"\n") {
                LineError::NoRecord { line, reason }
            } else {
                LineError::Torn { line, reason }
            }
        }))
    }
}

impl<R: BufRead> Iterator for RecordLines<R> {
    type Item = Result<Record, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            self.line += 1;
            let mut bytes = Vec::new();
            match self.reader.read_until(b'\n', &mut bytes) {
                Ok(0) => self.over = true,
                Ok(_) => {
                    if let Some(record) = self.record(&bytes) {
                        return Some(record);
                    }
                }
                Err(source) => {
                    self.over = true;
                    return Some(Err(LineError::Unreadable { line: self.line, source }));
                }
            }
        }
        None
    }
}

impl<R> fmt::Debug for RecordLines<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordLines").field("line", &self.line).finish_non_exhaustive()
    }
}
