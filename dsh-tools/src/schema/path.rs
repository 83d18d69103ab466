//! Paths as text, such as `orders[3].id`, kept short whatever the value: a name or a nesting that nobody
//! would read is cut, so that errors cannot grow with the square of a hostile input.

use std::borrow::Cow;
use std::fmt::Write as _;

/// How many steps a path shows; of longer ones the outer part is left out.
pub(super) const MOST_STEPS: usize = 128;
/// How many characters of a name a path shows.
const MOST_OF_NAME: usize = 128;

/// A path that is being written, from the outside in.
pub(super) struct Path(String);

impl Path {
    /// Starts at the root, under that label.
    pub(super) fn new(root: &str) -> Self {
        Self(root.to_owned())
    }

    /// Goes into the member of that name. Names are not escaped (rule SCH-4).
    pub(super) fn member(&mut self, name: &str) {
        if !self.0.is_empty() {
            self.0.push('.');
        }
        self.0.push_str(&shortened(name, MOST_OF_NAME));
    }

    /// Goes into the item at that place.
    pub(super) fn item(&mut self, index: usize) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "[{index}]");
    }

    /// Goes to what a JSON pointer leads to.
    pub(super) fn pointer(&mut self, pointer: &str) {
        self.0.push_str(&shortened(pointer, MOST_OF_NAME));
    }

    /// Says how many steps are left out here, if any.
    pub(super) fn omitted(&mut self, steps: usize) {
        if steps > 0 {
            // Writing to a string cannot fail.
            let _ = write!(self.0, "…({steps} more)…");
        }
    }

    /// The path as text.
    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// The first characters of a text, with a mark if there are more.
pub(super) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sch_4_paths_are_not_escaped() {
        let mut path = Path::new("value");
        path.member("a.b");
        path.item(3);
        path.member("id");
        assert_eq!(path.finish(), "value.a.b[3].id");
    }

    #[test]
    fn paths_stay_short() {
        let mut path = Path::new("");
        path.member(&"é".repeat(1_000_000));
        assert_eq!(path.finish().chars().count(), MOST_OF_NAME + 1);
    }
}
