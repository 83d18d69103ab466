//! Frames as bytes: a length, a tag, and fields in a fixed order.
//! Reading checks every length against what is there; nothing is reserved on the word of the other side.

use std::io;
use std::os::fd::AsFd;

/// The most bytes that a frame may have.
pub(super) const MOST_FRAME: usize = 256 * 1024 * 1024;
/// How much is read at once.
const READ: usize = 64 * 1024;
const HEADER: usize = 4;

/// The other side did not keep to the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("broken protocol: {0}")]
pub(super) struct Broken(pub(super) &'static str);

/// Writes the fields of one frame behind whatever the buffer holds.
pub(super) struct Encoder<'a> {
    buffer: &'a mut Vec<u8>,
    start: usize,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(buffer: &'a mut Vec<u8>, tag: u8) -> Self {
        let start = buffer.len();
        buffer.extend([0; HEADER]);
        buffer.push(tag);
        Self { buffer, start }
    }

    pub(super) fn number(self, number: u64) -> Self {
        self.buffer.extend(number.to_le_bytes());
        self
    }

    pub(super) fn count(self, count: usize) -> Self {
        self.number(count as u64)
    }

    pub(super) fn flag(self, flag: bool) -> Self {
        self.buffer.push(u8::from(flag));
        self
    }

    pub(super) fn text(self, text: &str) -> Self {
        let this = self.count(text.len());
        this.buffer.extend(text.as_bytes());
        this
    }

    /// Puts the length in front.
    ///
    /// # Errors
    ///
    /// When the frame is larger than any may be; then nothing of it is left in the buffer.
    pub(super) fn end(self) -> Result<(), Broken> {
        let length = self.buffer.len() - self.start - HEADER;
        match u32::try_from(length) {
            Ok(header) if length <= MOST_FRAME => {
                self.buffer[self.start..self.start + HEADER].copy_from_slice(&header.to_le_bytes());
                Ok(())
            }
            _ => {
                self.buffer.truncate(self.start);
                Err(Broken("a frame is too large"))
            }
        }
    }
}

/// Reads the fields of one frame.
pub(super) struct Decoder<'a> {
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], Broken> {
        let (taken, rest) =
            self.rest.split_at_checked(length).ok_or(Broken("a frame is too short"))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn number(&mut self) -> Result<u64, Broken> {
        let bytes = self.take(8)?;
        bytes.try_into().map(u64::from_le_bytes).map_err(|_| Broken("a frame is too short"))
    }

    /// A count of things of which each takes at least one byte of the frame.
    pub(super) fn count(&mut self) -> Result<usize, Broken> {
        let count = usize::try_from(self.number()?).map_err(|_| Broken("a count is too large"))?;
        if count > self.rest.len() { Err(Broken("a count is too large")) } else { Ok(count) }
    }

    pub(super) fn flag(&mut self) -> Result<bool, Broken> {
        match self.take(1)? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(Broken("a flag is neither yes nor no")),
        }
    }

    pub(super) fn text(&mut self) -> Result<&'a str, Broken> {
        let length = self.count()?;
        std::str::from_utf8(self.take(length)?).map_err(|_| Broken("a text is no UTF-8"))
    }

    /// Nothing may be left.
    pub(super) fn end(self) -> Result<(), Broken> {
        if self.rest.is_empty() { Ok(()) } else { Err(Broken("a frame is too long")) }
    }
}

/// What came of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// So many bytes came.
    Bytes(usize),
    /// Nothing is there now.
    Empty,
    /// The other side is gone.
    Closed,
}

/// Bytes that came, cut into frames.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
    at: usize,
}

impl Inbox {
    /// Reads once from a descriptor that does not block.
    pub(super) fn fill(&mut self, from: impl AsFd) -> io::Result<Filled> {
        self.fill_by(|room| Ok(rustix::io::read(from, room)?))
    }

    /// Reads once, by a read that does not block.
    pub(super) fn fill_by(
        &mut self,
        read: impl FnOnce(&mut [u8]) -> io::Result<usize>,
    ) -> io::Result<Filled> {
        if self.at == self.bytes.len() {
            self.bytes.clear();
            self.at = 0;
        } else if self.at > READ {
            self.bytes.drain(..self.at);
            self.at = 0;
        }
        let held = self.bytes.len();
        self.bytes.resize(held + READ, 0);
        let read = read(&mut self.bytes[held..]);
        self.bytes.truncate(held + read.as_ref().copied().unwrap_or_default());
        match read {
            Ok(0) => Ok(Filled::Closed),
            Ok(count) => Ok(Filled::Bytes(count)),
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(Filled::Empty),
                _ => Err(error),
            },
        }
    }

    /// The bytes that are no frame yet.
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    /// Leaves that many bytes out.
    pub(super) fn skip(&mut self, count: usize) {
        self.at = (self.at + count).min(self.bytes.len());
    }

    /// The next frame, if all of it is there: its tag and fields.
    pub(super) fn frame(&mut self) -> Result<Option<(u8, Decoder<'_>)>, Broken> {
        let Some((header, rest)) = self.bytes[self.at..].split_first_chunk::<HEADER>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(*header) as usize;
        if length > MOST_FRAME {
            return Err(Broken("a frame is too large"));
        }
        if rest.len() < length {
            return Ok(None);
        }
        let start = self.at + HEADER;
        self.at = start + length;
        match self.bytes[start..start + length].split_first() {
            Some((tag, rest)) => Ok(Some((*tag, Decoder { rest }))),
            None => Err(Broken("a frame has no tag")),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Inbox {
        pub(in crate::worker) fn of(bytes: &[u8]) -> Self {
            Self { bytes: bytes.to_vec(), at: 0 }
        }
    }

    #[test]
    fn code_12_what_is_written_is_read() {
        let mut bytes = Vec::new();
        Encoder::new(&mut bytes, 7).number(u64::MAX).flag(true).text("ä").end().unwrap();
        Encoder::new(&mut bytes, 8).end().unwrap();
        let mut inbox = Inbox::of(&bytes);
        let (tag, mut fields) = inbox.frame().unwrap().unwrap();
        assert_eq!((tag, fields.number(), fields.flag()), (7, Ok(u64::MAX), Ok(true)));
        assert_eq!(fields.text(), Ok("ä"));
        assert!(fields.end().is_ok());
        assert_eq!(inbox.frame().unwrap().unwrap().0, 8);
        assert!(inbox.frame().unwrap().is_none());
    }

    #[test]
    fn code_12_a_length_is_believed_only_as_far_as_bytes_came() {
        let mut inbox = Inbox::of(&[255, 255, 255, 255, 1]);
        assert!(inbox.frame().is_err());
        let mut bytes = Vec::new();
        Encoder::new(&mut bytes, 1).number(u64::MAX).end().unwrap();
        let mut inbox = Inbox::of(&bytes);
        assert!(inbox.frame().unwrap().unwrap().1.text().is_err());
    }

    proptest! {
        #[test]
        fn code_12_no_bytes_break_the_decoder(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let mut inbox = Inbox::of(&bytes);
            while let Ok(Some((_, mut fields))) = inbox.frame() {
                let _ = fields.text().map(str::len);
                let _ = fields.flag();
                let _ = fields.count();
            }
        }
    }
}
