//! Two texts, cut down to where they first differ, so that a long one does not hide its one change.

/// How much of a line is shown.
const MOST_SHOWN: usize = 120;
/// How much of what is equal stands before the difference.
const BEFORE: usize = 30;

/// Where two texts first differ, and what stands there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// Counted from 1; none where both texts are of one line.
    pub(super) line: Option<usize>,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Difference {
    /// The first difference, if there is one.
    pub(super) fn between(expected: &str, found: &str) -> Option<Self> {
        let one_line = !expected.contains('\n') && !found.contains('\n');
        let (mut theirs, mut ours) = (expected.split('\n'), found.split('\n'));
        for line in 1.. {
            match (theirs.next(), ours.next()) {
                (None, None) => break,
                (expected, found) if expected != found => {
                    let equal = common(expected.unwrap_or_default(), found.unwrap_or_default());
                    return Some(Self {
                        line: (!one_line).then_some(line),
                        expected: shown(expected, equal),
                        found: shown(found, equal),
                    });
                }
                _ => {}
            }
        }
        None
    }
}

/// The beginning of a text, for a line that names it.
pub(super) fn brief(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let shown: String = line.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.len() { shown + "…" } else { shown }
}

/// How many characters both begin with.
fn common(left: &str, right: &str) -> usize {
    left.chars().zip(right.chars()).take_while(|(left, right)| left == right).count()
}

/// The part of a line that matters when so many characters at its start do not.
fn shown(line: Option<&str>, equal: usize) -> String {
    let Some(line) = line else { return "nothing more".to_owned() };
    let skipped = equal.saturating_sub(BEFORE);
    let part: String = line.chars().skip(skipped).take(MOST_SHOWN).collect();
    let before = if skipped > 0 { "…" } else { "" };
    let after = if line.chars().count() > skipped + MOST_SHOWN { "…" } else { "" };
    format!("{before}{part:?}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_one_line_are_shown_whole() {
        let difference = Difference::between("3", "4").unwrap();
        assert_eq!(
            (difference.line, &*difference.expected, &*difference.found),
            (None, "\"3\"", "\"4\"")
        );
        assert_eq!(Difference::between("a\nb", "a\nb"), None);
        assert_eq!(Difference::between("", ""), None);
    }

    #[test]
    fn the_line_that_differs_is_named_and_a_missing_one_too() {
        let difference = Difference::between("a\nb\nc", "a\nB\nc").unwrap();
        assert_eq!((difference.line, &*difference.found), (Some(2), "\"B\""));
        let difference = Difference::between("a\nb", "a").unwrap();
        assert_eq!((difference.line, &*difference.found), (Some(2), "nothing more"));
    }

    #[test]
    fn long_lines_are_cut_to_the_difference() {
        let long = "é".repeat(1_000);
        let difference =
            Difference::between(&format!("{long}x{long}"), &format!("{long}y")).unwrap();
        assert!(difference.expected.starts_with("…\"é") && difference.expected.ends_with("\"…"));
        assert!(difference.expected.contains('x') && difference.found.ends_with("y\""));
        assert!(difference.expected.chars().count() < 200);
        assert!(brief(&long).chars().count() < 200);
        assert_eq!(brief("a\nb"), "a…");
    }
}
