//! Standard output and standard error: whole lines, whatever the text of others holds, and no panic when
//! the reader has gone away.

use std::io::{self, BufWriter, ErrorKind, Write};

/// The exit status for input that cannot be used.
pub(crate) const UNUSABLE: u8 = 2;
/// How many characters of a line are shown.
const MOST_OF_LINE: usize = 1000;

/// Why there is no result, as lines for standard error.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) Vec<String>);

impl Failure {
    pub(crate) fn one(line: impl Into<String>) -> Self {
        Self(vec![line.into()])
    }
}

/// Writes a result. A reader that has seen enough is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::one(format!("the result cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes lines to standard error. There is nobody to tell if that fails.
pub(crate) fn complain<T: ToString>(lines: &[T]) {
    let mut out = BufWriter::new(io::stderr().lock());
    for line in lines {
        if writeln!(out, "{}", one_line(&line.to_string())).is_err() {
            return;
        }
    }
    let _ = out.flush();
}

/// The text without line ends or other control characters, and not too long to read.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == MOST_OF_LINE {
            line.push('…');
            break;
        }
        if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_stays_on_its_line() {
        assert_eq!(one_line("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(one_line(&"x".repeat(5000)).chars().count(), MOST_OF_LINE + 1);
    }
}
