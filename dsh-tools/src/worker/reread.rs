//! Frames read from any bytes and written again, without a process behind them.
//! For tests that hold the protocol against bytes that no side would send.

use super::protocol::{FromChild, ToChild};
use super::wire::{Broken, Inbox};

/// What came of reading.
#[derive(Debug)]
pub struct Reread {
    /// How many frames were accepted.
    pub frames: usize,
    /// What is wrong with the one behind them.
    pub broken: Option<String>,
    /// The accepted frames, as they are written.
    pub written: Vec<u8>,
}

/// In so many pieces the bytes come.
const PIECES: usize = 3;

/// Reads frames as the parent does, or as a child does, up to the first that is broken or not all there.
pub(crate) fn reread(bytes: &[u8], as_parent: bool) -> Reread {
    let mut inbox = Inbox::default();
    let mut read = Reread { frames: 0, broken: None, written: Vec::new() };
    for piece in bytes.chunks(bytes.len() / PIECES + 1) {
        let mut rest = piece;
        while !rest.is_empty() {
            // Reading from a slice fails never.
            let _ = inbox.fill_by(|room| std::io::Read::read(&mut rest, room));
        }
        if let Err(Broken(reason)) = read.take(&mut inbox, as_parent) {
            read.broken = Some(reason.to_owned());
            break;
        }
    }
    read
}

impl Reread {
    fn take(&mut self, inbox: &mut Inbox, as_parent: bool) -> Result<(), Broken> {
        loop {
            if as_parent {
                let Some(frame) = FromChild::next(inbox)? else { return Ok(()) };
                frame.encode(&mut self.written)?;
            } else {
                let Some(frame) = ToChild::next(inbox)? else { return Ok(()) };
                frame.encode(&mut self.written)?;
            }
            self.frames += 1;
        }
    }
}
