//! The caps of CODE-10 on a text that no parser has seen: its size and how deep it could nest.
//! One pass over characters with no stack of its own; parsers recurse over what it lets through.

use std::ops::Range;

use super::SourceLimits;
use super::error::ProgramError;

/// How many tokens that can nest without a bracket (`x = y = z`, `a => b => c`, `!!x`, `else if`) may
/// follow one another. Programs without semicolons stay far below; a parser's stack holds as many.
const OPEN_ENDED: usize = 12_000;

/// The longest regular expression. What is read as one here might be something else to the parser.
const LONGEST_REGEX: usize = 8_000;

/// Refuses a text that is too large.
pub(super) fn check_size(source: &str, limits: &SourceLimits) -> Result<(), ProgramError> {
    if source.len() > limits.bytes {
        let message = format!(
            "the program has {} bytes, more than the limit of {}",
            source.len(),
            limits.bytes
        );
        let hint = "Send a shorter program, and fetch large data through a call instead.";
        let mut error = ProgramError::at(source, 0, &message, hint);
        error.snippet.clear();
        return Err(error);
    }
    Ok(())
}

/// Refuses a part of a text that could nest too deep for a parser.
pub(super) fn check_depth(
    source: &str,
    part: &Range<usize>,
    limits: &SourceLimits,
) -> Result<(), ProgramError> {
    let bytes = &source.as_bytes()[..part.end];
    let scan = Scan { source, bytes, limits, levels: Vec::new(), run: 0, ended: 0 };
    scan.run(part.start)
}

struct Scan<'s> {
    source: &'s str,
    bytes: &'s [u8],
    limits: &'s SourceLimits,
    /// The open brackets, each with what the level around it had counted.
    levels: Vec<Level>,
    /// Tokens of this level that can nest, since the last one that ends all of them.
    run: usize,
    /// What `run` was before the last semicolon: `else` goes on with it.
    ended: usize,
}

struct Level {
    opener: u8,
    run: usize,
}

/// What the token before tells about a following `/`, `+` or `-`.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Operand,
    Operator,
    Dot,
}

impl Scan<'_> {
    fn run(mut self, start: usize) -> Result<(), ProgramError> {
        let mut at = start;
        if self.bytes[at..].starts_with(b"#!") {
            at = self.line_end(at);
        }
        let mut before = Before::Operator;
        while let Some(&byte) = self.bytes.get(at) {
            let start = at;
            at += 1;
            before = match byte {
                b' ' | b'\t' | b'\r' | b'\n' => before,
                b'"' | b'\'' => {
                    at = self.string_end(at, byte);
                    Before::Operand
                }
                b'/' if self.bytes.get(at) == Some(&b'/') => {
                    at = self.line_end(at);
                    before
                }
                b'/' if self.bytes.get(at) == Some(&b'*') => {
                    at = self.find(at + 1, b"*/").map_or(self.bytes.len(), |end| end + 2);
                    before
                }
                b'/' if before == Before::Operator => {
                    at = self.regex_end(start)?;
                    Before::Operand
                }
                b'`' => {
                    self.open(start, b'`')?;
                    let (end, operand) = self.template(at)?;
                    at = end;
                    if operand { Before::Operand } else { Before::Operator }
                }
                b'(' | b'[' | b'{' => {
                    self.open(start, byte)?;
                    Before::Operator
                }
                b')' | b']' => {
                    self.close();
                    Before::Operand
                }
                b'}' => {
                    let opener = self.close();
                    if opener == Some(b'$') {
                        let (end, operand) = self.template(at)?;
                        at = end;
                        if operand { Before::Operand } else { Before::Operator }
                    } else {
                        Before::Operand
                    }
                }
                b';' => {
                    self.ended = self.run;
                    self.run = 0;
                    Before::Operator
                }
                b',' => {
                    self.run = 0;
                    Before::Operator
                }
                b'.' => Before::Dot,
                b'0'..=b'9' => {
                    at = self.word_end(at);
                    Before::Operand
                }
                byte if is_word(byte) => {
                    at = self.word_end(at);
                    self.word(start, at, before)?
                }
                _ => {
                    // `a++ / b` divides; `a + /b/` does not.
                    let doubled = start > 0 && self.bytes[start - 1] == byte;
                    self.count(start)?;
                    if doubled && matches!(byte, b'+' | b'-') {
                        Before::Operand
                    } else if byte == b'!' && before == Before::Operand {
                        // Either `a!` or the start of `a != b`: the next token decides.
                        if self.bytes.get(at) == Some(&b'=') {
                            Before::Operator
                        } else {
                            Before::Operand
                        }
                    } else {
                        Before::Operator
                    }
                }
            };
        }
        Ok(())
    }

    fn word(&mut self, start: usize, end: usize, before: Before) -> Result<Before, ProgramError> {
        if before == Before::Dot {
            return Ok(Before::Operand);
        }
        let word = &self.source[start..end];
        if word == "else" {
            self.run = self.run.max(self.ended);
        }
        let prefix = matches!(
            word,
            "await"
                | "typeof"
                | "void"
                | "delete"
                | "new"
                | "yield"
                | "in"
                | "of"
                | "instanceof"
                | "return"
                | "throw"
                | "case"
                | "do"
                | "else"
                | "extends"
                | "keyof"
                | "as"
                | "satisfies"
                | "infer"
                | "readonly"
                | "unique"
                | "is"
                | "asserts"
        );
        if prefix || matches!(word, "if" | "for" | "while" | "function" | "class" | "label") {
            self.count(start)?;
        }
        Ok(if prefix { Before::Operator } else { Before::Operand })
    }

    /// A token that can nest without a bracket.
    fn count(&mut self, at: usize) -> Result<(), ProgramError> {
        self.run += 1;
        if self.run > OPEN_ENDED {
            return Err(self.too_deep(at, "operators and keywords follow one another without end"));
        }
        Ok(())
    }

    fn open(&mut self, at: usize, opener: u8) -> Result<(), ProgramError> {
        self.levels.push(Level { opener, run: self.run });
        self.run = 0;
        self.ended = 0;
        // A template nests through its `${`, which counts.
        let brackets = || self.levels.iter().filter(|level| level.opener != b'`').count();
        if self.levels.len() > self.limits.brackets && brackets() > self.limits.brackets {
            let reason = format!("brackets nest deeper than {} levels", self.limits.brackets);
            return Err(self.too_deep(at, &reason));
        }
        Ok(())
    }

    fn close(&mut self) -> Option<u8> {
        let level = self.levels.pop()?;
        self.run = level.run;
        Some(level.opener)
    }

    /// From inside a template to behind its end (and true) or behind the next `${` (and false).
    fn template(&mut self, mut at: usize) -> Result<(usize, bool), ProgramError> {
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'`' => {
                    self.close();
                    return Ok((at + 1, true));
                }
                b'$' if self.bytes.get(at + 1) == Some(&b'{') => {
                    self.open(at, b'$')?;
                    return Ok((at + 2, false));
                }
                _ => {}
            }
            at += 1;
        }
        Ok((self.bytes.len(), true))
    }

    fn string_end(&self, mut at: usize, quote: u8) -> usize {
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' => return at,
                byte if byte == quote => return at + 1,
                _ => {}
            }
            at += 1;
        }
        self.bytes.len()
    }

    /// Behind what looks like a regular expression. It may be none after all, so what it could hide is
    /// held to the same limits.
    fn regex_end(&self, start: usize) -> Result<usize, ProgramError> {
        let mut at = start + 1;
        let (mut in_class, mut brackets) = (false, 0);
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' => break,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    at += 1;
                    break;
                }
                _ => {}
            }
            brackets += usize::from(matches!(byte, b'(' | b'[' | b'{'));
            if brackets > self.limits.brackets || at - start > LONGEST_REGEX {
                return Err(self.too_deep(start, "this regular expression is too large"));
            }
            at += 1;
        }
        Ok(at.min(self.bytes.len()))
    }

    fn word_end(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(|byte| is_word(*byte)) {
            at += 1;
        }
        at
    }

    /// The end of a comment's line: any line terminator of ECMAScript ends it.
    fn line_end(&self, from: usize) -> usize {
        let rest = &self.source[from..self.bytes.len()];
        let end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']);
        end.map_or(self.bytes.len(), |at| from + at)
    }

    fn find(&self, from: usize, text: &[u8]) -> Option<usize> {
        let rest = self.bytes.get(from..)?;
        rest.windows(text.len()).position(|window| window == text).map(|at| from + at)
    }

    fn too_deep(&self, at: usize, reason: &str) -> ProgramError {
        let hint = "Build deep structures with a loop, or split the program into several.";
        ProgramError::at(self.source, at, &format!("the program nests too deep: {reason}"), hint)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'\\' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(source: &str) -> Result<(), String> {
        let limits = SourceLimits::default();
        check_size(source, &limits)
            .and_then(|()| check_depth(source, &(0..source.len()), &limits))
            .map_err(|error| error.message)
    }

    #[test]
    fn code_10_deep_nesting_is_refused_before_a_parser_sees_it() {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("(`${[", "]}`)")] {
            assert!(verdict(&format!("{}1{}", open.repeat(501), close.repeat(501))).is_err());
        }
        for open in ["x=", "a=>", "!", "else if(1)a;", "await ", "typeof ", "a?b:", "x as A<"] {
            let source = open.repeat(256 * 1024 / open.len());
            assert!(verdict(&source).is_err(), "{open}");
        }
        assert!(verdict(&format!("x as A<B> / {} /1", "(".repeat(600))).is_err());
        assert!(verdict(&"x".repeat(256 * 1024 + 1)).is_err());
        for hidden in ["// \r", "// \u{2028}", "#!`\n", "'\n", "\"\n", "/`/;", "``;", "`${1}`;"] {
            assert!(verdict(&format!("{hidden}{}", "(".repeat(600))).is_err(), "{hidden:?}");
        }
    }

    #[test]
    fn code_10_ordinary_text_with_brackets_in_it_passes() {
        let mut source = String::from("const s = ['");
        source.push_str(&"([{".repeat(1000));
        source.push_str("']; // ((((\n/* [[[[ */ const r = /[(]{2}\\(/g; const t = `((((`;\n");
        source.push_str(&"const a = b / 2\nif (x) { y = `${a}(` }\n".repeat(3000));
        assert_eq!(verdict(&source), Ok(()));
        assert_eq!(verdict(&format!("x = {}1{}", "(".repeat(499), ")".repeat(499))), Ok(()));
    }
}
