//! Tokens that the tree has no span of: `?`, `!`, modifiers, closing brackets.
//! Found in the source between spans that the tree does have.

use oxc_ast::ast::{ArrowFunctionExpression, PropertyKey};
use oxc_span::GetSpan;

use super::Eraser;

impl Eraser<'_> {
    /// Where the next token starts, from a byte between tokens.
    pub(super) fn token_from(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.text[at..];
            let trimmed = rest.trim_start();
            at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                at += trimmed.find("*/").map_or(trimmed.len(), |end| end + 2);
            } else {
                return at;
            }
        }
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or_default()
    }

    /// Blanks the next token from there if it is one of these characters.
    pub(super) fn blank_marker(&mut self, from: usize, markers: &[u8]) {
        let at = self.token_from(from);
        if markers.contains(&self.byte(at)) {
            self.edits.blank(at..at + 1);
        }
    }

    /// Behind a member's key, its closing bracket included.
    pub(super) fn key_end(&self, key: &PropertyKey<'_>, computed: bool) -> usize {
        let end = key.span().end as usize;
        if !computed {
            return end;
        }
        let bracket = self.token_from(end);
        if self.byte(bracket) == b']' { bracket + 1 } else { end }
    }

    /// Blanks the words before a member's key that only types know.
    pub(super) fn blank_modifiers(&mut self, from: usize, key_start: usize) {
        const TYPE_ONLY: [&str; 7] =
            ["private", "protected", "public", "readonly", "override", "abstract", "declare"];
        let mut at = self.token_from(from);
        let mut first = None;
        while at < key_start {
            let word_length = self.text[at..key_start]
                .find(|char: char| !char.is_ascii_alphabetic())
                .unwrap_or(key_start - at);
            if word_length == 0 {
                break;
            }
            if TYPE_ONLY.contains(&&self.text[at..at + word_length]) {
                first.get_or_insert(at);
                self.edits.blank(at..at + word_length);
            }
            at = self.token_from(at + word_length);
        }
        // `x = 1` before a blanked `private *f() {}` would multiply.
        if let Some(first) = first
            && matches!(self.byte(at.min(key_start)), b'*' | b'[')
        {
            self.edits.open(first, ";");
        }
    }

    /// Types over several lines would part an arrow from its parameters, or those from `async`.
    pub(super) fn keep_arrow_on_its_line(&mut self, it: &ArrowFunctionExpression<'_>) {
        let (start, end) = (it.params.span.start as usize, it.params.span.end as usize);
        if let Some(types) = &it.type_parameters {
            self.bridge_lines(types.span.start as usize..start, start, "(", true);
        }
        if let Some(returned) = &it.return_type {
            self.bridge_lines(end..returned.span.end as usize, end - 1, ")", false);
        }
    }
}
