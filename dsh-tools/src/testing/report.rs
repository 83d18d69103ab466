//! What came of calls that a test made: an entry for each, and a text that says what is not as expected.

use std::fmt;
use std::sync::Arc;

use super::difference::{Difference, brief};
use crate::call::{Arguments, Outcome};

/// The calls of a [`Script`](super::Script) or a [`Replay`](super::Replay), in order.
///
/// Shown, it has a line for each call, what was expected and found where that differs, and the counts.
#[derive(Clone, Debug, Default)]
#[must_use = "a report that nobody reads or asserts tests nothing"]
pub struct Report {
    entries: Vec<Entry>,
    notes: Vec<String>,
}

/// One call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The tool.
    pub name: Arc<str>,
    /// What it was called with.
    pub arguments: Arguments,
    /// What came of it; none if it was not called.
    pub outcome: Option<Outcome>,
    /// How that compares with what was expected.
    pub verdict: Verdict,
}

/// How a call compares with what was expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// As expected; also where nothing was.
    Met,
    /// Not as expected.
    Unmet(Vec<Unmet>),
    /// There was nothing to compare, for this reason.
    Skipped(String),
}

/// An expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmet {
    /// What it is about, such as `value` or `content, line 3`.
    pub what: String,
    /// What was expected there.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

impl Report {
    pub(super) fn new(entries: Vec<Entry>, notes: Vec<String>) -> Self {
        Self { entries, notes }
    }

    /// All calls, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What else there is to know, such as lines of a journal that could not be read.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether no call is other than expected. Skipped calls and notes do not count.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.count(|verdict| matches!(verdict, Verdict::Unmet(_))) == 0
    }

    /// Ends the test with the text of this report, unless every call is as expected.
    ///
    /// # Panics
    ///
    /// If [`is_met`](Self::is_met) is false.
    #[track_caller]
    pub fn assert(&self) {
        assert!(self.is_met(), "{self}");
    }

    fn count(&self, of: impl Fn(&Verdict) -> bool) -> usize {
        self.entries.iter().filter(|entry| of(&entry.verdict)).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))?;
        for (index, entry) in self.entries.iter().enumerate() {
            writeln!(f, "{}. {entry}", index + 1)?;
        }
        let unmet = self.count(|verdict| matches!(verdict, Verdict::Unmet(_)));
        let skipped = self.count(|verdict| matches!(verdict, Verdict::Skipped(_)));
        write!(f, "{} calls, {unmet} not as expected, {skipped} skipped", self.entries.len())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: ", self.name, shown_arguments(&self.arguments))?;
        match &self.outcome {
            Some(outcome) => f.write_str(&shown_outcome(outcome))?,
            None => f.write_str("not called")?,
        }
        match &self.verdict {
            Verdict::Met => Ok(()),
            Verdict::Skipped(reason) => write!(f, "\n   skipped: {reason}"),
            Verdict::Unmet(unmet) => unmet.iter().try_for_each(|unmet| write!(f, "\n{unmet}")),
        }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, expected, found } = self;
        write!(f, "   {what}\n     expected {expected}\n     found    {found}")
    }
}

impl Unmet {
    pub(super) fn new(
        what: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self { what: what.into(), expected: expected.into(), found: found.into() }
    }

    /// What differs between two texts; nothing if they are the same.
    pub(super) fn between(what: &str, expected: &str, found: &str) -> Option<Self> {
        let Difference { line, expected, found } = Difference::between(expected, found)?;
        let what = line.map_or_else(|| what.to_owned(), |line| format!("{what}, line {line}"));
        Some(Self { what, expected, found })
    }
}

impl Verdict {
    pub(super) fn of(unmet: Vec<Unmet>) -> Self {
        if unmet.is_empty() { Self::Met } else { Self::Unmet(unmet) }
    }
}

fn shown_arguments(arguments: &Arguments) -> String {
    match arguments {
        Arguments::Missing => "(no arguments)".to_owned(),
        Arguments::Text(text) => brief(text),
        Arguments::Value(value) => brief(&value.to_string()),
    }
}

/// What came of a call, as a part of one line.
pub(super) fn shown_outcome(outcome: &Outcome) -> String {
    let text = brief(&outcome.text());
    match (outcome.error(), outcome.code()) {
        (None, _) => format!("succeeded with {text:?}"),
        (Some(_), None) => format!("failed without a code, with {text:?}"),
        (Some(_), Some(code)) => format!("failed with {code}, with {text:?}"),
    }
}
