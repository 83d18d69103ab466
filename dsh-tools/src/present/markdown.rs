//! Text of others as Markdown that says what the text says: it can make no heading, list, table, code or HTML,
//! no link other than a bare address, and cannot leave its line or its cell (rule SCH-1).

/// Text on one line, for a cell or a paragraph. Runs of space become one space.
pub(super) fn line(text: &str) -> String {
    let text = one_line(text);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let between_words = before.is_alphanumeric()
            && characters.peek().is_some_and(|next| next.is_alphanumeric());
        if speaks(character) && !(character == '_' && between_words) {
            out.push('\\');
        }
        out.push(character);
        before = character;
    }
    out
}

/// Text as paragraphs that keep its lines.
pub(super) fn paragraphs(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut gap = "";
    for text in text.lines() {
        let line = line(text);
        if line.is_empty() {
            gap = if out.is_empty() { "" } else { "\n\n" };
            continue;
        }
        out.push_str(gap);
        out.push_str(&harmless_start(&line));
        gap = "\\\n";
    }
    out
}

/// Text as code, for a cell or a paragraph.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text);
    // Readers of Markdown disagree on backslashes in code in tables, and backticks end code.
    if text.is_empty() || text.contains(['\\', '`']) {
        return line(&text);
    }
    format!("`{}`", text.replace('|', "\\|"))
}

/// What would start a heading, a list, a rule or a table if it stood first on a line.
fn harmless_start(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (before, rest) = line.split_at(digits);
    let starts_list = digits > 0 && rest.starts_with(['.', ')']);
    let starts_block = digits == 0 && rest.starts_with(['#', '+', '-', '=', ':']);
    if starts_list || starts_block { format!("{before}\\{rest}") } else { line.to_owned() }
}

/// Whether a character means something to Markdown wherever it stands.
fn speaks(character: char) -> bool {
    matches!(
        character,
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '{' | '}' | '|' | '&' | '~' | '$' | '^'
    )
}

fn one_line(text: &str) -> String {
    let ends = |character: char| {
        character.is_whitespace() || character.is_control() || character == '\u{feff}'
    };
    let words: Vec<&str> = text.split(ends).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sch_1_text_cannot_leave_its_cell() {
        assert_eq!(line("a | b\n| c \\| d"), "a \\| b \\| c \\\\\\| d");
        assert_eq!(
            line("<b>x</b> &amp; [a](b) `c`"),
            "\\<b\\>x\\</b\\> \\&amp; \\[a\\](b) \\`c\\`"
        );
        assert_eq!(line("read_file and __init__"), "read_file and \\_\\_init\\_\\_");
        assert_eq!(line(" \u{2028}\r\n\t\0 "), "");
    }

    #[test]
    fn sch_1_code_holds_pipes_and_nothing_that_ends_it() {
        assert_eq!(code("string | null"), "`string \\| null`");
        assert_eq!(code("a`b"), "a\\`b");
        assert_eq!(code("\"\\\\|\""), "\"\\\\\\\\\\|\"");
        assert_eq!(code("a\nb"), "`a b`");
    }

    #[test]
    fn sch_1_paragraphs_keep_lines_and_start_nothing() {
        assert_eq!(
            paragraphs("# one\n- two\n\n\n3. three\r\n---\n"),
            "\\# one\\\n\\- two\n\n3\\. three\\\n\\---"
        );
        assert_eq!(paragraphs("===\n    indented\n```\nx"), "\\===\\\nindented\\\n\\`\\`\\`\\\nx");
        assert_eq!(paragraphs("\n\n"), "");
        assert_eq!(paragraphs("ends with \\\nnext"), "ends with \\\\\\\nnext");
    }
}
