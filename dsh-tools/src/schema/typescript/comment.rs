//! Text from schemas in generated TypeScript: comments that it cannot end, strings that it cannot leave.

use std::fmt::Write as _;

use crate::json::write_string;

/// A comment of one line, with its line end; nothing for blank text.
///
/// ```
/// use dsh_tools::schema::typescript::doc_comment;
///
/// assert_eq!(doc_comment("ends */ here\nand goes on", 2), "  /** ends *\\/ here and goes on */\n");
/// assert_eq!(doc_comment("  ", 2), "");
/// ```
#[must_use]
pub fn doc_comment(text: &str, indent: usize) -> String {
    let mut comment = String::new();
    write_comment(&mut comment, text, indent);
    comment
}

/// Writes a comment of one line; nothing for blank text.
pub(super) fn write_comment(out: &mut String, text: &str, indent: usize) {
    let start = out.len();
    // Writing to a string cannot fail.
    let _ = write!(out, "{:indent$}/**", "");
    let opened = out.len();
    let mut spaced = true;
    for character in text.chars() {
        if separates_words(character) {
            spaced = true;
            continue;
        }
        if std::mem::take(&mut spaced) {
            out.push(' ');
        } else if character == '/' && out.ends_with('*') {
            out.push('\\');
        }
        out.push(character);
    }
    if out.len() == opened { out.truncate(start) } else { out.push_str(" */\n") }
}

/// What separates words in text that stays on its line: also what breaks lines, and what makes text look other than it is.
pub(crate) fn separates_words(character: char) -> bool {
    character.is_whitespace() || character.is_control() || is_invisible(character)
}

/// Marks that turn the direction of text, and the byte-order mark.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
    )
}

/// Writes text in double quotes. What JSON allows in a string and a line of source does not is escaped.
pub(super) fn write_quoted(out: &mut String, text: &str) {
    let escaped =
        |character| matches!(character, '\u{2028}' | '\u{2029}') || is_invisible(character);
    if !text.contains(escaped) {
        // Writing to a string cannot fail.
        let _ = write_string(text, out);
        return;
    }
    let mut json = String::with_capacity(text.len() + 8);
    let _ = write_string(text, &mut json);
    for character in json.chars() {
        if escaped(character) {
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        } else {
            out.push(character);
        }
    }
}
