//! What came of a family: one verdict a case, and the text that is printed of them.

use std::fmt;

/// What came of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It gave what it should.
    Passed,
    /// It did not.
    Failed {
        /// What it should have given.
        expected: String,
        /// What it gave.
        got: String,
    },
    /// It was not run.
    Skipped {
        /// Why not.
        reason: String,
    },
}

impl Verdict {
    /// A failure without a list of differences.
    pub fn failed(expected: &dyn fmt::Display, got: &dyn fmt::Display) -> Self {
        Self::Failed { expected: expected.to_string(), got: got.to_string() }
    }

    /// A case that is not run.
    pub fn skipped(reason: impl Into<String>) -> Self {
        Self::Skipped { reason: reason.into() }
    }
}

/// The verdicts of a family, in the order of its cases.
#[derive(Debug, Default)]
pub struct Report {
    verdicts: Vec<(String, Verdict)>,
}

impl Report {
    /// Notes what came of a case.
    pub fn add(&mut self, case: impl Into<String>, verdict: Verdict) {
        self.verdicts.push((case.into(), verdict));
    }

    /// How many cases failed.
    #[must_use]
    pub fn failures(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Failed { .. }))
    }

    /// How many cases passed.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.count(|verdict| *verdict == Verdict::Passed)
    }

    fn count(&self, of: impl Fn(&Verdict) -> bool) -> usize {
        self.verdicts.iter().filter(|(_, verdict)| of(verdict)).count()
    }
}

/// Every case that did not pass, then the line with the counts.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (case, verdict) in &self.verdicts {
            match verdict {
                Verdict::Passed => {}
                Verdict::Failed { expected, got } => {
                    writeln!(f, "FAILED {case}")?;
                    writeln!(f, "  expected {}", indented(expected))?;
                    writeln!(f, "  got      {}", indented(got))?;
                }
                Verdict::Skipped { reason } => writeln!(f, "skipped {case}: {reason}")?,
            }
        }
        let skipped = self.verdicts.len() - self.passes() - self.failures();
        write!(f, "{} passed, {} failed", self.passes(), self.failures())?;
        if skipped > 0 { write!(f, ", {skipped} skipped") } else { Ok(()) }
    }
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n           ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        let mut report = Report::default();
        report.add("a", Verdict::Passed);
        assert_eq!(report.to_string(), "1 passed, 0 failed");
        report.add("b", Verdict::failed(&1, &2));
        report.add("c", Verdict::skipped("no need"));
        let text = report.to_string();
        assert!(text.ends_with("skipped c: no need\n1 passed, 1 failed, 1 skipped"), "{text}");
        assert!(text.starts_with("FAILED b\n  expected 1\n  got      2\n"), "{text}");
    }
}
