//! How a journal of JSON lines starts: with what queue, and where its lines go.
//! A file that a killed process left with a torn line gets the missing end of that line first.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use super::writer::WriterThread;
use super::{JsonLines, Queue};

/// How many records wait, unless said otherwise.
const QUEUE: usize = 4096;
/// The channel sets aside room for all of them, so there is an end to it.
const LONGEST_QUEUE: usize = 1 << 20;

/// Options of a [`JsonLines`].
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use dsh_tools::hook::JsonLines;
///
/// let most = NonZeroUsize::new(100).ok_or("zero")?;
/// let journal = JsonLines::builder().queue(most).to(std::io::sink())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it writes nothing before `append` or `to`"]
pub struct JsonLinesBuilder {
    most: usize,
}

impl Default for JsonLinesBuilder {
    fn default() -> Self {
        Self { most: QUEUE }
    }
}

impl JsonLinesBuilder {
    /// How many records may wait for the writer: 4096 unless set, and never more than 1048576.
    pub fn queue(mut self, most: NonZeroUsize) -> Self {
        self.most = most.get().min(LONGEST_QUEUE);
        self
    }

    /// As [`JsonLines::append`].
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or no thread can be started.
    pub fn append(self, path: impl AsRef<Path>) -> io::Result<JsonLines> {
        let path = path.as_ref();
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let begin = if ends_torn(path, &file) { "\n" } else { "" };
        self.start(file, begin)
    }

    /// As [`JsonLines::to`].
    ///
    /// # Errors
    ///
    /// No thread can be started.
    pub fn to(self, writer: impl io::Write + Send + 'static) -> io::Result<JsonLines> {
        self.start(writer, "")
    }

    fn start(self, out: impl io::Write + Send + 'static, begin: &str) -> io::Result<JsonLines> {
        let (messages, received) = sync_channel(self.most);
        let thread = WriterThread::start(out, begin, received)?;
        Ok(JsonLines(Arc::new(Queue { messages, thread, most: self.most })))
    }
}

/// Whether a line of the file may lack its end. A line end too many does no harm, so doubt counts.
fn ends_torn(path: &Path, file: &File) -> bool {
    let has_lines = file.metadata().is_ok_and(|about| about.is_file() && about.len() > 0);
    has_lines && !matches!(last_byte(path), Ok(b'\n'))
}

fn last_byte(path: &Path) -> io::Result<u8> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    let [last] = last;
    Ok(last)
}
