//! Positions, edits of a source text, and the map from the edited text back to the source.
//! Lines count from 1; columns count UTF-16 units from 1, as editors for TypeScript do.

use std::ops::Range;

/// A place in a text.
pub(crate) use crate::json::Place as Position;

impl Position {
    /// The place of a byte of the text.
    pub(crate) fn of_byte(text: &str, offset: usize) -> Self {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[start..].encode_utf16().count() + 1,
        }
    }

    /// The byte at this place, or the end of its line.
    pub(crate) fn to_byte(self, text: &str) -> usize {
        let start: usize = text.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let mut units = 1;
        for (at, char) in text[start..].char_indices() {
            if units >= self.column || char == '\n' {
                return start + at;
            }
            units += char.len_utf16();
        }
        text.len()
    }
}

/// How much of a long source line a message shows.
const SHOWN: usize = 160;

/// The source line of that place with a caret below, both indented by two spaces.
pub(crate) fn snippet(source: &str, at: Position) -> String {
    let Some(line) = source.split('\n').nth(at.line - 1) else { return String::new() };
    let line = line.trim_end_matches('\r');
    let mut units = 1;
    let before = line
        .chars()
        .take_while(|char| {
            let here = units < at.column;
            units += char.len_utf16();
            here
        })
        .count();
    let skipped = before.saturating_sub(SHOWN / 2);
    let total = line.chars().count();
    let shown: String = line
        .chars()
        .skip(skipped)
        .take(SHOWN)
        .map(|char| if char.is_control() { ' ' } else { char })
        .collect();
    let lead = if skipped > 0 { "…" } else { "" };
    let tail = if total > skipped + SHOWN { "…" } else { "" };
    let indent = before - skipped + lead.chars().count();
    format!("  {lead}{shown}{tail}\n  {}^", " ".repeat(indent))
}

/// Changes to one part of a source text: stretches turned to spaces, and text put in between.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// What stands before everything and behind everything.
    pub(super) head: String,
    pub(super) tail: String,
    blanks: Vec<Range<usize>>,
    insertions: Vec<Insertion>,
}

#[derive(Debug)]
struct Insertion {
    /// Byte in the part that this text comes before.
    at: usize,
    side: Side,
    text: Inserted,
}

/// How texts at the same place follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Closes,
    Declares,
    Opens,
}

#[derive(Debug)]
enum Inserted {
    New(String),
    /// What stands at these bytes of the part.
    Moved(Range<usize>),
}

impl Edits {
    /// Turns a stretch to spaces; line ends stay.
    pub(super) fn blank(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.blanks.push(range);
        }
    }

    /// Puts text before what starts at that byte; of several, the first put is outermost.
    pub(super) fn open(&mut self, at: usize, text: impl Into<String>) {
        self.insertions.push(Insertion { at, side: Side::Opens, text: Inserted::New(text.into()) });
    }

    /// Puts text before what starts at that byte, and before all that opens there, whenever that is put.
    pub(super) fn declare(&mut self, at: usize, text: String) {
        let text = Inserted::New(text);
        self.insertions.push(Insertion { at, side: Side::Declares, text });
    }

    /// Puts there, as [`Edits::open`] does, what stands before it in the part, and turns that to spaces.
    pub(super) fn move_to(&mut self, at: usize, range: Range<usize>) {
        self.blank(range.clone());
        self.insertions.push(Insertion { at, side: Side::Opens, text: Inserted::Moved(range) });
    }

    /// Puts text behind what ends at that byte; of several, the first put is innermost.
    pub(super) fn close(&mut self, at: usize, text: impl Into<String>) {
        self.insertions.push(Insertion {
            at,
            side: Side::Closes,
            text: Inserted::New(text.into()),
        });
    }

    /// What is put behind that byte next belongs to a place before it.
    pub(super) fn place_at(&mut self, at: usize, place: usize) {
        let text = Inserted::Moved(place..place);
        self.insertions.push(Insertion { at, side: Side::Closes, text });
    }

    /// Whether the byte was turned to a space.
    pub(super) fn is_blank(&self, at: usize) -> bool {
        // Blanks are made in order of the tree, so the one in question is among the last.
        self.blanks.iter().rev().take(64).any(|range| range.contains(&at))
    }
}

/// Leads from UTF-16 units of the JavaScript to those of the source.
#[derive(Debug)]
pub(super) struct PositionMap {
    /// Stretches that were taken over: start in the JavaScript, start in the source, length.
    stretches: Vec<(usize, usize, usize)>,
}

/// Applies edits to a part of the source.
pub(super) fn assemble(source: &str, part: &Range<usize>, edits: Edits) -> (String, PositionMap) {
    let Edits { head, tail, mut blanks, mut insertions } = edits;
    blanks.sort_by_key(|range| range.start);
    let text = &source[part.clone()];
    // Where nothing stands between them, what opens comes first after all.
    insertions.sort_by_key(|insertion| {
        let closes_last = text.is_empty() && insertion.side == Side::Closes;
        (insertion.at, closes_last, insertion.side)
    });
    let mut out = String::with_capacity(text.len() * 2);
    out.push_str(&head);
    let mut out_units = head.encode_utf16().count();
    let mut source_units = source[..part.start].encode_utf16().count();
    let mut stretches = Vec::with_capacity(insertions.len() + 1);
    let mut stretch = (out_units, source_units, 0);
    let mut insertions = insertions.into_iter().peekable();
    let mut blanks = blanks.into_iter().peekable();
    let mut blank_until = 0;
    for (at, char) in text.char_indices().chain(std::iter::once((text.len(), '\0'))) {
        while let Some(insertion) = insertions.next_if(|insertion| insertion.at <= at) {
            if stretch.2 > 0 {
                stretches.push(stretch);
            }
            let (inserted, moved_from) = match &insertion.text {
                Inserted::New(new) => (new.as_str(), None),
                Inserted::Moved(range) => (&text[range.clone()], Some(&text[range.start..at])),
            };
            out.push_str(inserted);
            let units = inserted.encode_utf16().count();
            if let Some(between) = moved_from {
                let from = source_units - between.encode_utf16().count();
                stretches.push((out_units, from, units));
            }
            out_units += units;
            stretch = (out_units, source_units, 0);
        }
        if at == text.len() {
            break;
        }
        while let Some(range) = blanks.next_if(|range| range.start <= at) {
            blank_until = blank_until.max(range.end);
        }
        if at < blank_until && !matches!(char, '\n' | '\r' | '\u{2028}' | '\u{2029}') {
            (0..char.len_utf16()).for_each(|_| out.push(' '));
        } else {
            out.push(char);
        }
        out_units += char.len_utf16();
        source_units += char.len_utf16();
        stretch.2 += char.len_utf16();
    }
    stretches.push(stretch);
    out.push_str(&tail);
    (out, PositionMap { stretches })
}

impl PositionMap {
    pub(super) fn origin(&self, javascript: &str, source: &str, at: Position) -> Option<Position> {
        let unit = unit_of(javascript, at)?;
        let after = self.stretches.partition_point(|stretch| stretch.0 <= unit);
        // A place inside inserted text belongs to what follows it, if anything does.
        let source_unit = match after.checked_sub(1).map(|index| self.stretches[index]) {
            Some((start, from, length)) if unit < start + length => from + (unit - start),
            Some((_, from, length)) if after < self.stretches.len() || length == 0 => from + length,
            _ => return None,
        };
        let mut units = 0;
        for (byte, char) in source.char_indices() {
            if units >= source_unit {
                return Some(Position::of_byte(source, byte));
            }
            units += char.len_utf16();
        }
        Some(Position::of_byte(source, source.len()))
    }
}

/// The UTF-16 unit at a place that the engine reports: it counts code points, and ends lines at every
/// line terminator of ECMAScript.
fn unit_of(text: &str, at: Position) -> Option<usize> {
    let (mut line, mut column, mut units) = (1, 1, 0);
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if (line, column) >= (at.line, at.column) {
            return Some(units);
        }
        units += char.len_utf16();
        let ends = match char {
            '\r' => chars.peek() != Some(&'\n'),
            '\n' | '\u{2028}' | '\u{2029}' => true,
            _ => false,
        };
        if ends {
            line += 1;
            column = 1;
        } else {
            column += 1;
        }
    }
    (line >= at.line).then_some(units)
}
