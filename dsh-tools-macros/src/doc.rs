//! From doc comments to descriptions: what a reader of the source sees, as a model should read it.
//! Lines of a paragraph are joined; lists, tables, quotes and code keep their lines; links keep their text.
//! Sections for Rust readers, such as `# Errors`, are left out: a model would pay for them and never need them.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The description in those doc comments, if they say anything.
pub(crate) fn description(attributes: &[Attribute]) -> Option<String> {
    let comments: Vec<String> = attributes.iter().filter_map(comment).collect();
    let text = normalise(&comments.join("\n"));
    (!text.is_empty()).then_some(text)
}

/// The doc comment that is no text yet, such as `#[doc = include_str!("…")]`.
pub(crate) fn unreadable(attributes: &[Attribute]) -> Option<&Attribute> {
    let is_doc = |attribute: &&Attribute| match &attribute.meta {
        Meta::NameValue(meta) => meta.path.is_ident("doc"),
        _ => false,
    };
    attributes.iter().filter(is_doc).find(|attribute| comment(attribute).is_none())
}

/// The text of one `#[doc = "…"]`, which is what `///` stands for.
fn comment(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    match &meta.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if meta.path.is_ident("doc") => {
            Some(text.value())
        }
        _ => None,
    }
}

/// Brings the lines of doc comments into the form that a model reads.
fn normalise(text: &str) -> String {
    let mut written = Written::default();
    let mut fence = Fence::default();
    for line in without_rust_sections(unindent(text)) {
        if fence.takes(&line) {
            written.line(&line);
            written.open = false;
        } else if line.trim().is_empty() {
            written.blank();
        } else if keeps_its_line(&line) {
            written.line(&without_links(&line));
            written.open = heading(&line).is_none();
        } else {
            written.words(&without_links(line.trim()));
        }
    }
    written.text.trim_end().to_owned()
}

/// Leaves out what is for Rust readers: each such section ends at the next heading that is not below its own.
fn without_rust_sections(lines: Vec<String>) -> Vec<String> {
    let mut fence = Fence::default();
    let mut left_out = None;
    let kept = lines.into_iter().filter(|line| {
        let heading = if fence.takes(line) { None } else { heading(line) };
        if let Some((level, title)) = heading
            && left_out.is_none_or(|above| level <= above)
        {
            left_out = is_for_rust_readers(title).then_some(level);
        }
        left_out.is_none()
    });
    kept.collect()
}

fn is_for_rust_readers(title: &str) -> bool {
    ["errors", "panics", "safety", "examples", "example"]
        .iter()
        .any(|section| title.eq_ignore_ascii_case(section))
}

/// The level and the title of a heading such as `## Modes`.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start();
    let title = text.trim_start_matches('#');
    let level = text.len() - title.len();
    // Deeper indentation makes code, and `#[attribute]` or `#5` is no heading.
    let is_heading = line.len() - text.len() < 4
        && (1..=6).contains(&level)
        && (title.is_empty() || title.starts_with([' ', '\t']));
    is_heading.then(|| (level, title.trim().trim_end_matches('#').trim_end()))
}

/// A block of code, as far as it went: in it, `# use …` is a hidden line and no heading.
#[derive(Default)]
struct Fence {
    /// What opened it.
    opening: Option<String>,
}

impl Fence {
    /// Whether the line is code, or opens or closes a block of it.
    fn takes(&mut self, line: &str) -> bool {
        let text = line.trim_start();
        let marker = Self::marker(text);
        let rest = &text[marker.map_or(0, str::len)..];
        let Some(opening) = &self.opening else {
            // Three backticks with a fourth behind them are code within a line.
            self.opening = marker.filter(|_| !rest.contains('`')).map(str::to_owned);
            return self.opening.is_some();
        };
        if marker.is_some_and(|marker| marker.starts_with(&**opening)) && rest.trim().is_empty() {
            self.opening = None;
        }
        true
    }

    /// The three or more backticks or tildes that the text starts with.
    fn marker(text: &str) -> Option<&str> {
        let mark = text.chars().next().filter(|mark| "`~".contains(*mark))?;
        let length = text.len() - text.trim_start_matches(mark).len();
        (length >= 3).then(|| &text[..length])
    }
}

/// The description as far as it is written.
#[derive(Default)]
struct Written {
    text: String,
    /// Whether the last line may still grow.
    open: bool,
}

impl Written {
    fn line(&mut self, line: &str) {
        self.end_line();
        self.text.push_str(line);
        self.open = true;
    }

    fn words(&mut self, words: &str) {
        if self.open {
            self.text.push(' ');
        } else {
            self.end_line();
        }
        self.text.push_str(words);
        self.open = true;
    }

    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.end_line();
            self.text.push('\n');
        }
        self.open = false;
    }

    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}

/// The lines without the indentation that all of them have, and without the stars of a block comment.
fn unindent(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let starred = lines.len() > 1
        && lines.iter().skip(1).all(|line| line.is_empty() || line.trim_start().starts_with('*'))
        && lines.iter().skip(1).any(|line| line.trim_start().starts_with("* "))
        && lines[0].trim().is_empty();
    let lines: Vec<&str> = if starred {
        lines.iter().map(|line| line.trim_start().trim_start_matches('*')).collect()
    } else {
        lines
    };
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    lines.iter().map(|line| line.get(common..).unwrap_or_default().to_owned()).collect()
}

/// Lists, tables, quotes, headings and indented code.
fn keeps_its_line(line: &str) -> bool {
    let text = line.trim_start();
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    ["- ", "* ", "+ ", "|", ">", "#"].iter().any(|start| text.starts_with(start))
        || line.starts_with("    ")
        || (numbered.len() < text.len()
            && (numbered.starts_with(". ") || numbered.starts_with(") ")))
}

/// Replaces links to items by their text: ``[`Foo`]``, `[text](Foo::bar)` and `[text][Foo]`.
/// Links to the web keep their address.
fn without_links(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('[') {
        written.push_str(&rest[..start]);
        rest = &rest[start..];
        let Some(length) = rest.find(']') else { break };
        let (text, after) = (&rest[1..length], &rest[length + 1..]);
        let target = |open, close: char| {
            let inner = after.strip_prefix(open)?;
            inner.split_once(close).filter(|(target, _)| !target.contains("://"))
        };
        if let Some((_, after)) = target('(', ')').or_else(|| target('[', ']')) {
            written.push_str(text);
            rest = after;
        } else if text.starts_with('`') && text.ends_with('`') && !after.starts_with('(') {
            written.push_str(text);
            rest = after;
        } else {
            written.push_str(&rest[..=length]);
            rest = after;
        }
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mac_2_paragraphs_are_joined() {
        assert_eq!(
            normalise(" Read a file.\n It is text.\n\n\n Second.\n"),
            "Read a file. It is text.\n\nSecond."
        );
        assert_eq!(normalise(""), "");
        assert_eq!(normalise("\n \n"), "");
    }

    #[test]
    fn mac_2_lists_tables_and_code_keep_their_lines() {
        let list = " Modes:\n - one\n   goes on\n - two\n 1. three";
        assert_eq!(normalise(list), "Modes:\n- one goes on\n- two\n1. three");
        let code = " Say:\n ```json\n { \"a\":\n     1 }\n ```\n Done.";
        assert_eq!(normalise(code), "Say:\n```json\n{ \"a\":\n    1 }\n```\nDone.");
        assert_eq!(normalise(" | a | b |\n | 1 | 2 |"), "| a | b |\n| 1 | 2 |");
    }

    #[test]
    fn mac_2_sections_for_rust_readers_are_left_out() {
        let sections = " Read a file.\n\n # Errors\n\n When there is none.\n\n ## Details\n More.\n\n \
                        # Encoding\n Text is UTF-8.\n\n ## Panics ##\n Never.\n\n ## Limits\n - 1 MB";
        assert_eq!(
            normalise(sections),
            "Read a file.\n\n# Encoding\nText is UTF-8.\n\n## Limits\n- 1 MB"
        );
        for title in ["Errors", "Panics", "Safety", "Examples", "Example", "errors"] {
            assert_eq!(normalise(&format!(" Add.\n\n # {title}\n\n Text.\n\n - list")), "Add.");
        }
        assert_eq!(normalise(" # Errors\n\n Always."), "");
    }

    #[test]
    fn mac_2_code_holds_no_headings() {
        let example =
            " Add.\n\n # Examples\n ```\n # use a::b;\n # Encoding\n add();\n ```\n After.";
        assert_eq!(normalise(example), "Add.");
        let shell = " Run:\n ~~~~sh\n # Errors\n ```\n ~~~\n ls\n ~~~~\n Done.";
        assert_eq!(normalise(shell), "Run:\n~~~~sh\n# Errors\n```\n~~~\nls\n~~~~\nDone.");
        assert_eq!(
            normalise(" Say ```a``` twice:\n ```a``` and\n # Errors"),
            "Say ```a``` twice: ```a``` and"
        );
    }

    #[test]
    fn mac_2_other_headings_stay() {
        assert_eq!(
            normalise(" # Modes\n One.\n Two.\n #5 is a number."),
            "# Modes\nOne. Two.\n#5 is a number."
        );
        assert_eq!(normalise(" # Errors of others\n Some."), "# Errors of others\nSome.");
    }

    #[test]
    fn mac_2_block_comments_lose_their_stars() {
        assert_eq!(normalise("\n * Read a file.\n * It is text.\n "), "Read a file. It is text.");
    }

    #[test]
    fn mac_2_links_keep_their_text() {
        assert_eq!(normalise(" A [`Foo`] of [bars](crate::Bar), [x][y]."), "A `Foo` of bars, x.");
        assert_eq!(
            normalise(" See [it](https://a.b/c) at a[0]."),
            "See [it](https://a.b/c) at a[0]."
        );
    }
}
