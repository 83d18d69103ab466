//! What the program logged, counted as it will be sent: as a JSON array beside the value or message.
//! Counting is exact, so what fits is kept whole (rule CODE-10).

use crate::json::measure_string;

/// The brackets of an array without entries.
const EMPTY: usize = 2;

#[derive(Debug)]
pub(super) struct Logs {
    lines: Vec<String>,
    bytes: usize,
    most: usize,
}

impl Logs {
    pub(super) fn new(most: usize) -> Self {
        Self { lines: Vec::new(), bytes: EMPTY, most }
    }

    /// Keeps an entry; false when it does not fit, which ends the run.
    pub(super) fn push(&mut self, line: String) -> bool {
        let bytes = self.with(measure_string(&line));
        self.lines.push(line);
        self.bytes = bytes;
        bytes <= self.most
    }

    /// Whether something of that size fits beside the entries.
    pub(super) fn leaves_room_for(&self, bytes: usize) -> bool {
        self.bytes + bytes <= self.most
    }

    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines
    }

    /// The entries that fit beside a message of that size: as many as possible, the last one cut.
    pub(super) fn into_fitting(self, message: usize) -> Vec<String> {
        let most = self.most.saturating_sub(message);
        let mut kept = Self::new(most);
        for line in self.lines {
            let size = measure_string(&line);
            if kept.with(size) <= most {
                kept.push(line);
                continue;
            }
            // Each character of the rest costs at least one byte beside quotes and comma.
            let room = most.saturating_sub(kept.with(EMPTY));
            let cut = fitting_prefix(&line, room);
            if !cut.is_empty() {
                kept.push(cut.to_owned());
            }
            break;
        }
        kept.lines
    }

    fn with(&self, entry: usize) -> usize {
        let comma = usize::from(!self.lines.is_empty());
        self.bytes + comma + entry
    }
}

/// The longest beginning whose escaped text has at most that many bytes.
fn fitting_prefix(line: &str, room: usize) -> &str {
    let mut used = 0;
    for (at, character) in line.char_indices() {
        used += measure_string(character.encode_utf8(&mut [0; 4])) - EMPTY;
        if used > room {
            return &line[..at];
        }
    }
    line
}

/// The beginning of a message that fits into a budget on its own.
pub(super) fn fitting_message(message: &str, most: usize) -> String {
    fitting_prefix(message, most.saturating_sub(2 * EMPTY)).to_owned()
}
