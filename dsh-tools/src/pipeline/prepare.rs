//! The first stage: may this call run? Gates, approval, guards, in that order.
//! It runs alone, before the bodies of other calls can overlap with this one.

use std::future::Future;

use super::call::{Ended, Left, Prepared, Running, Settled};
use super::{abort, contain, patience};
use crate::call::{CallError, ErrorCode, Outcome, ToolError, WallClock};
use crate::hook::{Approval, ApprovalRequest, Chain, Decision};

/// How a call is kept from running.
enum Refusal {
    /// Somebody said no: an outcome like any other.
    Denied(CallError),
    /// A hook failed: its own results go no further.
    HookFailed(ToolError),
}

impl<S: Send + Sync + 'static> Running<S> {
    /// The first stage, for a scheduler.
    pub(super) async fn prepare(mut self) -> Prepared<S> {
        match self.refused().await {
            Some(ended) => Prepared::Settled(Settled { running: self, ended }),
            None => Prepared::Ready(self),
        }
    }

    /// What keeps the body from running, if anything does.
    pub(super) async fn refused(&mut self) -> Option<Ended> {
        self.record_start();
        if let Some(error) = self.unreadable.take() {
            let collapsed = self.collapsed && !self.is_cancelled();
            let left = if collapsed { Left::Observers } else { Left::Finalize };
            return Some(Ended::new(Outcome::failure(*error), left));
        }
        if self.is_cancelled() {
            return Some(Ended::new(Outcome::failure(abort::error(false)), Left::Finalize));
        }
        if self.collapsed {
            return Some(Ended::new(Outcome::failure(self.not_callable()), Left::Observers));
        }
        match self.ask_all().await {
            Err(Refusal::Denied(error)) => Some(Ended::new(Outcome::failure(error), Left::All)),
            Err(Refusal::HookFailed(error)) => {
                Some(Ended::new(Outcome::from_error(error), Left::Finalize))
            }
            Ok(()) if self.is_cancelled() => {
                Some(Ended::new(Outcome::failure(abort::error(false)), Left::All))
            }
            Ok(()) => None,
        }
    }

    fn not_callable(&self) -> CallError {
        let name = self.handle.name();
        CallError::new(format!(
            "`{name}` cannot be called directly: call it as `await tools[{name:?}](args)` inside a program \
             passed to `run_code`"
        ))
        .with_code(ErrorCode::UNKNOWN_TOOL)
    }

    async fn ask_all(&self) -> Result<(), Refusal> {
        match self.ask_gates().await? {
            Decision::Allow => {}
            Decision::Deny { reason } => {
                return Err(denied(reason, ErrorCode::DENIED));
            }
            Decision::Ask { reason } => self.ask_person(reason).await?,
        }
        self.ask_guards()
    }

    async fn ask_gates(&self) -> Result<Decision, Refusal> {
        if self.view.gates.is_empty() {
            return Ok(Decision::Allow);
        }
        let gates = Chain::new(self.view.gates.clone(), |_| {
            Box::pin(std::future::ready(Ok(Decision::Allow)))
        });
        let decided = gates.run(self.handle.clone());
        self.awaited(contain::future("a pre-execute hook", decided)).await
    }

    /// Asks the approval service, unless there is nothing to approve (rule PIPE-3).
    async fn ask_person(&self, reason: Option<String>) -> Result<(), Refusal> {
        if self.handle.definition().is_none() {
            return Ok(()); // An unknown tool fails at dispatch; nobody is asked about it.
        }
        let unavailable = |why: &str| {
            let reason = reason.clone().unwrap_or_else(|| why.to_owned());
            Err(denied(reason, ErrorCode::APPROVAL_UNAVAILABLE))
        };
        let Some(service) = self.scope.core().approval.clone() else {
            return unavailable("this call needs approval, and there is nobody to ask");
        };
        if self.handle.scope().is_none() {
            return unavailable(
                "this call needs approval, which only calls made through a scope can get",
            );
        }
        let request = ApprovalRequest { call: self.handle.clone(), reason: reason.clone() };
        let asked = contain::future("the approval service", service.ask(request));
        // A program is not charged for the time that people take (rule CODE-10).
        let paused = self.handle.call().token.clock().map(WallClock::pause);
        let answer = self.awaited(asked).await?;
        drop(paused);
        self.record_approval(reason, answer);
        match answer {
            Approval::AllowedOnce => Ok(()),
            Approval::Rejected => Err(denied(
                "the call was rejected by the one who was asked",
                ErrorCode::APPROVAL_REJECTED,
            )),
            Approval::Cancelled if self.is_cancelled() => Err(Refusal::Denied(abort::error(false))),
            Approval::Cancelled => Err(denied(
                "the question for approval was withdrawn",
                ErrorCode::APPROVAL_CANCELLED,
            )),
            Approval::Unavailable => Err(denied(
                "this call needs approval, and nobody could be asked",
                ErrorCode::APPROVAL_UNAVAILABLE,
            )),
        }
    }

    /// What hooks answer, unless the call is cancelled while they wait.
    async fn awaited<T>(
        &self,
        hooks: impl Future<Output = Result<T, ToolError>>,
    ) -> Result<T, Refusal> {
        let signal = self.handle.signal();
        match patience::unless_cancelled(signal, self.handle.call(), hooks).await {
            Some(answer) => answer.map_err(Refusal::HookFailed),
            None => Err(Refusal::Denied(abort::error(false))),
        }
    }

    fn ask_guards(&self) -> Result<(), Refusal> {
        for guard in &self.view.guards {
            let checked = contain::sync("a guard", || guard.check(&self.handle));
            if let Some(reason) = checked.map_err(Refusal::HookFailed)? {
                return Err(denied(reason, ErrorCode::DENIED_BY_GUARD));
            }
        }
        Ok(())
    }
}

fn denied(reason: impl Into<String>, code: ErrorCode) -> Refusal {
    Refusal::Denied(CallError::new(reason).with_code(code))
}
