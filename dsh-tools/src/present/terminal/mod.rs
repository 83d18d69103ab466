//! Cards as plain text, for a terminal (rule UI-1): what a person sees before a call and after it.
//! Nothing that a tool or a model wrote can drive the terminal, and a card stays as long as it is allowed to be.

mod calls;
mod diff;
mod harmless;
mod hunks;
mod page;
mod results;

use self::page::Page;
use crate::call::{CallCard, ResultCard};

/// The least width that is of use, in columns.
const NARROWEST: usize = 24;

/// How cards are written: width, colours, and how many lines.
///
/// - Lines that are too long for the width are continued on the next one; wide characters count as two columns.
/// - A card has at most so many lines. One more says how much was left out.
/// - Control characters, escape sequences and characters that cannot be seen or turn the direction of text are shown as
///   signs: `␛` for an escape, `<U+202E>` for what has no sign. A tab becomes spaces.
/// - Texts of many lines are indented, so none of their lines passes for one of the card, such as its exit code.
///
/// The time it takes grows with the length of the card, whatever is in it. The text ends with a line break.
///
/// ```
/// use dsh_tools::call::{CallCard, Diff, DiffCall, Location, ResultCard, SearchMatch, SearchResult, TerminalResult};
/// use dsh_tools::present::TerminalView;
///
/// let view = TerminalView::new().width(60).max_lines(20);
/// let edit: CallCard = DiffCall::new("Rename x", [Diff::changed("a.rs", "let x = 1;\nx\n", "let y = 1;\ny\n")]).into();
/// assert_eq!(view.call(&edit), "\
/// Rename x
///   a.rs: 2 lines added, 2 removed
///     @@ -1,2 +1,2 @@
///     -let x = 1;
///     -x
///     +let y = 1;
///     +y
/// ");
///
/// let found = SearchMatch::new(Location::line("a.rs", 7)).text("fn a() {}");
/// let found: ResultCard = SearchResult::new([found]).query("fn a").total(3).into();
/// assert_eq!(view.result(&found), "\
/// 1 of 3 matches of fn a
///   a.rs
///     7: fn a() {}
/// ");
///
/// let hostile: ResultCard = TerminalResult::new("\u{1b}[2Jall is well").exit_code(1).into();
/// assert_eq!(view.result(&hostile), "exit code 1\n  ␛[2Jall is well\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalView {
    width: usize,
    colour: bool,
    max_lines: usize,
}

impl TerminalView {
    /// 80 columns, no colours, at most 40 lines.
    #[must_use]
    pub fn new() -> Self {
        Self { width: 80, colour: false, max_lines: 40 }
    }

    /// As wide as that many columns, at least 24.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns.max(NARROWEST);
        self
    }

    /// With the colours that every terminal has, or without.
    #[must_use]
    pub fn colour(mut self, colour: bool) -> Self {
        self.colour = colour;
        self
    }

    /// At most that many lines for a card, and at least one; one more says what was left out. `usize::MAX` shows all.
    #[must_use]
    pub fn max_lines(mut self, lines: usize) -> Self {
        self.max_lines = lines.max(1);
        self
    }

    /// The card of a call.
    #[must_use]
    pub fn call(&self, card: &CallCard) -> String {
        let mut page = Page::new(*self);
        match card {
            CallCard::Generic(card) => calls::generic(&mut page, card),
            CallCard::Terminal(card) => calls::terminal(&mut page, card),
            CallCard::Diff(card) => calls::diff(&mut page, card),
        }
        page.finish()
    }

    /// The card of a result.
    #[must_use]
    pub fn result(&self, card: &ResultCard) -> String {
        let mut page = Page::new(*self);
        match card {
            ResultCard::Generic(card) => results::generic(&mut page, card),
            ResultCard::Terminal(card) => results::terminal(&mut page, card),
            ResultCard::Diff(card) => results::diff(&mut page, card),
            ResultCard::Search(card) => results::search(&mut page, card),
            ResultCard::Read(card) => results::read(&mut page, card),
            ResultCard::Web(card) => results::web(&mut page, card),
        }
        page.finish()
    }
}

impl Default for TerminalView {
    fn default() -> Self {
        Self::new()
    }
}
