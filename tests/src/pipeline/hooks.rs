//! The hooks of a scenario, each written as its own type, and where they are mounted.

use std::time::Duration;

use dsh_tools::call::{CallError, Content, ErrorCode};
use dsh_tools::hook::{
    Approval, ApprovalRequest, ApprovalService, AroundExecute, AroundNext, FinishedCall,
    PostDecision, PostExecute, PostNext, PreExecute, Replacement,
};
use dsh_tools::prelude::*;
use tokio_util::sync::CancellationToken;

use super::scenario::{
    Answer, Authored, Execute, GuardSays, Post, Pre, Scenario, Signal, Verdict, context,
};
use super::world::World;
use crate::case::json;

/// Registers all hooks of the scenario, in order.
pub(super) fn mount(scenario: &Scenario, world: &World, registry: &ToolRegistry) {
    for (at, says) in scenario.pre.iter().cloned().enumerate() {
        registry.pre_execute(Gate { at, says, world: world.clone() }).keep();
    }
    for (at, says) in scenario.guards.iter().cloned().enumerate() {
        let world = world.clone();
        registry.guard(move |_: &CallHandle<()>| guard(at, says.as_ref(), &world)).keep();
    }
    for (at, says) in scenario.execute.iter().cloned().enumerate() {
        registry.around(Around { at, says, world: world.clone() }).keep();
    }
    for (at, says) in scenario.post.iter().cloned().enumerate() {
        registry.post_execute(After { at, says, world: world.clone() }).keep();
    }
    for (at, kind) in scenario.observers.iter().enumerate() {
        let (world, fails) = (world.clone(), kind == "throw");
        let observer = move |_: &CallHandle<()>, outcome: &Outcome| {
            world.log(format!("result{at}({})", word(outcome)));
            assert!(!fails, "observer broke");
        };
        registry.observe(observer).keep();
    }
}

fn word(outcome: &Outcome) -> &'static str {
    if outcome.is_error() { "err" } else { "ok" }
}

struct Gate {
    at: usize,
    says: Pre,
    world: World,
}

impl PreExecute<()> for Gate {
    async fn pre_execute(
        &self,
        call: CallHandle<()>,
        next: Next<()>,
    ) -> Result<Decision, ToolError> {
        let Self { at, says, world } = self;
        world.log(format!("pre{at}>"));
        world.reach(&format!("in_pre{at}"));
        if let Some(message) = &says.throw {
            return Err(ToolError::new(message));
        }
        if let Some(decision) = &says.decide {
            return Ok(decision.clone().into());
        }
        let decision = next.run(call).await?;
        let word = match &decision {
            Decision::Allow => "allow",
            Decision::Deny { .. } => "deny",
            Decision::Ask { .. } => "ask",
        };
        world.log(format!("<pre{at}:{word}"));
        Ok(says.overriding.clone().map_or(decision, Decision::from))
    }
}

/// The approval service of a scenario.
pub(super) struct Asked {
    pub(super) world: World,
    pub(super) answer: Answer,
}

impl ApprovalService<()> for Asked {
    async fn request(&self, request: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        let reason = request.reason.as_deref().unwrap_or("-");
        self.world.log(format!("approval({},{reason})", request.call.name()));
        self.world.reach("in_approval");
        match self.answer {
            Answer::AllowedOnce => Ok(Approval::AllowedOnce),
            Answer::Rejected => Ok(Approval::Rejected),
            Answer::Cancelled => Ok(Approval::Cancelled),
            Answer::Unavailable => Ok(Approval::Unavailable),
            Answer::Throw => Err(ToolError::new("approval broke")),
        }
    }
}

#[allow(clippy::panic)] // A guard has no other way to fail.
fn guard(at: usize, says: Option<&GuardSays>, world: &World) -> Option<String> {
    world.log(format!("guard{at}"));
    world.reach(&format!("in_guard{at}"));
    match says {
        None => None,
        Some(GuardSays::Deny(reason)) => Some(reason.clone()),
        Some(GuardSays::Throw(message)) => panic!("{message}"),
    }
}

struct Around {
    at: usize,
    says: Execute,
    world: World,
}

impl AroundExecute<()> for Around {
    async fn around_execute(
        &self,
        call: CallHandle<()>,
        next: AroundNext<()>,
    ) -> Result<Outcome, ToolError> {
        let Self { at, says, world } = self;
        world.log(format!("exec{at}>"));
        world.reach(&format!("in_exec{at}_before"));
        if let Some(message) = &says.throw_before {
            return Err(ToolError::new(message));
        }
        if let Some(coded) = &says.throw_coded {
            return Err(coded.clone().into());
        }
        if let Some(authored) = &says.author {
            return Ok(outcome(authored));
        }
        let call = match says.signal {
            Some(signal) => call.with_cancel(token(signal)),
            None => call,
        };
        let mut outcome = next.run(call.clone()).await?;
        if says.twice {
            world.log(format!("exec{at}-again"));
            outcome = next.run(call).await?;
        }
        world.log(format!("<exec{at}:{}", word(&outcome)));
        world.reach(&format!("in_exec{at}_after"));
        if let Some(message) = &says.throw_after {
            return Err(ToolError::new(message));
        }
        Ok(changed(says, outcome))
    }
}

fn changed(says: &Execute, mut outcome: Outcome) -> Outcome {
    if let Some(text) = &says.tweak_content {
        outcome = outcome.with_content(vec![Content::text(&**text)]);
    }
    if let Some(value) = &says.tweak_value {
        outcome = outcome.with_value(json(value));
    }
    if let Some(text) = &says.add_context {
        outcome = outcome.with_context(context(text));
    }
    if let Some(message) = &says.to_error {
        let content = vec![Content::text("wrapper content")];
        outcome = outcome.into_failure(CallError::new(message)).with_content(content);
    }
    outcome
}

fn token(signal: Signal) -> CancellationToken {
    let token = CancellationToken::new();
    match signal {
        Signal::Fresh => {}
        Signal::Aborted => token.cancel(),
        Signal::AbortSoon => {
            let token = token.clone();
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(20)).await;
                token.cancel();
            });
        }
    }
    token
}

fn outcome(authored: &Authored) -> Outcome {
    let content = authored.content.iter().cloned().map(Content::from).collect();
    let outcome = match &authored.error {
        None => Outcome::success(authored.value.as_ref().map(json).unwrap_or_default()),
        Some(error) => {
            let failure = CallError::new(&*error.message);
            Outcome::failure(match &error.info {
                Some(info) => failure.with_code(ErrorCode::new(info.code.clone())),
                None => failure,
            })
        }
    };
    let outcome = outcome.with_content(content);
    match &authored.meta {
        Some(meta) => outcome.with_meta(json(meta)),
        None => outcome,
    }
}

struct After {
    at: usize,
    says: Post,
    world: World,
}

impl PostExecute<()> for After {
    async fn post_execute(
        &self,
        call: FinishedCall<()>,
        next: PostNext<()>,
    ) -> Result<PostDecision, ToolError> {
        let Self { at, says, world } = self;
        world.log(format!("post{at}>({})", word(call.outcome())));
        world.reach(&format!("in_post{at}"));
        if let Some(message) = &says.throw {
            return Err(ToolError::new(message));
        }
        let mut decision = if let Some(verdict) = &says.decide {
            decision(verdict)
        } else {
            let decision = next.run(call).await?;
            let blocks = matches!(decision, PostDecision::Block { .. });
            world.log(format!("<post{at}:{}", if blocks { "block" } else { "accept" }));
            decision
        };
        let (PostDecision::Accept { contexts, .. } | PostDecision::Block { contexts, .. }) =
            &mut decision;
        contexts.extend(says.contexts.iter().map(|text| context(text)));
        Ok(decision)
    }
}

fn decision(verdict: &Verdict) -> PostDecision {
    let blocks = |blocks: &[super::scenario::Block]| {
        blocks.iter().cloned().map(Content::from).collect::<Vec<_>>()
    };
    match verdict {
        Verdict::Accept { content, value } => {
            let replace = match (content, value) {
                (Some(content), _) => Some(Replacement::Content(blocks(content))),
                (None, Some(value)) => Some(Replacement::Value(json(value))),
                (None, None) => None,
            };
            PostDecision::Accept { replace, contexts: Vec::new() }
        }
        Verdict::Block { feedback } => {
            PostDecision::Block { feedback: blocks(feedback), contexts: Vec::new() }
        }
    }
}
