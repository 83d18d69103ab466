//! The text of a card as it grows: lines are continued at the width, and counted once there are enough of them.

use std::borrow::Cow;
use std::iter::repeat_n;

use super::TerminalView;
use super::harmless::{MOST_MARKS, Shown, shown};

/// Tabs stand at multiples of so many columns.
const TAB: usize = 4;
/// Texts of tools start in this column.
pub(super) const INDENT: usize = 2;

/// How a line looks, where there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Title,
    Quiet,
    Added,
    Removed,
    Place,
}

impl Style {
    /// What begins it; nothing for plain text.
    fn sequence(self) -> Option<&'static str> {
        Some(match self {
            Self::Plain => return None,
            Self::Title => "\u{1b}[1m",
            Self::Quiet => "\u{1b}[2m",
            Self::Added => "\u{1b}[32m",
            Self::Removed => "\u{1b}[31m",
            Self::Place => "\u{1b}[36m",
        })
    }
}

const END_OF_STYLE: &str = "\u{1b}[0m";

/// A card on its way to a terminal.
pub(super) struct Page {
    view: TerminalView,
    text: String,
    /// How many lines it may still have.
    room: usize,
    lines_left_out: usize,
    bytes_left_out: usize,
}

/// The line that is being written.
struct Row {
    column: usize,
    /// How many characters without a width came last.
    marks: usize,
}

impl Page {
    pub(super) fn new(view: TerminalView) -> Self {
        let (text, room) = (String::new(), view.max_lines);
        Self { view, text, room, lines_left_out: 0, bytes_left_out: 0 }
    }

    /// A line of the card itself, in the first column.
    pub(super) fn heading(&mut self, style: Style, text: &str) {
        self.line(style, "", text, INDENT);
    }

    /// A line below the heading.
    pub(super) fn note(&mut self, style: Style, text: &str) {
        self.line(style, "  ", text, 2 * INDENT);
    }

    /// A text of many lines below the heading. Its last line break is no line.
    pub(super) fn block(&mut self, text: &str) {
        if !text.is_empty() {
            self.lines(text, INDENT, |_| Cow::from("  "));
        }
    }

    /// A text of many lines, each behind what the function gives for its number, from 0.
    pub(super) fn lines<'a>(
        &mut self,
        text: &str,
        indent: usize,
        before: impl Fn(usize) -> Cow<'a, str>,
    ) {
        let mut rest = Some(text);
        let mut number = 0;
        while let Some(here) = rest.filter(|text| number == 0 || !text.is_empty()) {
            if self.room == 0 {
                self.leave_out(here);
                return;
            }
            let (line, after) = match here.split_once('\n') {
                Some((line, after)) => (line.strip_suffix('\r').unwrap_or(line), Some(after)),
                None => (here, None),
            };
            self.line(Style::Plain, &before(number), line, indent);
            (rest, number) = (after, number + 1);
        }
    }

    /// A line that begins with a text of ours. Where the width ends it is continued below `indent`.
    pub(super) fn line(&mut self, style: Style, before: &str, text: &str, indent: usize) {
        if self.room == 0 {
            self.leave_out(text);
            return;
        }
        self.begin(style);
        self.text.push_str(before);
        let mut row = Row { column: before.chars().count(), marks: 0 };
        for (at, character) in text.char_indices() {
            if !self.put(style, &mut row, character, indent) {
                self.end(style);
                self.leave_out(&text[at..]);
                return;
            }
        }
        self.end(style);
    }

    /// Puts a character down; false if there is no room for it.
    fn put(&mut self, style: Style, row: &mut Row, character: char, indent: usize) -> bool {
        let shown = match shown(character) {
            Shown::Itself(0) if row.marks == MOST_MARKS => Shown::Number,
            shown => shown,
        };
        let width = match shown {
            Shown::Itself(width) => width,
            Shown::Sign(_) => 1,
            Shown::Tab => TAB - row.column % TAB,
            Shown::Number => number(character).len(),
        };
        if row.column + width > self.view.width && row.column > indent {
            if self.room == 0 {
                return false;
            }
            self.end(style);
            self.begin(style);
            self.text.extend(repeat_n(' ', indent));
            row.column = indent;
        }
        match shown {
            Shown::Itself(_) => self.text.push(character),
            Shown::Sign(sign) => self.text.push(sign),
            Shown::Tab => self.text.extend(repeat_n(' ', width)),
            Shown::Number => self.text.push_str(&number(character)),
        }
        row.column += width;
        row.marks = if width == 0 { row.marks + 1 } else { 0 };
        true
    }

    fn begin(&mut self, style: Style) {
        self.room -= 1;
        if let Some(sequence) = style.sequence().filter(|_| self.view.colour) {
            self.text.push_str(sequence);
        }
    }

    fn end(&mut self, style: Style) {
        if style.sequence().is_some() && self.view.colour {
            self.text.push_str(END_OF_STYLE);
        }
        self.text.push('\n');
    }

    /// Counts a text that is not shown; a last line break is no line.
    fn leave_out(&mut self, text: &str) {
        let inner = text.strip_suffix('\n').unwrap_or(text);
        self.lines_left_out += 1 + inner.bytes().filter(|byte| *byte == b'\n').count();
        self.bytes_left_out += text.len();
    }

    /// The text, and how much of the card is not in it.
    pub(super) fn finish(mut self) -> String {
        if self.lines_left_out > 0 {
            let lines = counted(self.lines_left_out, "line", "lines");
            let bytes = counted(self.bytes_left_out, "byte", "bytes");
            self.room = usize::MAX;
            self.heading(Style::Quiet, &format!("… left out: {lines}, {bytes}"));
        }
        self.text
    }
}

/// A character as its number.
fn number(character: char) -> String {
    format!("<U+{:04X}>", u32::from(character))
}

/// A number and what it counts.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
