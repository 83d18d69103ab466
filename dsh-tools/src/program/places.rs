//! Many places of one text, each in a time that does not grow with the text.
//! Marks are set at even distances; from the mark before it, a place is near.

use super::text::Position;

/// How many bytes lie between two marks.
const DISTANCE: usize = 256;

/// Where the bytes of a text are.
pub(super) struct Places<'s> {
    text: &'s str,
    /// Bytes and their places, ascending.
    marks: Vec<(usize, Position)>,
}

impl<'s> Places<'s> {
    pub(super) fn of(text: &'s str) -> Self {
        let mut marks = Vec::with_capacity(text.len() / DISTANCE + 1);
        let mut here = Position { line: 1, column: 1 };
        for (at, char) in text.char_indices() {
            if at >= marks.len() * DISTANCE {
                marks.push((at, here));
            }
            step(&mut here, char);
        }
        Self { text, marks }
    }

    /// The place of a byte at which a character starts.
    pub(super) fn place(&self, byte: usize) -> Position {
        let next = self.marks.partition_point(|(mark, _)| *mark <= byte);
        let first = (0, Position { line: 1, column: 1 });
        let (start, mut here) = self.marks[..next].last().copied().unwrap_or(first);
        let between = self.text.get(start..byte).unwrap_or_default();
        between.chars().for_each(|char| step(&mut here, char));
        here
    }
}

fn step(here: &mut Position, char: char) {
    if char == '\n' {
        *here = Position { line: here.line + 1, column: 1 };
    } else {
        here.column += char.len_utf16();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_13_places_are_those_that_counting_from_the_start_gives() {
        let line = "const ä = '日本😀';\r\n";
        for text in [String::new(), "a".to_owned(), line.repeat(100), line.replace('\n', "")] {
            let places = Places::of(&text);
            for (byte, _) in text.char_indices() {
                assert_eq!(places.place(byte), Position::of_byte(&text, byte), "{byte}");
            }
        }
    }
}
