//! Reading cases, and what every family needs to compare values.

use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use dsh_tools::json::Json;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::report::{Report, Verdict};

/// Longer than any case should take, and short enough for someone who waits.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Value>,
}

/// The cases of a file.
///
/// # Errors
///
/// A file that cannot be read, or that holds no list of cases.
pub fn read(file: &Path) -> anyhow::Result<Vec<Value>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let cases: Cases = serde_json::from_str(&text)
        .with_context(|| format!("{} holds no cases", file.display()))?;
    Ok(cases.cases)
}

/// Judges each case; one that is not of the family's shape fails alone.
pub async fn judge_each<T, F>(cases: Vec<Value>, judge: impl Fn(T) -> F) -> Report
where
    T: DeserializeOwned,
    F: Future<Output = Verdict> + Send + 'static,
{
    let mut report = Report::default();
    for case in cases {
        let name = case["name"].as_str().unwrap_or("(unnamed)").to_owned();
        let verdict = match serde_json::from_value(case) {
            Ok(case) => guarded(judge(case)).await,
            Err(error) => Verdict::failed(&"a case of this family", &error),
        };
        report.add(name, verdict);
    }
    report
}

/// Runs one case so that neither a panic nor a case that hangs ends the run.
async fn guarded(case: impl Future<Output = Verdict> + Send + 'static) -> Verdict {
    match tokio::time::timeout(PATIENCE, tokio::spawn(case)).await {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(error)) => Verdict::failed(&"an outcome", &error),
        Err(_) => Verdict::failed(&"an outcome", &format!("nothing within {PATIENCE:?}")),
    }
}

/// The same value as the library's own type.
#[must_use]
pub fn json(value: &Value) -> Json {
    value.clone().into()
}

/// A list that tells the first difference between what was expected and what was got.
#[derive(Debug, Default)]
pub struct Differences(Vec<(String, String)>);

impl Differences {
    /// Notes a difference between two things that should be equal.
    pub fn equal<T: PartialEq + std::fmt::Debug + ?Sized>(
        &mut self,
        what: &str,
        expected: &T,
        got: &T,
    ) {
        if expected != got {
            self.add(what, &expected, &got);
        }
    }

    /// Notes a difference.
    pub fn add(&mut self, what: &str, expected: &dyn std::fmt::Debug, got: &dyn std::fmt::Debug) {
        self.0.push((format!("{what}: {expected:?}"), format!("{what}: {got:?}")));
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What comes of the case.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        if self.0.is_empty() {
            return Verdict::Passed;
        }
        let (expected, got): (Vec<_>, Vec<_>) = self.0.into_iter().unzip();
        Verdict::Failed { expected: expected.join("\n"), got: got.join("\n") }
    }
}
