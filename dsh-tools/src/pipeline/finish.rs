//! The last two stages: post-execute hooks, then the definition's last word and the observers.
//! They run alone, in the order of the calls.

use std::sync::Arc;

use super::call::{Left, Settled};
use super::{contain, normalise};
use crate::call::{CallError, Content, ErrorCode, Outcome, ToolError};
use crate::hook::{Chain, FinishedCall, PostDecision, Replacement};

impl<S: Send + Sync + 'static> Settled<S> {
    /// Runs the post-execute hooks and does what they decide (rule PIPE-5).
    pub(crate) async fn finalise(mut self) -> Self {
        if self.left != Left::All || self.running.view.post.is_empty() {
            return self.without_late_success();
        }
        let outcome = Arc::new(self.outcome);
        let hooks = Chain::new(self.running.view.post.clone(), |_| {
            Box::pin(std::future::ready(Ok(PostDecision::accept())))
        });
        let finished = FinishedCall::new(self.running.handle.clone(), outcome.clone());
        let decided = contain::future("a post-execute hook", hooks.run(finished)).await;
        drop(hooks);
        // Hooks may have kept the outcome; then it is copied, which copies pointers.
        self.outcome = Arc::try_unwrap(outcome).unwrap_or_else(|shared| (*shared).clone());
        self.apply(decided);
        self.without_late_success()
    }

    fn apply(&mut self, decided: Result<PostDecision, ToolError>) {
        match decided {
            Ok(PostDecision::Accept { replace, mut contexts }) => {
                if let Some(replacement) = replace {
                    self.replace(replacement);
                }
                self.outcome.contexts_mut().append(&mut contexts);
            }
            Ok(PostDecision::Block { feedback, contexts }) => {
                self.outcome = blocked(feedback);
                *self.outcome.contexts_mut() = contexts;
            }
            Err(error) => self.fail(error),
        }
    }

    fn replace(&mut self, replacement: Replacement) {
        match (replacement, self.running.handle.definition()) {
            (Replacement::Content(content), _) => self.outcome.replace_content(content),
            (Replacement::Value(value), Some(tool)) if !self.outcome.is_error() => {
                let mut outcome = normalise::success(&self.running.handle, tool, value);
                outcome.contexts_mut().append(self.outcome.contexts_mut());
                self.outcome = outcome;
            }
            (Replacement::Value(_), _) => {
                self.fail(ToolError::new("a post-execute hook replaced the value of a failure"));
            }
        }
    }

    /// Turns the outcome into a failure; contexts survive it (only a block drops them).
    fn fail(&mut self, error: ToolError) {
        let contexts = std::mem::take(self.outcome.contexts_mut());
        self.outcome = Outcome::from_error(error);
        *self.outcome.contexts_mut() = contexts;
    }

    /// A success that cancellation overtook is none (rule CAN-1).
    fn without_late_success(mut self) -> Self {
        if !self.outcome.is_error() && self.running.is_cancelled() {
            self.outcome = self.outcome.into_failure(self.running.aborted());
        }
        self
    }

    /// Lets the definition replace the content, once, and tells the observers (rules PIPE-6 and PIPE-7).
    pub(crate) fn finish(mut self) -> Outcome {
        let call = self.running.handle.call().clone();
        let late = call.take_contexts();
        self.outcome.contexts_mut().extend(late);
        self.outcome.set_concludes_turn(call.concludes_turn());
        if self.left != Left::Observers {
            self.finalize_content();
        }
        for observer in &self.running.view.observers {
            contain::logged("a result observer", || {
                observer.observe(&self.running.handle, &self.outcome);
            });
        }
        self.running.record_end(&self.outcome);
        self.running.on_drop.disarm();
        self.outcome
    }

    fn finalize_content(&mut self) {
        let Some(tool) = self.running.handle.definition() else { return };
        let Some(finalize) = tool.spec().callbacks().finalize_content.clone() else { return };
        match contain::sync("finalize_content", || finalize(&self.outcome)) {
            Ok(Some(content)) => self.outcome.replace_content(content),
            Ok(None) => {}
            Err(error) => self.fail(error),
        }
    }
}

/// The failure that a hook puts in place of an outcome.
fn blocked(feedback: Vec<Content>) -> Outcome {
    let text = Content::join(&feedback);
    let message = if text.is_empty() { "the result was blocked".to_owned() } else { text };
    Outcome::blocked(feedback, CallError::new(message).with_code(ErrorCode::BLOCKED))
}
