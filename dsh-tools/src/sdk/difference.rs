//! Where a file first differs from what it should be, as two lines beside each other.
//! Line ends do not count, and of a long line only the part around the difference is shown.

use std::fmt;

/// How many characters of a line are shown.
const WIDTH: usize = 120;
/// How many of them come before the difference, where the line is longer.
const BEFORE: usize = 40;

/// The first line in which a file differs from what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The number of the line, from 1.
    pub line: usize,
    /// What the line should be; `None` where the file should have ended. Long lines are cut.
    pub expected: Option<String>,
    /// What the line is; `None` where the file ends. Long lines are cut.
    pub found: Option<String>,
}

impl Difference {
    /// The first one, if there is any.
    pub(super) fn first(expected: &str, found: &str) -> Option<Self> {
        let (mut expected, mut found) = (lines(expected), lines(found));
        let mut line = 0;
        loop {
            line += 1;
            match (expected.next(), found.next()) {
                (None, None) => return None,
                (expected, found) if expected == found => {}
                (expected, found) => return Some(Self::at(line, expected, found)),
            }
        }
    }

    fn at(line: usize, expected: Option<&str>, found: Option<&str>) -> Self {
        let pairs = expected.unwrap_or_default().chars().zip(found.unwrap_or_default().chars());
        let same = pairs.take_while(|(expected, found)| expected == found).count();
        let cut = |line: &str| excerpt(line, same);
        Self { line, expected: expected.map(cut), found: found.map(cut) }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, expected, found } = self;
        writeln!(f, "line {line}, expected: {}", shown(expected.as_deref()))?;
        // The two lines begin in the same column, so that the eye finds the difference.
        write!(f, "line {line}, found:    {}", shown(found.as_deref()))
    }
}

fn shown(line: Option<&str>) -> &str {
    line.unwrap_or("(end of file)")
}

/// Lines without their ends; a text that ends in a line end has an empty one more.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The line, or its part around that character.
fn excerpt(line: &str, at: usize) -> String {
    let length = line.chars().count();
    if length <= WIDTH {
        return line.to_owned();
    }
    let start = at.saturating_sub(BEFORE).min(length - WIDTH);
    let part: String = line.chars().skip(start).take(WIDTH).collect();
    let cut = |cut: bool| if cut { "…" } else { "" };
    format!("{}{part}{}", cut(start > 0), cut(start + WIDTH < length))
}
