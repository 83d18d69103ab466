//! Finds the code block when a model sends its program inside Markdown.
//! Only whole fence lines count; whether they are a fence at all is decided with the syntax tree.

use std::ops::Range;

/// A fenced block.
#[derive(Debug)]
pub(super) struct Block {
    /// The code inside, in bytes of the source.
    pub(super) range: Range<usize>,
    /// Whether the source starts with the fence: no program starts like that.
    pub(super) leads: bool,
}

const LANGUAGES: [&str; 10] =
    ["", "ts", "typescript", "js", "javascript", "tsx", "jsx", "mjs", "mts", "code"];

/// The first block of a language that could be a program.
pub(super) fn find(source: &str) -> Option<Block> {
    if !source.contains("```") && !source.contains("~~~") {
        return None;
    }
    let mut open: Option<(usize, &str, bool)> = None;
    let mut skipping: Option<&str> = None;
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        let fence = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark));
        if let Some((start, mark, leads)) = open {
            if fence == Some(mark) && text.trim_matches(['`', '~']).is_empty() {
                return Some(Block { range: start..at, leads });
            }
        } else if let Some(mark) = skipping {
            if text == mark {
                skipping = None;
            }
        } else if let Some(mark) = fence {
            let language = text[mark.len()..].split([' ', '{']).next().unwrap_or_default();
            if LANGUAGES.contains(&language.to_ascii_lowercase().as_str()) {
                open = Some((at + line.len(), mark, source[..at].trim().is_empty()));
            } else {
                skipping = Some(mark);
            }
        }
        at += line.len();
    }
    // A block that was cut off: what there is of it.
    open.map(|(start, _, leads)| Block { range: start..source.len(), leads })
}
