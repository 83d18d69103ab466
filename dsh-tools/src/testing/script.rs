//! Calls in order, each with what is expected of it, as a model would make them one after the other.

use std::sync::Arc;

use super::difference::brief;
use super::report::{Entry, Report, Unmet, Verdict, shown_outcome};
use crate::call::{Arguments, ErrorCode, Outcome, ToolCall};
use crate::json::Json;
use crate::registry::ScopeHandle;

/// A list of calls, which a registry or a scope runs one after the other.
///
/// The calls have the ids `script-1`, `script-2` and so on, so that a journal of theirs is the same each time.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::prelude::*;
/// use dsh_tools::testing::{Script, Step};
///
/// let script = Script::new([Step::new("gone", json!({})).fails_with("UNKNOWN_TOOL")]);
/// let registry = ToolRegistry::builder().build()?;
/// let report = script.run(&registry).await;
/// report.assert();
/// assert!(report.entries()[0].outcome.is_some());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Script {
    steps: Vec<Step>,
}

impl Script {
    /// These calls, in this order.
    pub fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self { steps: steps.into_iter().collect() }
    }

    /// Makes the calls; `&registry` and `&scope` both fit. A call that fails does not end the script.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future ends the call that runs, and the calls after it are not made.
    pub async fn run<S: Send + Sync + 'static>(&self, scope: &ScopeHandle<S>) -> Report {
        let mut entries = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            entries.push(step.run(scope, index + 1).await);
        }
        Report::new(entries, Vec::new())
    }
}

/// One call of a [`Script`], with what is expected of it. Without an expectation, anything may come of it.
#[derive(Clone, Debug)]
pub struct Step {
    name: Arc<str>,
    arguments: Arguments,
    expectations: Vec<Expectation>,
}

#[derive(Clone, Debug)]
enum Expectation {
    Value(Json),
    Failure(ErrorCode),
    Text(String),
}

impl Step {
    /// A call of that tool with these arguments.
    pub fn new(name: impl Into<Arc<str>>, arguments: impl Into<Arguments>) -> Self {
        Self { name: name.into(), arguments: arguments.into(), expectations: Vec::new() }
    }

    /// Expects a success with that canonical value.
    #[must_use]
    pub fn succeeds_with(self, value: impl Into<Json>) -> Self {
        self.expecting(Expectation::Value(value.into()))
    }

    /// Expects a failure with that code.
    #[must_use]
    pub fn fails_with(self, code: impl Into<ErrorCode>) -> Self {
        self.expecting(Expectation::Failure(code.into()))
    }

    /// Expects that text within what the model reads, whether the call succeeds or fails.
    #[must_use]
    pub fn contains(self, text: impl Into<String>) -> Self {
        self.expecting(Expectation::Text(text.into()))
    }

    fn expecting(mut self, expectation: Expectation) -> Self {
        self.expectations.push(expectation);
        self
    }

    async fn run<S: Send + Sync + 'static>(&self, scope: &ScopeHandle<S>, number: usize) -> Entry {
        let call = ToolCall::new(self.name.clone(), self.arguments.clone());
        let outcome = scope.execute(call.with_id(format!("script-{number}"))).await;
        let unmet = self.expectations.iter().filter_map(|expected| expected.unmet(&outcome));
        Entry {
            name: self.name.clone(),
            arguments: self.arguments.clone(),
            verdict: Verdict::of(unmet.collect()),
            outcome: Some(outcome),
        }
    }
}

impl Expectation {
    /// How the outcome is other than expected, if it is.
    fn unmet(&self, outcome: &Outcome) -> Option<Unmet> {
        match self {
            Self::Value(expected) => unmet_value(expected, outcome),
            Self::Failure(code) => (outcome.code() != Some(code))
                .then(|| Unmet::new("code", code.as_str(), shown_outcome(outcome))),
            Self::Text(part) => {
                let text = outcome.text();
                let found =
                    || Unmet::new("text", format!("{part:?} in it"), format!("{:?}", brief(&text)));
                (!text.contains(&**part)).then(found)
            }
        }
    }
}

fn unmet_value(expected: &Json, outcome: &Outcome) -> Option<Unmet> {
    match outcome.value() {
        None => Some(Unmet::new("value", brief(&expected.to_string()), shown_outcome(outcome))),
        Some(found) if found == expected => None,
        Some(found) => Unmet::between("value", &expected.to_string(), &found.to_string()),
    }
}
