//! Asking before a call runs: the rule PIPE-3, and that each denial says by its code who said no.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use dsh_tools::hook::{Approval, ApprovalRequest, ApprovalService, InMemory};
use dsh_tools::prelude::*;
use dsh_tools_tests::kit::{Log, code, giving};

struct Answers {
    answer: Approval,
    log: Log,
}

impl ApprovalService<()> for Answers {
    async fn request(&self, request: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        self.log.add(format!("{}: {}", request.call.name(), request.reason.unwrap_or_default()));
        Ok(self.answer)
    }
}

/// A registry whose gate asks about every call.
fn asking(answer: Option<Approval>, log: &Log) -> ToolRegistry {
    let mut builder = ToolRegistry::builder().tools(vec![giving("t", "ran")]);
    if let Some(answer) = answer {
        builder = builder.approval(Answers { answer, log: log.clone() });
    }
    builder
        .pre_execute(|_: CallHandle<()>, _: Next<()>| async { Decision::ask("is it so?") })
        .build()
        .unwrap()
}

#[tokio::test]
async fn pipe_3_each_answer_has_its_own_outcome() {
    let expected = [
        (Approval::AllowedOnce, "none"),
        (Approval::Rejected, "APPROVAL_REJECTED"),
        (Approval::Cancelled, "APPROVAL_CANCELLED"),
        (Approval::Unavailable, "APPROVAL_UNAVAILABLE"),
    ];
    for (answer, expected) in expected {
        let log = Log::default();
        let registry = asking(Some(answer), &log);
        let outcome = registry.scope().call("t", json!({})).await;
        assert_eq!(code(&outcome), expected);
        assert_eq!(outcome.is_error(), answer != Approval::AllowedOnce);
        assert_eq!(log.entries(), ["t: is it so?"]);
    }
}

#[tokio::test]
async fn pipe_3_no_service_denies() {
    let outcome = asking(None, &Log::default()).scope().call("t", json!({})).await;
    assert_eq!(code(&outcome), "APPROVAL_UNAVAILABLE");
}

#[tokio::test]
async fn pipe_3_a_call_without_a_scope_is_denied_unasked() {
    let log = Log::default();
    let outcome = asking(Some(Approval::AllowedOnce), &log).call("t", json!({})).await;
    assert_eq!(code(&outcome), "APPROVAL_UNAVAILABLE");
    assert_eq!(log.entries(), <[String; 0]>::default());
}

#[tokio::test]
async fn pipe_3_a_cancelled_question_of_a_cancelled_call_is_a_cancellation() {
    let registry = asking(Some(Approval::Cancelled), &Log::default());
    let call = ToolCall::new("t", json!({}));
    let cancel = call.cancel.clone();
    registry
        .pre_execute_first(move |call: CallHandle<()>, next: Next<()>| {
            cancel.cancel();
            async move { next.run(call).await }
        })
        .keep();
    let outcome = registry.scope().execute(call).await;
    assert_eq!(code(&outcome), "ABORTED_BEFORE_DISPATCH");
}

#[tokio::test]
async fn reg_5_nothing_that_was_approved_passes_a_guard() {
    let registry = asking(Some(Approval::AllowedOnce), &Log::default());
    registry.guard(|_: &CallHandle<()>| Some("still no".to_owned())).keep();
    assert_eq!(code(&registry.scope().call("t", json!({})).await), "DENIED_BY_GUARD");
}

#[tokio::test]
async fn pipe_3_each_question_is_recorded_with_its_answer() {
    let (log, journal) = (Log::default(), InMemory::new());
    let answers = Answers { answer: Approval::Rejected, log };
    let registry: ToolRegistry = ToolRegistry::builder()
        .tools(vec![giving("t", "ran")])
        .approval(answers)
        .pre_execute(|_: CallHandle<()>, _: Next<()>| async { Decision::ask("is it so?") })
        .journal(journal.clone())
        .build()
        .unwrap();
    let call = ToolCall::new("t", json!({ "n": 1 })).with_id("call");
    registry.scope().execute(call).await;
    let records = serde_json::to_value(journal.records()).unwrap();
    let of = |index: usize, member: &str| records[index][member].clone();
    assert_eq!(records.as_array().unwrap().len(), 3);
    assert_eq!(of(0, "type"), "tool/call-start");
    assert_eq!((of(1, "type"), of(1, "answer")), (json!("tool/approval"), json!("rejected")));
    assert_eq!((of(1, "reason"), of(1, "call_id")), (json!("is it so?"), json!("call")));
    assert_eq!((of(2, "type"), of(2, "code")), (json!("tool/call"), json!("APPROVAL_REJECTED")));
    assert_eq!(of(2, "arguments"), json!({ "n": 1 }));
}
