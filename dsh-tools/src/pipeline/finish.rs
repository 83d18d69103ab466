//! The last two stages: post-execute hooks, then the definition's last word and the observers.
//! They run alone, in the order of the calls.

use std::sync::Arc;

use super::call::{Ended, Left, Running, Settled};
use super::{contain, normalise};
use crate::call::{CallError, Content, ErrorCode, Outcome, ToolError};
use crate::hook::{Chain, FinishedCall, PostDecision, Replacement};

impl<S: Send + Sync + 'static> Settled<S> {
    /// The last two stages, for a scheduler.
    pub(crate) async fn complete(self) -> Outcome {
        let Self { mut running, ended } = self;
        running.completed(ended).await
    }
}

impl<S: Send + Sync + 'static> Running<S> {
    /// Runs the post-execute hooks and does what they decide (rule PIPE-5), then what comes after them.
    pub(super) async fn completed(&mut self, mut ended: Ended) -> Outcome {
        if ended.left == Left::All && !self.view.post.is_empty() {
            ended.outcome = self.finalised(ended.outcome).await;
        }
        // A success that cancellation overtook is none (rule CAN-1).
        if !ended.outcome.is_error() && self.is_cancelled() {
            ended.outcome = ended.outcome.into_failure(self.aborted());
        }
        self.finish(&mut ended);
        ended.outcome
    }

    async fn finalised(&self, outcome: Outcome) -> Outcome {
        let outcome = Arc::new(outcome);
        let hooks = Chain::new(self.view.post.clone(), |_| {
            Box::pin(std::future::ready(Ok(PostDecision::accept())))
        });
        let finished = FinishedCall::new(self.handle.clone(), outcome.clone());
        let decided = contain::future("a post-execute hook", hooks.run(finished)).await;
        drop(hooks);
        // Hooks may have kept the outcome; then it is copied, which copies pointers.
        let mut outcome = Arc::try_unwrap(outcome).unwrap_or_else(|shared| (*shared).clone());
        match decided {
            Ok(PostDecision::Accept { replace, mut contexts }) => {
                if let Some(replacement) = replace {
                    self.replace(&mut outcome, replacement);
                }
                outcome.contexts_mut().append(&mut contexts);
            }
            Ok(PostDecision::Block { feedback, contexts }) => {
                outcome = blocked(feedback);
                *outcome.contexts_mut() = contexts;
            }
            Err(error) => fail(&mut outcome, error),
        }
        outcome
    }

    fn replace(&self, outcome: &mut Outcome, replacement: Replacement) {
        match (replacement, self.handle.definition()) {
            (Replacement::Content(content), _) => outcome.replace_content(content),
            (Replacement::Value(value), Some(tool)) if !outcome.is_error() => {
                let mut replaced = normalise::success(&self.handle, tool, value);
                replaced.contexts_mut().append(outcome.contexts_mut());
                *outcome = replaced;
            }
            (Replacement::Value(_), _) => {
                fail(
                    outcome,
                    ToolError::new("a post-execute hook replaced the value of a failure"),
                );
            }
        }
    }

    /// Lets the definition replace the content, once, and tells the observers (rules PIPE-6 and PIPE-7).
    fn finish(&mut self, ended: &mut Ended) {
        let Ended { outcome, left } = ended;
        let call = self.handle.call();
        let late = call.take_contexts();
        outcome.contexts_mut().extend(late);
        outcome.set_concludes_turn(call.concludes_turn());
        if *left != Left::Observers {
            self.finalize_content(outcome);
        }
        for observer in &self.view.observers {
            contain::logged("a result observer", || {
                observer.observe(&self.handle, outcome);
            });
        }
        self.record_end(outcome);
        self.is_over = true;
    }

    fn finalize_content(&self, outcome: &mut Outcome) {
        let Some(tool) = self.handle.definition() else { return };
        let Some(finalize) = &tool.spec().callbacks().finalize_content else { return };
        match contain::sync("finalize_content", || finalize(outcome)) {
            Ok(Some(content)) => outcome.replace_content(content),
            Ok(None) => {}
            Err(error) => fail(outcome, error),
        }
    }
}

/// Turns the outcome into a failure; contexts survive it (only a block drops them).
fn fail(outcome: &mut Outcome, error: ToolError) {
    let contexts = std::mem::take(outcome.contexts_mut());
    *outcome = Outcome::from_error(error);
    *outcome.contexts_mut() = contexts;
}

/// The failure that a hook puts in place of an outcome.
fn blocked(feedback: Vec<Content>) -> Outcome {
    let text = Content::join(&feedback);
    let message = if text.is_empty() { "the result was blocked".to_owned() } else { text };
    Outcome::blocked(feedback, CallError::new(message).with_code(ErrorCode::BLOCKED))
}
