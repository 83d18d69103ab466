//! Whether the `..` of a path can be followed in reasonable time.
//! For each of them the crate `url` searches back for a slash, past a path that has none left, through what is before it.

/// Characters to search through, at most.
const MOST_WORK: usize = 1 << 31;

/// Whether it can, in a text that stands behind so many bytes of another URL.
pub(super) fn is_affordable(text: &str, behind: usize) -> bool {
    let (mut start, mut named, mut climbs) = (behind, 0, 0_usize);
    for segment in text.split(['/', '\\', '?', '#']) {
        // The scheme and the host, with the user's name and password, are the first two that are not empty.
        if named < 2 {
            start += segment.len() + 1;
            named += usize::from(!segment.is_empty());
        }
        climbs += usize::from(is_climb(segment));
    }
    climbs.saturating_mul(start) <= MOST_WORK
}

/// Whether a segment is `..`, which may be escaped and have line breaks inside.
fn is_climb(segment: &str) -> bool {
    let mut rest = segment.chars().filter(|char| !matches!(char, '\t' | '\n' | '\r'));
    for _ in 0..2 {
        match rest.next() {
            Some('.') => {}
            Some('%') if rest.next() == Some('2') && matches!(rest.next(), Some('e' | 'E')) => {}
            _ => return false,
        }
    }
    // Spaces at the end of the whole text count as nothing.
    rest.all(char::is_whitespace)
}
